import type { ChatMessage } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Ban } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { onlineUsers } from "../data/live/presence.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { Failure, Skeleton } from "../ui/query-state/query-state.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { BlockDialog } from "./block-dialog.tsx";
import { useBlocked } from "./blocked-users.tsx";
import { Bubble } from "./bubble.tsx";
import { Composer } from "./composer.tsx";
import { usePartnerName } from "./partner-name.ts";
import { PresenceDot, useThreads } from "./threads.tsx";
import { useMessages } from "./use-messages.ts";

interface ConversationProps {
  readonly userId: string;
  /** Whether the list of conversations is not beside it. */
  readonly isAlone: boolean;
}

/** One conversation: its messages, and the field to write. */
export function ChatConversation({ userId, isAlone }: ConversationProps): ReactNode {
  const threads = useThreads();
  const thread = threads.data?.find((one) => one.userId === userId);
  const { data: blocked = [] } = useBlocked();
  const isBlocked = blocked.some((one) => one.userId === userId);
  const name = usePartnerName(userId);
  const isOnline = useStore(onlineUsers).has(userId);
  const [isBlocking, setBlocking] = useState(false);
  const { query, messages, isTyping, partnerReadAt, add } = useMessages(userId);
  // The line stays where it was when the conversation was opened.
  const [readAt] = useState(() => thread?.readAt ?? null);
  return (
    <section className="conversation" aria-label={en.chat.with(name)}>
      <header className="conversation-head">
        {isAlone && (
          <Link to="/chat/{-$userId}" params={{}} aria-label={en.chat.back} className="button">
            <Icon of={ArrowLeft} />
          </Link>
        )}
        <PresenceDot isOnline={isOnline} />
        {isAlone ? (
          <PageTitle text={name} tab={en.chat.with(name)} />
        ) : (
          <h2>
            <UntrustedName text={name} />
          </h2>
        )}
        <span className="quiet small">{isOnline ? en.chat.online : en.chat.offline}</span>
        <Button kind="plain" onClick={() => setBlocking(true)}>
          <Icon of={Ban} />
          {en.chat.block}
        </Button>
      </header>
      <div className="conversation-messages" role="log" aria-label={en.chat.with(name)}>
        {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <Skeleton lines={6} />}
        {query.hasNextPage && (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {en.chat.older}
          </Button>
        )}
        {query.isSuccess && !query.hasNextPage && (
          <p className="quiet small">
            {messages.length === 0 ? (
              <UntrustedName text={en.chat.stranger(name)} />
            ) : (
              en.chat.beginning
            )}
          </p>
        )}
        <Messages
          messages={messages}
          userId={userId}
          readAt={readAt}
          partnerReadAt={partnerReadAt ?? thread?.partnerReadAt ?? null}
        />
        <p className="quiet small" aria-live="polite">
          {isTyping && <UntrustedName text={en.chat.typing(name)} />}
        </p>
      </div>
      {isBlocked ? (
        <p className="empty">
          <UntrustedName text={en.chat.blocked(name)} />
        </p>
      ) : (
        <Composer userId={userId} onSent={add} />
      )}
      {isBlocking && <BlockDialog userId={userId} name={name} onClose={() => setBlocking(false)} />}
    </section>
  );
}

interface MessagesProps {
  readonly messages: readonly ChatMessage[];
  readonly userId: string;
  readonly readAt: string | null;
  readonly partnerReadAt: string | null;
}

function Messages({ messages, userId, readAt, partnerReadAt }: MessagesProps): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const ownId = useStore(session)?.user?.id;
  const lastId = messages.at(-1)?.id;
  useEffect(() => {
    if (lastId !== undefined) end.current?.scrollIntoView({ block: "end" });
  }, [lastId]);
  const firstUnread =
    readAt === null
      ? undefined
      : messages.find((one) => one.senderId === userId && one.createdAt > readAt)?.id;
  const lastRead = messages.findLast(
    (one) => one.senderId === ownId && partnerReadAt !== null && one.createdAt <= partnerReadAt,
  )?.id;
  return (
    <>
      {messages.map((message) => (
        <Fragment key={message.id}>
          {message.id === firstUnread && <p className="unread-line">{en.chat.unreadLine}</p>}
          <Bubble
            message={message}
            isOwn={message.senderId === ownId}
            isRead={message.id === lastRead}
          />
        </Fragment>
      ))}
      <div ref={end} />
    </>
  );
}
