/** Who is signed in: an ID token of Identity Platform, kept fresh; on one machine nobody has to. */

export function idToken(): Promise<string | null> {
  return Promise.resolve(null);
}
