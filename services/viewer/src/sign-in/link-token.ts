/**
 * Takes the token of a link out of the address: it stands in the fragment, so that no server and no log
 * sees it, and it is removed at once, so that the history does not keep it.
 */
export function takeLinkToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  return token;
}
