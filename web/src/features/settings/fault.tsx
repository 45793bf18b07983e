/** Why a change of the settings failed, and what to do. */
import { ApiError } from "@/api/http";

export function Fault({ error }: { error: Error | null }) {
  return (
    error && (
      <p role="alert" className="mt-2 text-danger">
        {error.message} {error instanceof ApiError && error.action}
      </p>
    )
  );
}
