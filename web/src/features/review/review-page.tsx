/** One review: its steps while it is written, its report as it grows, and what can be done with it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { ApiError } from "@/api/http";
import { cancelReview, getReview } from "@/api/reviews";
import type { CitationV1, ReportView, ReviewSummary } from "@/api/types";
import { common } from "@/texts/common";
import { told } from "@/texts/problems";
import { reviews as texts } from "@/texts/reviews";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { TabTitle } from "@/ui/tab-title";
import { Failed, Skeleton } from "@/ui/states";
import { WithoutModel } from "@/ui/without-model";
import { BeyondPart } from "./beyond-part";
import { Contents } from "./contents";
import { PaperList } from "./paper-list";
import { ReportSection } from "./report-section";
import { numbersIn } from "./cited";
import { AddSection, saidOf, type SectionEdit } from "./section-editor";
import { StepList } from "./step-list";
import { isUnderWay } from "./steps";
import { useCitationInSight } from "./use-citation-in-sight";
import { useEdits } from "./use-edits";
import { Export, OldVersion, Versions } from "./versions";

const LOOK_MS = 1_000;

export interface ReviewPageProps {
  reviewId: string;
  shown: string | null;
  onCitation: (address: string, citation: CitationV1) => void;
  /** Called once the report that holds the address's citation is there. */
  onReport: (report: ReportView) => void;
}

export function ReviewPage({ reviewId, shown, onCitation, onReport }: ReviewPageProps) {
  const client = useQueryClient();
  const [version, setVersion] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ["review", reviewId, version],
    queryFn: ({ signal }) => getReview(reviewId, version, signal),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.review) ? LOOK_MS : false),
    placeholderData: (before) => before,
  });
  const refresh = () => {
    setVersion(null);
    return client.invalidateQueries({ queryKey: ["review", reviewId] });
  };
  const cancel = useMutation({ mutationFn: () => cancelReview(reviewId), onSettled: refresh });
  const report = query.data?.report;
  useEffect(() => {
    if (report) {
      onReport(report);
    }
  }, [report, onReport]);
  const scroller = useCitationInSight(shown, report !== undefined);
  const review = query.data?.review;
  const { edit, error: editError } = useEdits(reviewId, review, refresh);

  if (query.isError && !query.data) {
    const gone = query.error instanceof ApiError && query.error.status === 404;
    return (
      <Failed
        gone={gone}
        title={gone ? texts.gone : texts.notOpened}
        error={query.error}
        retry={() => void query.refetch()}
      >
        <Link href="/reviews" className="text-sm text-accent underline">
          {texts.all}
        </Link>
      </Failed>
    );
  }
  if (!review) {
    return (
      <div className="mx-auto max-w-3xl p-8">
        <Skeleton lines={9} label={texts.loading} />
      </div>
    );
  }
  const title = report?.title || review.title || review.request.question;
  const failure = cancel.error ?? editError;
  return (
    <div ref={scroller} className="@container relative h-full overflow-y-auto">
      <div className="mx-auto flex w-fit max-w-full gap-6 @5xl:px-6">
        {report && <Contents report={report} />}
        <article className="w-3xl max-w-full min-w-0 px-4 pt-8 pb-24 sm:px-6">
          <header>
            <p className="text-sm">
              <Link href="/reviews" className="rounded text-soft hover:text-ink hover:underline">
                {texts.all}
              </Link>
            </p>
            <TabTitle>{title}</TabTitle>
            <h1 dir="auto" className="mt-2 text-left font-serif text-xl font-semibold text-balance">
              {title}
            </h1>
            {title !== review.request.question && (
              <p dir="auto" className="mt-2 text-left text-soft">
                {review.request.question}
              </p>
            )}
            <div className="mt-4 flex flex-wrap items-center gap-2">
              <p className="mr-auto text-sm text-soft">{writerOf(review)}</p>
              {isUnderWay(review) ? (
                <Button icon="stop" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
                  {common.stop}
                </Button>
              ) : (
                report && (
                  <div className="ml-auto flex items-center gap-2">
                    {review.version > 1 && <Versions {...{ review, version }} onVersion={setVersion} />}
                    <Export reviewId={reviewId} version={report.version} title={report.title} />
                  </div>
                )
              )}
            </div>
          </header>
          <div className="mt-5 print:hidden">
            <StepList key={String(isUnderWay(review))} review={review} />
          </div>
          {failure && (
            <p role="alert" className="mt-4 rounded-lg bg-danger-tint px-4 py-2.5 text-sm text-danger">
              {failure.message}
            </p>
          )}
          <Notices review={review} />
          {report && version !== null && (
            <OldVersion
              {...{ version, newest: review.version }}
              onNewest={() => setVersion(null)}
              onRestore={() => edit({ action: "restore", version }, texts.restored(version))}
            />
          )}
          {report && (
            <Report
              {...{ report, shown, onCitation }}
              editable={!isUnderWay(review) && report.complete && version === null}
              restorable={version !== null && !isUnderWay(review)}
              onEdit={edit}
            />
          )}
          {isUnderWay(review) && (
            <div className="mt-6">
              <Skeleton lines={4} label={texts.nextSection} />
            </div>
          )}
        </article>
      </div>
    </div>
  );
}

