const key = "jetwire-invitation";

/** Keeps the token of an invitation in this tab while its user signs in at a provider. */
export function keepInvitation(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
}

/** Returns the token of the invitation that was kept in this tab. */
export function keptInvitation(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}
