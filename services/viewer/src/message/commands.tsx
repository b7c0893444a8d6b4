import type { ReadMessage } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { ApiRequestButton } from "../api-request/api-request-button.tsx";
import { AlertLink } from "../entity/alert-link.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import type { ListedMessage } from "../list/message-row.ts";
import { en } from "../text/en.ts";
import { messageInclude } from "./queries.ts";

/** Offers what can be done with a message. */
export function MessageCommands({ message }: { message: ReadMessage }): ReactNode {
  const { id } = message;
  return (
    <div className="message-commands">
      <CopyButton text={`${location.origin}/messages/${id}`} label={en.message.copyLink} />
      <ApiRequestButton
        request={{
          method: "readMessage",
          path: `/v1/messages/${id}`,
          params: { id },
          query: { include: messageInclude },
        }}
      />
      <AlertLink filter={alertOf(message)} />
    </div>
  );
}

/** The filter of an alert about more messages like one: the same airframe or flight, else the same label. */
function alertOf(message: ListedMessage): Record<string, string> {
  const tail = message.tail ?? message.airframe?.tail;
  if (tail) return { tail };
  if (message.flightNumber !== null) return { flight: message.flightNumber };
  return message.label === null ? {} : { label: message.label };
}
