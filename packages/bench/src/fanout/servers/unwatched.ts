/** First of the stations that no client of the measured gateway monitors. */
export const firstRoom = 1_000;

/** Accounts without a connection to the measured gateway. */
export const unwatchedAccounts: readonly string[] = Array.from(
  { length: 8 },
  (_, n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`,
);
