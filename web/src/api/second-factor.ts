/** The second factor of the signed-in account: codes of an authenticator app (TOTP, RFC 6238). */
import { secondFactors, toolkit } from "./identity-calls";
import { idToken, replaceTokens, type Confirmed } from "./identity";
import { calls as texts } from "@/texts/calls";

/** A factor that the account has. */
export interface Factor {
  id: string;
  name: string;
  since: string;
}

/** What an authenticator app is told: by its QR code, or by typing the secret. */
export interface Setup {
  session: string;
  secret: string;
  /** `otpauth://totp/…`, which apps open. */
  address: string;
}

interface Known {
  users?: { mfaInfo?: { mfaEnrollmentId: string; displayName?: string; enrolledAt: string }[] }[];
}

interface Started {
  totpSessionInfo: {
    sharedSecretKey: string;
    sessionInfo: string;
    verificationCodeLength: number;
    hashingAlgorithm: string;
    periodSec: number;
  };
}

export async function getFactors(): Promise<Factor[]> {
  const { users = [] } = await toolkit<Known>("lookup", { idToken: await idToken() });
  const known = users[0]?.mfaInfo ?? [];
  return known.map((one) => ({ id: one.mfaEnrollmentId, name: one.displayName ?? "", since: one.enrolledAt }));
}

/** Begin to add an app. Nothing changes until a code of it is confirmed. */
export async function startFactor(email: string): Promise<Setup> {
  const { totpSessionInfo: told } = await secondFactors<Started>("mfaEnrollment:start", {
    idToken: await idToken(),
    totpEnrollmentInfo: {},
  });
  const fields = new URLSearchParams({
    secret: told.sharedSecretKey,
    issuer: "ScholarAI",
    algorithm: told.hashingAlgorithm,
    digits: String(told.verificationCodeLength),
    period: String(told.periodSec),
  });
  return {
    session: told.sessionInfo,
    secret: told.sharedSecretKey,
    address: `otpauth://totp/${encodeURIComponent(`ScholarAI:${email}`)}?${fields.toString()}`,
  };
}

/** Add the app that shows this code. */
export async function confirmFactor({ session }: Setup, code: string): Promise<void> {
  const body = {
    idToken: await idToken(),
    displayName: texts.app,
    totpVerificationInfo: { sessionInfo: session, verificationCode: code },
  };
  replaceTokens(await secondFactors<Confirmed>("mfaEnrollment:finalize", body));
}

export async function removeFactor(id: string): Promise<void> {
  const body = { idToken: await idToken(), mfaEnrollmentId: id };
  replaceTokens(await secondFactors<Confirmed>("mfaEnrollment:withdraw", body));
}
