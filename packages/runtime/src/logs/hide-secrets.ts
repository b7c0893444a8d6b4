/** Keys of the API and of stations, tokens (JWT), and passwords in addresses. */
const secrets =
  /\bjws?_[0-9A-Za-z]{6,}|\beyJ[\w-]{4,}\.[\w-]{4,}\.[\w-]{4,}|(?<=:\/\/[^\s/@:"]{0,128}:)[^\s/@"]{1,512}(?=@)/g;

/** Returns a text without secrets that have a known shape, as `[hidden]`. */
export function hideSecrets(text: string): string {
  return text.replaceAll(secrets, "[hidden]");
}
