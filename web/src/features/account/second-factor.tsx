/** The account's second factor: an authenticator app is added with a QR code and a first code, and removed. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { encode } from "uqr";
import { ApiError } from "@/api/http";
import { confirmFactor, getFactors, removeFactor, startFactor, type Setup } from "@/api/second-factor";
import { account as texts } from "@/texts/account";
import { language } from "@/texts/language";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { CodeField } from "./fields";
import { Part } from "./part";

const FACTORS = ["second-factor"];

export default function SecondFactor({ email }: { email: string }) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const known = useQuery({ queryKey: FACTORS, queryFn: getFactors });
  const start = useMutation({ mutationFn: () => startFactor(email) });
  const refresh = () => client.invalidateQueries({ queryKey: FACTORS });
  const remove = useMutation({ mutationFn: removeFactor, onSuccess: refresh });
  const error = known.error ?? start.error ?? remove.error;
  return (
    <Part title={texts.secondFactor}>
      <p>{known.data?.length ? texts.asksForBoth : texts.wouldAsk}</p>
      {known.data?.map(({ id, name, since }) => (
        <div key={id} className="mt-2 flex items-center justify-between gap-3">
          <span>{texts.since(name, new Date(since).toLocaleDateString(language))}</span>
          <Button disabled={remove.isPending} onClick={() => setRemoving(id)}>
            {texts.remove}
          </Button>
        </div>
      ))}
      {known.data?.length === 0 && !start.data && (
        <Button className="mt-3" disabled={start.isPending} onClick={() => start.mutate()}>
          {texts.addApp}
        </Button>
      )}
      {start.data && (
        <Adding
          setup={start.data}
          onAdded={() => {
            start.reset();
            void refresh();
          }}
        />
      )}
      <Problem error={error} />
      {removing !== null && (
        <Confirm
          title={texts.removeSure}
          action={texts.removeIt}
          onCancel={() => setRemoving(null)}
          onConfirm={() => {
            setRemoving(null);
            remove.mutate(removing);
          }}
        >
          <p>{texts.passwordAlone(email)}</p>
        </Confirm>
      )}
    </Part>
  );
}

function Adding({ setup, onAdded }: { setup: Setup; onAdded: () => void }) {
  const [code, setCode] = useState("");
  const confirm = useMutation({ mutationFn: () => confirmFactor(setup, code), onSuccess: onAdded });
  return (
    <form
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <p>{texts.scan(<code className="select-all">{inGroups(setup.secret)}</code>)}</p>
      <QrCode text={setup.address} />
      <CodeField value={code} onChange={setCode} />
      <Problem error={confirm.error} />
      <Button type="submit" look="primary" disabled={confirm.isPending}>
        {texts.confirm}
      </Button>
    </form>
  );
}

function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: dark.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={texts.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function Problem({ error }: { error: Error | null }) {
  return (
    error && (
      <p role="alert" className="mt-3 rounded-lg bg-danger-tint px-3 py-2 text-danger">
        {error.message} {error instanceof ApiError && error.action}
      </p>
    )
  );
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
