/** Why a PDF cannot be shown. */
import { ApiError, fromFailure } from "@/api/http";
import { common } from "@/texts/common";
import { reader as texts } from "@/texts/reader";

/** Translate the errors of pdf.js into our messages. */
export function explained(error: unknown): Error {
  if (error instanceof ApiError) {
    return error;
  }
  const { name, message, status = 0 } = error as Error & { status?: number };
  if (name === "ResponseException") {
    const detail = status === 404 ? texts.fileGone : texts.fileNotLoaded(status);
    return new ApiError({ status, code: "file_unreachable", detail, action: common.tryAgain, retryable: true });
  }
  if (name === "PasswordException") {
    return unreadable("encrypted", texts.encrypted, texts.uploadCopy);
  }
  // pdf.js passes on only the message of its worker's fetch error, whose wording depends on the browser.
  return name === "InvalidPDFException" || !/fetch|network|load/i.test(message)
    ? unreadable("damaged", texts.damaged, texts.uploadAgain)
    : fromFailure(error);
}

function unreadable(code: string, detail: string, action: string): ApiError {
  return new ApiError({ status: 422, code, detail, action, retryable: false });
}
