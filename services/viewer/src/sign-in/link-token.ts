/**
 * Takes the parameters of the fragment out of the address. Secrets stand there, so that no server and no
 * log sees them, and they are removed at once, so that the history does not keep them.
 */
export function consumeFragment(): URLSearchParams {
  const parameters = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  return parameters;
}

/** Takes the token of a link out of the address. */
export function consumeLinkToken(): string | null {
  return consumeFragment().get("t");
}
