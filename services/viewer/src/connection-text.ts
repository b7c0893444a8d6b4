import type { ConnectionStatus } from "@jetwire/client";

/** Describes the connection: briefly for the bar, in a sentence for an empty list. */
export interface ConnectionText {
  readonly state: ConnectionStatus["state"];
  readonly short: string;
  readonly long: string;
}

/** @param refusal the server's last refusal, if any */
export function connectionText(
  connection: ConnectionStatus,
  refusal: string | null,
): ConnectionText {
  const { state } = connection;
  switch (state) {
    case "connecting":
      return { state, short: "Connecting…", long: "Connecting to the live messages…" };
    case "connected":
      return refusal === null
        ? { state, short: "Live", long: "Connected. Waiting for the first message…" }
        : { state, short: refusal, long: `The service answered: ${refusal}` };
    case "waiting":
      return {
        state,
        short: "Disconnected. Reconnecting…",
        long: "The connection was lost. This page reconnects automatically.",
      };
    case "ended": {
      const reason = refusal === null ? "" : ` Reason: ${refusal}.`;
      return {
        state,
        short: "Disconnected",
        long: `The service closed the connection.${reason} Reload the page to connect again.`,
      };
    }
  }
}
