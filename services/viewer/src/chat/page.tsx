import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useMediaQuery } from "../ui/media-query.ts";
import { en } from "../text/en.ts";
import { BlockedUsers } from "./blocked-users.tsx";
import { ChatConversation } from "./conversation.tsx";
import { NewChat } from "./new-chat.tsx";
import { Threads } from "./threads.tsx";
import "./chat.css";

const route = getRouteApi("/chat/{-$userId}");

/** The page of direct messages: conversations at the left, one of them at the right. */
export function ChatPage(): ReactNode {
  return (
    <NeedsUser title={en.chat.title} purpose={en.chat.purpose}>
      <Chat />
    </NeedsUser>
  );
}

function Chat(): ReactNode {
  const { userId } = route.useParams();
  const isPhone = useMediaQuery("(max-width: 767px)");
  const [isFinding, setFinding] = useState(false);
  const showsThreads = !isPhone || userId === undefined;
  return (
    <div className="page chat">
      {showsThreads && (
        <div className="page-head">
          <PageTitle text={en.chat.title} />
          <div className="page-commands">
            <Button onClick={() => setFinding(true)}>{en.chat.newChat}</Button>
          </div>
        </div>
      )}
      <div className="chat-body">
        {showsThreads && (
          <div className="chat-threads">
            <Threads openUserId={userId} />
            <BlockedUsers />
          </div>
        )}
        {userId !== undefined && (
          <ChatConversation key={userId} userId={userId} isAlone={isPhone} />
        )}
        {userId === undefined && !isPhone && <p className="empty">{en.chat.choose}</p>}
      </div>
      {isFinding && <NewChat onClose={() => setFinding(false)} />}
    </div>
  );
}
