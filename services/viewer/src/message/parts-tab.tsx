import type { Conversation, ReadMessage } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { LongText } from "./long-text.tsx";
import { partsOf } from "./parts.ts";

interface PartsTabProps {
  readonly message: ReadMessage;
  readonly conversation: Conversation | undefined;
}

/** The parts of a message of several blocks, in order, and the whole. */
export function PartsTab({ message, conversation }: PartsTabProps): ReactNode {
  const { assembled, assembly } = message;
  const parts = partsOf(message, conversation);
  return (
    <>
      {assembly && (
        <p className="quiet small">
          {en.message.part(assembly.part, assembly.parts)} · {en.message.statuses[assembly.status]}
        </p>
      )}
      <ol className="parts">
        {parts.map(({ number, id, text }) => (
          <li key={number} data-missing={id === null || undefined}>
            {id === null ? (
              <span className="warn">{en.message.partMissing(number)}</span>
            ) : (
              <Link to="/messages/$id" params={{ id }}>
                {en.message.part(number, null)}
              </Link>
            )}
            {text !== null && (
              <p className="mono part-text">
                <UntrustedText text={text} />
              </p>
            )}
          </li>
        ))}
      </ol>
      {assembled ? (
        <section className="message-section">
          <h3>{en.message.whole}</h3>
          <p className="quiet small">{en.message.joinedBy[assembled.joinedBy]}</p>
          {assembled.decoded && (
            <p className="conversation-words">
              <UntrustedText text={assembled.decoded.description} />
            </p>
          )}
          <LongText text={assembled.text} />
        </section>
      ) : (
        <p className="quiet">{en.message.wholeMissing}</p>
      )}
    </>
  );
}
