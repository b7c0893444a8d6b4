import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { currentRealtime } from "../data/realtime.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { Failure } from "../look/query-state.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

/** The users that the user has blocked, with the way to unblock them. */
export function BlockedUsers(): ReactNode {
  const queries = useQueryClient();
  const action = useAction();
  const { data: blocked = [] } = useBlocked();
  if (blocked.length === 0) return null;
  return (
    <details className="blocked">
      <summary>{en.chat.blockedUsers(blocked.length)}</summary>
      <ul>
        {blocked.map(({ userId, username }) => (
          <li key={userId} className="blocked-user">
            <ForeignName text={username} />
            <button
              type="button"
              className="button"
              disabled={action.isRunning}
              onClick={() =>
                void action.run(async () => {
                  await currentRealtime().chat.unblock(userId);
                  await queries.invalidateQueries({ queryKey: ["blocked"] });
                })
              }
            >
              {en.chat.unblock}
            </button>
          </li>
        ))}
      </ul>
      {action.error && <Failure error={action.error} />}
    </details>
  );
}

/** Reads the users that the user has blocked. */
export function useBlocked() {
  return useRest(["blocked"], (client, signal) =>
    Array.fromAsync(client.listBlocks({}, { signal })),
  );
}
