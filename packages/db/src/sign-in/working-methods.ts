/** The ways to sign in that the service has been set up for. Others do not count as ways into an account. */
export interface WorkingMethods {
  readonly passkeys: boolean;
  /** Whether links are sent by e-mail. */
  readonly email: boolean;
  /** Issuers of identities with which people sign in. */
  readonly issuers: readonly string[];
}

/** The result of removing a sign-in method; nothing is removed if no other one works (`last`). */
export type WayRemoval = "removed" | "unknown" | "last";
