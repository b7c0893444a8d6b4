import type { ReadMessage } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { BellPlus } from "lucide-react";
import type { ReactNode } from "react";
import { ApiRequestButton } from "../api-request/api-request-button.tsx";
import { CopyButton } from "../look/copy-button.tsx";
import type { ListedMessage } from "../list/message-row.ts";
import { en } from "../words/en.ts";
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
      <Link to="/desk/alerts" search={alertOf(message)} className="button">
        <BellPlus size={16} strokeWidth={1.75} aria-hidden="true" />
        {en.message.alert}
      </Link>
    </div>
  );
}

/** The filter of an alert about more messages like one: the same airframe or flight, else the same label. */
function alertOf(message: ListedMessage): Record<string, string> {
  const tail = message.tail ?? message.airframe?.tail;
  if (tail) return { tail };
  if (message.airframe?.icao) return { icao: message.airframe.icao };
  if (message.flightNumber !== null) return { flight: message.flightNumber };
  return message.label === null ? {} : { label: message.label };
}
