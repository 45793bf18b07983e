/** What one may want to know of this site: where texts go, how long they are kept, one's own data, the source. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { deleteAccount, exportAccount, getDeployment } from "@/api/account";
import { deployment } from "@/api/deployment";
import { ApiError } from "@/api/http";
import type { Account } from "@/api/identity";
import type { Deployment, OutsideServices, RecipientView } from "@/api/types";
import { saveFile } from "@/lib/saving";
import { counted } from "@/lib/text";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
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
  const dialog = useRef<HTMLDialogElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["deployment"],
    queryFn: ({ signal }) => getDeployment(signal),
    staleTime: Infinity,
  });
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="about-title"
      onClose={onClose}
      className="max-h-[calc(100dvh-2rem)] w-[36rem] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-2xl border border-line bg-surface p-6 text-ink shadow-xl backdrop:bg-black/40"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="about-title" className="text-xl font-semibold">
          About this site
        </h2>
        <IconButton icon="close" label="Close" onClick={() => dialog.current?.close()} />
      </div>
      {data ? (
        <Facts deployment={data} accounts={accounts} />
      ) : error ? (
        <Failed title="The information about this site cannot be loaded." error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} label="About this site" />
      )}
      {(account ?? !accounts) && (
        <>
          <Usage />
          {account && deployment().secondFactor && (
            <Suspense fallback={<Skeleton lines={2} label="Second factor" />}>
              <SecondFactor email={account.email} />
            </Suspense>
          )}
          <OwnData account={account} />
        </>
      )}
    </dialog>
  );
}

function Facts({ deployment, accounts }: { deployment: Deployment; accounts: boolean }) {
  const { recipient, outside, session_days, paper_days, review_days, source_url } = deployment;
  return (
    <>
      <Part title="Where text goes">{recipient ? <Sent {...recipient} /> : <p>{NO_MODEL}</p>}</Part>
      <Part title="Outside services">
        <Outside {...outside} />
      </Part>
      <Part title="How long it is kept">
        <ul className="list-disc pl-5">
          <li>Conversations: {counted(session_days, "day")} after the last message.</li>
          <li>Papers: {lasting(paper_days)}.</li>
          <li>Reviews: {lasting(review_days)}.</li>
          {accounts && <li>Deleted data is removed at once, and from backups within two weeks.</li>}
        </ul>
      </Part>
      <Part title="Source">
        <p>
          ScholarAI is free software under the AGPL, version 3 or later.{" "}
          {source_url ? (
            <a href={source_url} rel="noreferrer" className="text-accent underline">
              Source code of this version
            </a>
          ) : (
            "The operator of this server provides the source code of this version."
          )}
        </p>
      </Part>
    </>
  );
}

const NO_MODEL =
  "No text leaves this server: no language model is configured, so papers are read, searched and quoted where they are stored.";

function Outside({ services, adding, contact }: OutsideServices) {
  return (
    <>
      <p>
        {services.length
          ? `${inWords(services)} may be asked about published works. They receive titles, DOIs and other identifiers of papers, and the words of searches beyond the library; never texts of papers, other questions or answers.`
          : "No outside service is switched on. None is asked about your papers by itself."}
      </p>
      <p className="mt-2">
        Adding a work by its identifier or title asks those that know such names: {inWords(adding)}. They receive that
        identifier or title; the host of an open PDF receives the address of the file.
        {contact && " Each request carries the e-mail address of this site's operator."}
      </p>
    </>
  );
}

function inWords(names: string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(names);
}

function lasting(days: number | null): string {
  return days ? counted(days, "day") : "until you delete them";
}

function Sent({ company, service, models, place, keyed }: RecipientView) {
  return (
    <>
      <p>
        {company} receives text through {service} ({models.join(", ")}).{" "}
        {place ? `It is processed in ${place}.` : "It may be processed in any region."}
      </p>
      <ul className="my-2 list-disc pl-5">
        <li>When a paper is read: its text, passage by passage.</li>
        <li>
          With a question: the question, the conversation before it, the text of title pages, the passages found, and
          images of the figures that the question names.
        </li>
        <li>For a review: its question, the passages found, and the quotes picked from them.</li>
      </ul>
      {keyed && (
        <p className="rounded-lg bg-danger-tint px-3 py-2 text-danger">
          This server uses an API key. With a key of the free tier, {company} may read the text and use it to improve
          its products: ask the operator of this server before you upload papers under review or texts about people.
        </p>
      )}
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
    <Part title="Your data">
      <p>
        The download contains the data of your papers, notes, collections, conversations and reviews, as JSON. It does
        not include the files of papers.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={take.isPending || remove.isPending} onClick={() => take.mutate()}>
          {take.isPending ? "Collecting your data…" : "Download my data"}
        </Button>
        {account && (
          <Button look="danger" disabled={remove.isPending} onClick={() => setAsked(true)}>
            {remove.isPending ? "Deleting…" : "Delete my account"}
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
          title="Delete your account?"
          action="Delete everything"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false);
            remove.mutate();
          }}
        >
          <p>
            This deletes all papers, notes, collections, conversations and reviews of {account.email}, and the sign-in
            account. It cannot be undone.
          </p>
        </Confirm>
      )}
    </Part>
  );
}
