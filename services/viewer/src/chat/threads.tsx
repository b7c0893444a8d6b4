import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { onlineUsers } from "../data/live/presence.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { display } from "../ui/display/display.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UnreadBadge } from "../ui/unread-badge.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortTime } from "../text/time.ts";

const threadsMax = 200;
const previewCharsMax = 80;

/** The user's conversations, the one with the latest message first. */
export function Threads({ openUserId }: { openUserId: string | undefined }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const online = useStore(onlineUsers);
  const threads = useThreads();
  return (
    <nav aria-label={en.chat.threads}>
      <QueryState query={threads} lines={5}>
        {(shown) =>
          shown.length === 0 ? (
            <p className="empty">{en.chat.noThreads}</p>
          ) : (
            <ul>
              {shown.map(({ userId, username, lastMessage, unreadCount }) => (
                <li key={userId}>
                  <Link
                    to="/chat/{-$userId}"
                    params={{ userId }}
                    className="thread"
                    aria-current={userId === openUserId ? "page" : undefined}
                  >
                    <span className="thread-name">
                      <PresenceDot isOnline={online.has(userId)} />
                      <UntrustedName text={username} />
                    </span>
                    <time dateTime={lastMessage.createdAt} className="quiet small">
                      {shortTime(lastMessage.createdAt, zone, nowMs)}
                    </time>
                    <span className="thread-preview quiet small">
                      <UntrustedText text={lastMessage.body.slice(0, previewCharsMax)} />
                    </span>
                    <UnreadBadge count={unreadCount} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </nav>
  );
}

/** Reads the user's conversations. */
export function useThreads() {
  return useRest(["threads"], (client, signal) =>
    Array.fromAsync(client.listThreads({}, { signal, itemsMax: threadsMax })),
  );
}

/** Whether a user is online: a dot, with its word for those who do not see it. */
export function PresenceDot({ isOnline }: { isOnline: boolean }): ReactNode {
  return (
    <span className="presence" data-online={isOnline || undefined}>
      <span className="visually-hidden">{isOnline ? en.chat.online : en.chat.offline} </span>
    </span>
  );
}
