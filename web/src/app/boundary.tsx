/** Catches what a view throws while it is drawn, so that the rest of the page stays. */
import { Component, type ReactNode } from "react";
import { isAway, isReachable, lost, onConnection } from "@/api/connection";
import { shell as texts } from "@/texts/shell";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/states";

const RELOADED = "scholarai:reloaded";
// Once in so many milliseconds: a server that has lost its files would otherwise reload the page for ever.
const RELOAD_AGAIN_MS = 60_000;

export interface BoundaryProps {
  /** What failed, as a sentence. */
  title: string;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  private stop = () => {};

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    // Without a network, the files of a room that was not entered yet do not come. React keeps that failure.
    this.stop = onConnection(() => this.state.failed && !isAway() && location.reload());
  }

  override componentWillUnmount() {
    this.stop();
  }

  override render() {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <div role="alert">
        <Empty icon="warn" title={this.props.title}>
          <p className="mb-4">{texts.nothingLost}</p>
          <Button icon="retry" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        </Empty>
      </div>
    );
  }
}

/** Reload once where a part of the page is gone, as after an update of the server; not while the server is away. */
export function reloadWhenPartsAreGone(): void {
  addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED));
    if (Date.now() - last > RELOAD_AGAIN_MS) {
      void isReachable().then((reachable) => {
        if (reachable) {
          sessionStorage.setItem(RELOADED, String(Date.now()));
          location.reload();
        } else {
          lost();
        }
      });
    }
  });
}
