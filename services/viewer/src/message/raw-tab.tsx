import type { ReadMessage } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { hasText } from "./has-text.ts";
import { LongText } from "./long-text.tsx";
import { memberTexts } from "./member-texts.ts";

/** A message as it was received: its text, its members, and the decoder's object. */
export function RawTab({ message }: { message: ReadMessage }): ReactNode {
  const { text, data, raw } = message;
  return (
    <>
      {!hasText(text) && data === null && <p className="quiet">{en.message.noText}</p>}
      {hasText(text) && <Block title={en.message.text} text={text} />}
      {data !== null && <Block title={en.message.data} text={data} />}
      <section className="message-section">
        <h3>{en.message.members}</h3>
        <dl className="values mono-values">
          {memberTexts(message).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <UntrustedText text={value} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {raw ? (
        <Block title={en.message.decoderObject} text={raw} />
      ) : (
        <p className="quiet small">{en.message.rawExpired}</p>
      )}
    </>
  );
}

function Block({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <section className="message-section">
      <div className="section-head">
        <h3>{title}</h3>
        <CopyButton text={text} />
      </div>
      <LongText text={text} />
    </section>
  );
}
