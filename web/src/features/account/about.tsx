/** What one may want to know of this site: where texts go, how long they are kept, one's own data, the source. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { deleteAccount, exportAccount, getDeployment } from "@/api/account";
import { deployment } from "@/api/deployment";
import { ApiError } from "@/api/http";
import type { Account } from "@/api/identity";
import type { Deployment, OutsideServices, RecipientView } from "@/api/types";
import { saveFile } from "@/lib/saving";
import { account as texts } from "@/texts/account";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Failed, Skeleton } from "@/ui/states";
import { Part } from "./part";
import { Usage } from "./usage";

// Few accounts open it; it draws QR codes.
const SecondFactor = lazy(() => import("./second-factor"));
// A deletion resumes where the previous one was interrupted.
const MOST_TRIES = 5;

/** `account` is who is signed in; `accounts` says whether this is a site where people sign in. */
export function About({
  account,
  accounts,
  onClose,
}: {
  account: Account | null;
  accounts: boolean;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ["deployment"],
    queryFn: ({ signal }) => getDeployment(signal),
    staleTime: Infinity,
  });
  return (
    <Dialog title={texts.title} closable onClose={onClose}>
      {() => (
        <>
          {data ? (
            <Facts deployment={data} accounts={accounts} />
          ) : error ? (
            <Failed title={texts.notLoaded} error={error} retry={() => void refetch()} />
          ) : (
            <Skeleton lines={6} label={texts.title} />
          )}
          {(account ?? !accounts) && (
            <>
              <Usage />
              {account && deployment().secondFactor && (
                <Suspense fallback={<Skeleton lines={2} label={texts.secondFactor} />}>
                  <SecondFactor email={account.email} />
                </Suspense>
              )}
              <OwnData account={account} />
            </>
          )}
        </>
      )}
    </Dialog>
  );
}

function Facts({ deployment, accounts }: { deployment: Deployment; accounts: boolean }) {
  const { recipient, outside, session_days, paper_days, review_days, source_url } = deployment;
  return (
    <>
      <Part title={texts.whereTextGoes}>{recipient ? <Sent {...recipient} /> : <p>{texts.noModel}</p>}</Part>
      <Part title={texts.outside}>
        <Outside {...outside} />
      </Part>
      <Part title={texts.howLong}>
        <ul className="list-disc pl-5">
          <li>{texts.keptConversations(session_days)}</li>
          <li>{texts.keptPapers(paper_days)}</li>
          <li>{texts.keptReviews(review_days)}</li>
          {accounts && <li>{texts.keptDeleted}</li>}
        </ul>
      </Part>
      <Part title={texts.source}>
        <p>
          {texts.free}{" "}
          {source_url ? (
            <a href={source_url} rel="noreferrer" className="text-accent underline">
              {texts.sourceCode}
            </a>
          ) : (
            texts.sourceOfOperator
          )}
        </p>
      </Part>
    </>
  );
}

function Outside({ services, adding, contact }: OutsideServices) {
  return (
    <>
      <p>{services.length ? texts.outsideAsked(services) : texts.noneOutside}</p>
      <p className="mt-2">
        {texts.outsideAdding(adding)} {contact && texts.outsideContact}
      </p>
    </>
  );
}

function Sent({ company, service, models, place, keyed }: RecipientView) {
  return (
    <>
      <p>
        {texts.receives(company, service, models)} {texts.place(place)}
      </p>
      <ul className="my-2 list-disc pl-5">
        <li>{texts.sentPaper}</li>
        <li>{texts.sentQuestion}</li>
        <li>{texts.sentReview}</li>
      </ul>
      {keyed && <p className="rounded-lg bg-danger-tint px-3 py-2 text-danger">{texts.freeTier(company)}</p>}
    </>
  );
}

function OwnData({ account }: { account: Account | null }) {
  const [asked, setAsked] = useState(false);
  const take = useMutation({
    mutationFn: exportAccount,
    onSuccess: (file) => saveFile(file, "scholarai-my-data.json"),
  });
  const remove = useMutation({
    mutationFn: deleteAccount,
    retry: (tries, error) => tries + 1 < MOST_TRIES && error instanceof ApiError && error.retryable,
  });
  const failure = take.error ?? remove.error;
  return (
    <Part title={texts.yourData}>
      <p>{texts.download}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={take.isPending || remove.isPending} onClick={() => take.mutate()}>
          {take.isPending ? texts.collecting : texts.take}
        </Button>
        {account && (
          <Button look="danger" disabled={remove.isPending} onClick={() => setAsked(true)}>
            {remove.isPending ? texts.deleting : texts.deleteAccount}
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="mt-3 rounded-lg bg-danger-tint px-3 py-2 text-danger">
          {failure.message} {failure instanceof ApiError && failure.action}
        </p>
      )}
      {asked && account && (
        <Confirm
          title={texts.deleteSure}
          action={texts.deleteAll}
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false);
            remove.mutate();
          }}
        >
          <p>{texts.deletes(account.email)}</p>
        </Confirm>
      )}
    </Part>
  );
}
