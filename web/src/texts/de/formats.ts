/** Return a list of formats that the server names, such as "PDF, HTML or plain text", as German says it. */
export function inGerman(formats: string): string {
  return formats.replaceAll(" or ", " oder ").replace("plain text", "reiner Text");
}