function Report({
  report,
  shown,
  editable,
  restorable,
  onCitation,
  onEdit,
}: Pick<ReviewPageProps, "shown" | "onCitation"> & {
  report: ReportView;
  editable: boolean;
  /** It is an earlier version. */
  restorable: boolean;
  onEdit: (edit: SectionEdit, done: string) => void;
}) {
  const papers = useMemo(() => new Map(report.papers.map((paper) => [paper.paper_id, paper])), [report]);
  const numberOf = useMemo(() => numbersIn(report), [report]);
  return (
    <div className="mt-4" data-complete={report.complete}>
      {report.sections.map((section) => (
        <ReportSection
          key={section.id}
          {...{ section, papers, numberOf, shown, editable, onCitation }}
          onEdit={(wish) => onEdit(wish, saidOf(wish, section.title))}
          onRestore={
            restorable
              ? () => {
                  const wish = { action: "restore", section_id: section.id, version: report.version } as const;
                  onEdit(wish, saidOf(wish, section.title));
                }
              : null
          }
          followed={report.followed}
        />
      ))}
      {editable && <AddSection onEdit={(wish) => onEdit(wish, saidOf(wish, wish.title ?? ""))} />}
      <PaperList id="cited-papers" title={texts.citedPapers(report.papers.length)} papers={report.papers} />
      <PaperList
        id="silent-papers"
        title={texts.silent(report.silent.length + report.unlisted)}
        papers={report.silent}
        unlisted={report.unlisted}
      />
      {report.beyond && <BeyondPart beyond={report.beyond} />}
    </div>
  );
}

// Said of a reading list as a whole, and no alarm.
const CALM: ReadonlySet<string> = new Set(["closest", "without_model"]);

function Notices({ review }: { review: ReviewSummary }) {
  const calm = review.notices.filter(({ code }) => CALM.has(code));
  const alarming = review.notices.filter(({ code }) => !CALM.has(code));
  const error = review.error && told(review.error);
  if (!review.notices.length && !error) {
    return null;
  }
  return (
    <div className="mt-4 space-y-2 text-sm">
      {error && (
        <p role="alert" className="rounded-lg bg-danger-tint px-4 py-2.5 text-danger">
          {error.message} {error.action}
        </p>
      )}
      {calm.map(({ code, detail }) =>
        code === "without_model" ? (
          <WithoutModel key={code} says={texts.readingList} />
        ) : (
          <p key={code} className="text-base font-medium">
            {texts.notice(code, detail)}
          </p>
        ),
      )}
      {alarming.length > 0 && (
        <ul aria-label={texts.notices} className="rounded-lg bg-warn-tint px-4 py-2.5 text-warn">
          {alarming.map((notice, index) => (
            <li key={index}>
              {texts.notice(notice.code, notice.detail)}
              {notice.count > 1 && ` ${texts.times(notice.count)}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function writerOf(review: ReviewSummary): string {
  return review.model === "extractive" ? texts.byRules : texts.writtenBy(review.model);
}
