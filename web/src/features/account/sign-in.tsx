/** The sign-in form: by password or provider, with a code where the account has a second factor; new accounts. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { getDeployment } from "@/api/account";
import { finish, leaveFor, takeReturned, type Provider, type Returned } from "@/api/federated";
import { ApiError } from "@/api/http";
import { confirmSignIn, hasAccounts, sendReset, signIn, signUp, whySignedOut, type Begun } from "@/api/identity";
import { account as texts } from "@/texts/account";
import { Button } from "@/ui/button";
import { TabTitle } from "@/ui/tab-title";
import { CodeField, Field } from "./fields";

const WAYS = {
  enter: signIn,
  join: signUp,
  reset: sendReset,
} as const;
type Way = keyof typeof WAYS;
// Identity Platform's own limit.
const SHORTEST_PASSWORD = 6;

// Read once, before anything else looks at the address.
let returned: Returned | null = hasAccounts() ? takeReturned() : null;

export function SignIn() {
  const [begun, setBegun] = useState<Begun | null>(null);
  const back = useMutation({ mutationFn: finish, onSuccess: setBegun });
  const { mutate } = back;
  useEffect(() => {
    if (returned) {
      mutate(returned);
      returned = null;
    }
  }, [mutate]);
  return (
    <main className="h-full overflow-y-auto px-4 py-10 sm:py-20">
      {back.isPending ? (
        <p role="status" className="text-center text-soft">
          {texts.signingIn}
        </p>
      ) : begun ? (
        <Code begun={begun} onBack={() => setBegun(null)} />
      ) : (
        <Ways failed={back.error} onCode={setBegun} />
      )}
    </main>
  );
}

/** Password and providers, as the deployment offers them; the password's form does not wait for what is offered. */
function Ways({ failed, onCode }: { failed: Error | null; onCode: (begun: Begun) => void }) {
  const { data } = useQuery({
    queryKey: ["deployment"],
    queryFn: ({ signal }) => getDeployment(signal),
    staleTime: Infinity,
  });
  const leave = useMutation({ mutationFn: leaveFor });
  const providers = data?.sign_in_providers ?? [];
  const error = leave.error ?? failed;
  const offered = providers.length > 0 && (
    <Providers providers={providers} disabled={leave.isPending || leave.isSuccess} onChoose={leave.mutate} />
  );
  if (data?.password_sign_in === false) {
    return (
      <Form title={texts.ways.enter} error={error ?? whySignedOut()}>
        {offered}
      </Form>
    );
  }
  return <Password failed={error} others={offered} onCode={onCode} />;
}

function Providers({
  providers,
  disabled,
  onChoose,
}: {
  providers: Provider[];
  disabled: boolean;
  onChoose: (provider: Provider) => void;
}) {
  return (
    <div role="group" aria-label={texts.otherWays} className="flex flex-col gap-2">
      {providers.map((provider) => (
        <Button key={provider.id} disabled={disabled} onClick={() => onChoose(provider)}>
          {texts.signInWith(provider.name)}
        </Button>
      ))}
    </div>
  );
}

function Password({
  failed,
  others,
  onCode,
}: {
  failed: Error | null;
  others: ReactNode;
  onCode: (begun: Begun) => void;
}) {
  const [way, setWay] = useState<Way>("enter");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const send = useMutation({
    mutationFn: () => WAYS[way](email.trim(), password),
    onSuccess: (begun) => {
      if (begun) {
        onCode(begun);
      }
    },
  });
  const title = texts.ways[way];
  return (
    <Form title={title} error={send.error ?? failed ?? whySignedOut()} onSubmit={() => send.mutate()}>
      {way === "reset" && send.isSuccess && (
        <p role="status" className="rounded-lg bg-hover px-3 py-2 text-sm">
          {texts.linkSent}
        </p>
      )}
      <Field
        label={texts.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {way !== "reset" && (
        <Field
          label={texts.password}
          type="password"
          autoComplete={way === "join" ? "new-password" : "current-password"}
          minLength={way === "join" ? SHORTEST_PASSWORD : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <Button type="submit" look="primary" disabled={send.isPending}>
        {way === "reset" ? texts.sendLink : title}
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
              {texts.ways[other]}
            </Button>
          ))}
      </div>
      {others && (
        <>
          <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {texts.or}
          </p>
          {others}
        </>
      )}
    </Form>
  );
}

function Code({ begun, onBack }: { begun: Begun; onBack: () => void }) {
  const [code, setCode] = useState("");
  const send = useMutation({ mutationFn: () => confirmSignIn(begun, code) });
  return (
    <Form title={texts.enterCode} error={send.error} onSubmit={() => send.mutate()}>
      <p className="text-sm text-soft">{texts.codeFor(begun.email)}</p>
      <CodeField value={code} onChange={setCode} autoFocus />
      <Button type="submit" look="primary" disabled={send.isPending}>
        {texts.ways.enter}
      </Button>
      <Button look="plain" onClick={onBack}>
        {texts.beginAgain}
      </Button>
    </Form>
  );
}

function Form({
  title,
  error,
  onSubmit,
  children,
}: {
  title: string;
  error: Error | string | null;
  onSubmit?: () => void;
  children: ReactNode;
}) {
  return (
    <form
      className="mx-auto flex max-w-sm flex-col gap-4 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <TabTitle>{title}</TabTitle>
      <h1 className="text-xl font-semibold">{title}</h1>
      {error && (
        <p role="alert" className="rounded-lg bg-danger-tint px-3 py-2 text-sm text-danger">
          {error instanceof ApiError ? [error.message, error.action].filter(Boolean).join(" ") : String(error)}
        </p>
      )}
      {children}
    </form>
  );
}
