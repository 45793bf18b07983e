/** Why a PDF cannot be shown. */
import { ApiError, fromFailure } from "@/api/http";

/** Translate the errors of pdf.js into our messages. */
export function explained(error: unknown): Error {
  if (error instanceof ApiError) {
    return error;
  }
  const { name, message, status = 0 } = error as Error & { status?: number };
  if (name === "ResponseException") {
    const detail =
      status === 404 ? "The file was not uploaded or has been deleted." : `The file could not be loaded (${status}).`;
    return new ApiError({ status, code: "file_unreachable", detail, action: "Try again.", retryable: true });
  }
  if (name === "PasswordException") {
    return unreadable("encrypted", "The file asks for a password.", "Upload a copy without one.");
  }
  // pdf.js passes on only the message of its worker's fetch error, whose wording depends on the browser.
  return name === "InvalidPDFException" || !/fetch|network|load/i.test(message)
    ? unreadable("damaged", "The file is damaged: its pages cannot be displayed.", "Upload it again.")
    : fromFailure(error);
}

function unreadable(code: string, detail: string, action: string): ApiError {
  return new ApiError({ status: 422, code, detail, action, retryable: false });
}
