import type { ReadMessage } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { type Tab, Tabs } from "../ui/tabs.tsx";
import { en } from "../text/en.ts";
import { MessageCommands } from "./commands.tsx";
import { ConversationTab } from "./conversation-tab.tsx";
import { PartsTab } from "./parts-tab.tsx";
import { partsOf } from "./parts.ts";
import { useConversation } from "./queries.ts";
import { RawTab } from "./raw-tab.tsx";
import { ReceptionsTab } from "./receptions-tab.tsx";
import { WordsTab } from "./words-tab.tsx";

interface DetailsProps {
  readonly message: ReadMessage;
  /** The id of the tab that is shown. */
  readonly tab: string;
  onTab(id: string): void;
}

/** All that is known of a message, in tabs; the panel and the page have the same. */
export function Details({ message, tab, onTab }: DetailsProps): ReactNode {
  const conversation = useConversation(message.id, message.airframeId !== null);
  const related = conversation.data?.messages.length;
  const texts = en.message.tabs;
  const tabs: Tab[] = [
    { id: "words", name: texts.words, content: <WordsTab message={message} /> },
    { id: "raw", name: texts.raw, content: <RawTab message={message} /> },
    {
      id: "receptions",
      name: texts.receptions,
      count: message.receptions?.total,
      content: <ReceptionsTab message={message} />,
    },
  ];
  if (message.airframeId !== null) {
    tabs.push({
      id: "conversation",
      name: texts.conversation,
      count: related === undefined || related < 2 ? undefined : related,
      content: (
        <QueryState query={conversation}>
          {(found) => <ConversationTab conversation={found} id={message.id} />}
        </QueryState>
      ),
    });
  }
  if (message.assembly) {
    tabs.push({
      id: "parts",
      name: texts.parts,
      count: partsOf(message, conversation.data).length || undefined,
      content: <PartsTab message={message} conversation={conversation.data} />,
    });
  }
  return (
    <>
      <MessageCommands message={message} />
      <Tabs label={en.message.sections} tabs={tabs} chosen={tab} onChoose={onTab} />
    </>
  );
}
