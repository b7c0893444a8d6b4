/** Whose presence a user may see. */
export interface PresenceView {
  sees(userId: string): boolean;
}

export interface PresenceRelations {
  /** Who has blocked the user. */
  readonly blockers: readonly string[];
  /** Whom alone the user sees; null for everybody. */
  readonly contacts: readonly string[] | null;
}

/** Oneself is always seen; who has blocked the user never is. */
export function presenceView(
  userId: string,
  { blockers, contacts }: PresenceRelations,
): PresenceView {
  const hidden = new Set(blockers);
  const seen = contacts && new Set(contacts);
  return {
    sees: (other) => other === userId || (!hidden.has(other) && (seen === null || seen.has(other))),
  };
}
