import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { currentRealtime } from "../data/live/realtime.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

/** The users that the user has blocked, with the way to unblock them. */
export function BlockedUsers(): ReactNode {
  const unblock = useCommand((_client, userId: string) => currentRealtime().chat.unblock(userId), {
    keys: [["blocked"]],
  });
  const { data: blocked = [] } = useBlocked();
  if (blocked.length === 0) return null;
  return (
    <details className="blocked">
      <summary>{en.chat.blockedUsers(blocked.length)}</summary>
      <ul>
        {blocked.map(({ userId, username }) => (
          <li key={userId} className="blocked-user">
            <UntrustedName text={username} />
            <Button disabled={unblock.isRunning} onClick={() => unblock.run(userId)}>
              {en.chat.unblock}
            </Button>
          </li>
        ))}
      </ul>
      <CommandFailure command={unblock} />
    </details>
  );
}

/** Reads the users that the user has blocked. */
export function useBlocked() {
  return useRest(["blocked"], (client, signal) =>
    Array.fromAsync(client.listBlocks({}, { signal })),
  );
}
