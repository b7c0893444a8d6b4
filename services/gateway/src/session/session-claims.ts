/** The claims of a valid token about its user. */
export interface SessionClaims {
  readonly userId: string;
  readonly username: string;
  readonly tokenId: string;
  /** Unix ms. */
  readonly expiresAtMs: number;
}
