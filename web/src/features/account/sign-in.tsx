/** The sign-in form: signing in, creating an account, resetting a password. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/http";
import { sendReset, signIn, signUp, whySignedOut } from "@/api/identity";
import { Button } from "@/ui/button";

const WAYS = {
  enter: { title: "Sign in", act: signIn },
  join: { title: "Create an account", act: signUp },
  reset: { title: "Reset password", act: sendReset },
} as const;
type Way = keyof typeof WAYS;
// Identity Platform's own limit.
const SHORTEST_PASSWORD = 6;

export function SignIn() {
  const [way, setWay] = useState<Way>("enter");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const send = useMutation({ mutationFn: () => WAYS[way].act(email.trim(), password) });
  const { title } = WAYS[way];
  useEffect(() => {
    document.title = `${title} · ScholarAI`;
  }, [title]);
  const said = send.error ?? whySignedOut();
  return (
    <main className="h-full overflow-y-auto px-4 py-10 sm:py-20">
      <form
        className="mx-auto flex max-w-sm flex-col gap-4 rounded-2xl border border-line bg-surface p-6"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <h1 className="font-serif text-2xl font-semibold">{title}</h1>
        {said && (
          <p role="alert" className="rounded-lg bg-danger-tint px-3 py-2 text-sm text-danger">
            {said instanceof ApiError ? [said.message, said.action].filter(Boolean).join(" ") : String(said)}
          </p>
        )}
        {way === "reset" && send.isSuccess && (
          <p role="status" className="rounded-lg bg-hover px-3 py-2 text-sm">
            If an account with this address exists, a link was sent to it by e-mail.
          </p>
        )}
        <Field
          label="E-mail address"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {way !== "reset" && (
          <Field
            label="Password"
            type="password"
            autoComplete={way === "join" ? "new-password" : "current-password"}
            minLength={way === "join" ? SHORTEST_PASSWORD : undefined}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <Button type="submit" look="primary" disabled={send.isPending}>
          {way === "reset" ? "Send a link" : title}
        </Button>
        <div className="flex flex-wrap justify-between">
          {(Object.keys(WAYS) as Way[])
            .filter((other) => other !== way)
            .map((other) => (
              <Button
                key={other}
                look="plain"
                onClick={() => {
                  setWay(other);
                  send.reset();
                }}
              >
                {WAYS[other].title}
              </Button>
            ))}
        </div>
      </form>
    </main>
  );
}

function Field({ label, ...rest }: React.ComponentProps<"input"> & { label: string }) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      {label}
      <input required className="h-10 rounded-lg border border-line bg-ground px-3 text-base font-normal" {...rest} />
    </label>
  );
}
