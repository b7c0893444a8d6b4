import type { ConnectionStatus } from "@jetwire/client";

/** What the page says of its connection: a word for the bar, a sentence for an empty list. */
export interface ConnectionWords {
  readonly state: ConnectionStatus["state"];
  readonly short: string;
  readonly long: string;
}

/** @param refusal what the server said last, when it refused something */
export function connectionWords(
  connection: ConnectionStatus,
  refusal: string | null,
): ConnectionWords {
  const { state } = connection;
  switch (state) {
    case "connecting":
      return { state, short: "Connecting…", long: "Connecting to the live messages…" };
    case "connected":
      return refusal === null
        ? { state, short: "Live", long: "Connected. Waiting for the first message…" }
        : { state, short: refusal, long: `The service says: ${refusal}` };
    case "waiting":
      return {
        state,
        short: "Disconnected, trying again…",
        long: "The connection is down. It is tried again by itself, there is nothing to do.",
      };
    case "ended": {
      const why = refusal === null ? "" : ` It says: ${refusal}.`;
      return {
        state,
        short: "Disconnected",
        long: `The service has ended the connection.${why} Load the page again to try anew.`,
      };
    }
  }
}
