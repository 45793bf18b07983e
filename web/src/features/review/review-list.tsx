/** All reviews, and a form for a new one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createReview, deleteReview, listReviews } from "@/api/reviews";
import type { ReviewSummary } from "@/api/types";
import { navigate } from "@/lib/location";
import { ago } from "@/lib/times";
import { IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Link } from "@/ui/link";
import { Progress } from "@/ui/progress";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { Room } from "@/ui/room";
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
  const [doomed, setDoomed] = useState<ReviewSummary | null>(null);
  const remove = useMutation({
    mutationFn: deleteReview,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const create = useMutation({
    mutationFn: createReview,
    onSuccess: (review) => {
      void client.invalidateQueries({ queryKey: KEY });
      navigate(`/reviews/${review.id}`);
    },
  });
  useEffect(() => {
    document.title = "Reviews · ScholarAI";
  }, []);
  return (
    <Room title="Literature reviews">
      <NewReviewForm paperIds={paperIds} busy={create.isPending} error={create.error} onCreate={create.mutate} />
      {remove.isError && (
        <p role="alert" className="mt-4 rounded-lg bg-danger-tint px-4 py-2.5 text-sm text-danger">
          {remove.error.message}
        </p>
      )}
      <div className="mt-6 overflow-hidden rounded-2xl border border-line bg-surface">
        {reviews.isPending ? (
          <div className="p-6">
            <Skeleton lines={6} label="Loading your reviews" />
          </div>
        ) : reviews.isError ? (
          <Failed title="Your reviews cannot be listed." error={reviews.error} retry={() => void reviews.refetch()} />
        ) : !reviews.data.reviews.length ? (
          <Empty icon="review" title="No reviews yet">
            <p>
              A review answers a question from many papers, in sections with quotes and tables that compare the papers.
              A click on a citation shows it on its page.
            </p>
          </Empty>
        ) : (
          <ul aria-label="Reviews" className="divide-y divide-line">
            {reviews.data.reviews.map((review) => (
              <ReviewRow key={review.id} review={review} onDelete={() => setDoomed(review)} />
            ))}
          </ul>
        )}
      </div>
      {doomed && (
        <Confirm
          title="Delete this review?"
          action="Delete"
          onCancel={() => setDoomed(null)}
          onConfirm={() => {
            remove.mutate(doomed.id);
            setDoomed(null);
          }}
        >
          <p>“{doomed.title ?? doomed.request.question}” goes with all its versions. This cannot be undone.</p>
        </Confirm>
      )}
    </Room>
  );
}

function ReviewRow({ review, onDelete }: { review: ReviewSummary; onDelete: () => void }) {
  const current = review.steps.find(({ state }) => state === "running");
  return (
    <li className="flex gap-3 px-4 py-4 sm:px-5" data-review={review.id} data-state={review.state}>
      <div className="min-w-0 flex-1">
        <h2 className="text-pretty">
          <Link
            href={`/reviews/${review.id}`}
            className="text-base leading-snug font-semibold hover:text-accent hover:underline"
          >
            {review.title ?? review.request.question}
          </Link>
        </h2>
        {review.title && <p className="mt-0.5 text-sm text-soft">{review.request.question}</p>}
        {isUnderWay(review) && (
          <div className="mt-2">
            <Progress share={shareDone(review.steps)} label={`Writing ${review.title ?? review.request.question}`} />
          </div>
        )}
        <p className="mt-1 text-xs text-faint">
          {stateName(review)}
          {current && `: ${stepName(current).toLowerCase()}`} · {ago(review.created_at)}
        </p>
      </div>
      <IconButton
        icon="trash"
        label={`Delete “${review.title ?? review.request.question}”`}
        className="-mt-1.5 -mr-2"
        onClick={onDelete}
      />
    </li>
  );
}
