import type { NetworkStation } from "@jetwire/protocol";

/** How a station does: as usual, without a usual rate yet, quieter than usual or refused in part, silent, or never received. */
export type ReceptionState = "usual" | "received" | "quieter" | "waiting" | "offline";

const quietShare = 0.5;

/** Returns how a station does, from the figures that the server measured. */
export function receptionState({
  online,
  lastMessageAt,
  messagesPerMinute: { now, usual },
  refused,
}: Pick<
  NetworkStation,
  "online" | "lastMessageAt" | "messagesPerMinute" | "refused"
>): ReceptionState {
  if (lastMessageAt === null) return "waiting";
  if (!online) return "offline";
  const isQuiet = usual !== null && usual > 0 && now < usual * quietShare;
  const hasRefusals = (refused ?? []).some(({ lastAt }) => lastAt > lastMessageAt);
  if (isQuiet || hasRefusals) return "quieter";
  return usual === null ? "received" : "usual";
}

/** The mark of each state; its word always stands beside it or is read out. */
export const stateMarks: Readonly<Record<ReceptionState, string>> = {
  usual: "●",
  received: "●",
  quieter: "◐",
  waiting: "○",
  offline: "✖",
};
