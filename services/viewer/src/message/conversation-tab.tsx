import type { Conversation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { Direction } from "../ui/marks.tsx";
import { rowOf } from "../list/message-row.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { age, shortTime } from "../text/time.ts";

type Entry = Conversation["messages"][number];

/** The uplinks and downlinks that belong together: from the ground at the left, from the aircraft at the right. */
export function ConversationTab({
  conversation,
  id,
}: {
  conversation: Conversation;
  id: string;
}): ReactNode {
  const { messages, complete } = conversation;
  if (messages.length < 2) return <p className="quiet">{en.message.alone}</p>;
  return (
    <>
      <ol className="bubbles">
        {messages.map((entry, index) => (
          <Bubble
            key={entry.message.id}
            entry={entry}
            sinceMs={sinceMsOf(messages[index - 1], entry)}
            isOpen={entry.message.id === id || entry.message.groupId === id}
          />
        ))}
      </ol>
      {!complete && <p className="quiet small">{en.message.incomplete}</p>}
    </>
  );
}

interface BubbleProps {
  readonly entry: Entry;
  /** Time since the message before it; null for the first. */
  readonly sinceMs: number | null;
  readonly isOpen: boolean;
}

function Bubble({ entry: { message, relations }, sinceMs, isOpen }: BubbleProps): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const { words, raw } = rowOf(message);
  const relation = relations[0]?.relation;
  return (
    <>
      {sinceMs !== null && (
        <li className="conversation-gap quiet small">{en.message.later(age(sinceMs))}</li>
      )}
      <li
        className="conversation-message"
        data-direction={message.linkDirection ?? "downlink"}
        aria-current={isOpen || undefined}
      >
        <p className="quiet small">
          <Direction direction={message.linkDirection} />
          <Link to="/messages/$id" params={{ id: message.id }}>
            <time dateTime={message.timestamp}>{shortTime(message.timestamp, zone, nowMs)}</time>
          </Link>
          {relation !== undefined && ` · ${en.message.relations[relation]}`}
        </p>
        <p className="conversation-words">
          <UntrustedText text={words.title} />
        </p>
        {words.details !== "" && (
          <p className="small">
            <UntrustedText text={words.details} />
          </p>
        )}
        {raw !== "" && (
          <p className="conversation-raw mono quiet">
            <UntrustedText text={raw} />
          </p>
        )}
      </li>
    </>
  );
}

function sinceMsOf(before: Entry | undefined, entry: Entry): number | null {
  if (!before) return null;
  return Date.parse(entry.message.timestamp) - Date.parse(before.message.timestamp);
}
