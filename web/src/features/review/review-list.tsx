/** All reviews, and a form for a new one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createReview, deleteReview, listReviews } from "@/api/reviews";
import type { ReviewSummary } from "@/api/types";
import { navigate } from "@/lib/location";
import { ago } from "@/lib/times";
import { common } from "@/texts/common";
import { reviews as texts } from "@/texts/reviews";
import { IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { oneStop } from "@/ui/one-stop";
import { Progress } from "@/ui/progress";
import { Failed, Skeleton } from "@/ui/states";
import { Room } from "@/ui/room";
import { removeWithUndo, useRemoved } from "@/ui/toasts";
import { NewReviewForm } from "./new-review-form";
import { isUnderWay, shareDone, stateName, stepName } from "./steps";

const KEY = ["reviews"];
const LOOK_MS = 2_000;

export function ReviewList({ paperIds }: { paperIds: string[] }) {
  const client = useQueryClient();
  const reviews = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => listReviews(signal),
    refetchInterval: ({ state }) => (state.data?.reviews.some(isUnderWay) ? LOOK_MS : false),
  });
  const removed = useRemoved();
  const listed = reviews.data?.reviews.filter(({ id }) => !removed.has(`review:${id}`)) ?? [];
  const remove = ({ id, title, request }: ReviewSummary) =>
    removeWithUndo({
      key: `review:${id}`,
      text: texts.deleted(title ?? request.question),
      remove: () => deleteReview(id).finally(() => client.invalidateQueries({ queryKey: KEY })),
    });
  const create = useMutation({
    mutationFn: createReview,
    onSuccess: (review) => {
      void client.invalidateQueries({ queryKey: KEY });
      navigate(`/reviews/${review.id}`);
    },
  });
  return (
    <Room title={texts.title} tab={texts.short} reports>
      <p className="mt-1 max-w-prose text-soft text-pretty">{texts.about}</p>
      <NewReviewForm paperIds={paperIds} busy={create.isPending} error={create.error} onCreate={create.mutate} />
      <div className="mt-8 border-t border-line empty:hidden">
        {reviews.isPending ? (
          <div className="py-6">
            <Skeleton lines={6} label={texts.loadingList} />
          </div>
        ) : reviews.isError ? (
          <Failed title={texts.listFailed} error={reviews.error} retry={() => void reviews.refetch()} />
        ) : (
          listed.length > 0 && (
            <ul ref={oneStop} aria-label={texts.short} className="divide-y divide-hover">
              {listed.map((review) => (
                <ReviewRow key={review.id} review={review} onDelete={() => remove(review)} />
              ))}
            </ul>
          )
        )}
      </div>
    </Room>
  );
}

function ReviewRow({ review, onDelete }: { review: ReviewSummary; onDelete: () => void }) {
  const current = review.steps.find(({ state }) => state === "running");
  return (
    <li className="flex gap-3 py-4" data-review={review.id} data-state={review.state}>
      <div className="min-w-0 flex-1">
        <h2 className="text-pretty">
          <Link
            href={`/reviews/${review.id}`}
            className="-my-0.5 line-clamp-2 py-0.5 text-base leading-snug font-semibold hover:text-accent hover:underline"
          >
            <bdi>{review.title ?? review.request.question}</bdi>
          </Link>
        </h2>
        {review.title && review.title !== review.request.question && (
          <p dir="auto" className="mt-0.5 line-clamp-2 text-left text-sm text-soft">
            {review.request.question}
          </p>
        )}
        {isUnderWay(review) && (
          <div className="mt-2">
            <Progress share={shareDone(review.steps)} label={texts.writing(review.title ?? review.request.question)} />
          </div>
        )}
        <p className="mt-1 text-sm text-soft">
          {current ? texts.underWay(stateName(review), stepName(current)) : stateName(review)} ·{" "}
          {ago(review.created_at)}
        </p>
      </div>
      <IconButton
        icon="trash"
        label={common.deleteIt(review.title ?? review.request.question)}
        tip={common.delete}
        className="-mt-1.5 -mr-2"
        onClick={onDelete}
      />
    </li>
  );
}
