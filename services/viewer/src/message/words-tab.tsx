import type { ReadMessage } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import type { Units, Zone } from "../ui/display/stored-display.ts";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { altitude, position } from "../text/numbers.ts";
import { fullTime } from "../text/time.ts";
import { hasText } from "./has-text.ts";
import { itemValue } from "./item-value.ts";
import { LongText } from "./long-text.tsx";
import { MessageMap } from "./message-map.tsx";
import { TreeOutline } from "./tree-outline.tsx";

/** Shows what a message says: its values, and the tree of its decoder. */
export function WordsTab({ message }: { message: ReadMessage }): ReactNode {
  const { decoded, tree } = message;
  const { units, zone } = useStore(display);
  const facts = factsOf(message, units, zone);
  const items = decoded?.items ?? [];
  return (
    <>
      {decoded ? (
        <p className="quiet small">
          <UntrustedText
            text={
              decoded.by === "decoder"
                ? en.message.decodedBy(decoded.decoder)
                : en.message.readFromText(decoded.decoder)
            }
          />
          {decoded.level === "partial" && ` · ◐ ${en.message.partial}`}
        </p>
      ) : (
        <>
          <p className="quiet">{en.message.notDecoded}</p>
          {hasText(message.text) && <LongText text={message.text} />}
        </>
      )}
      {items.length + facts.length > 0 && (
        <dl className="values">
          {items.map(({ label, value, unit }, index) => {
            const shown = itemValue(value, unit, units);
            return (
              <Value
                key={index}
                name={label}
                text={typeof value === "boolean" ? en.message[value ? "yes" : "no"] : shown.text}
                original={shown.original}
              />
            );
          })}
          {facts.map(({ name, text }) => (
            <Value key={name} name={name} text={text} original={null} />
          ))}
        </dl>
      )}
      <Sources message={message} />
      <MessageMap message={message} />
      {tree && (
        <section className="message-section">
          <h3>{en.message.tree}</h3>
          <TreeOutline tree={tree} />
        </section>
      )}
      {!tree && decoded?.by === "decoder" && !isOfAnother(message, "decoded") && (
        <p className="quiet small">{en.message.treeExpired}</p>
      )}
    </>
  );
}

type Source = NonNullable<ReadMessage["contentFrom"]>[number];

function isOfAnother(message: ReadMessage, member: Source["members"][number]): boolean {
  return message.contentFrom?.some(({ members }) => members.includes(member)) ?? false;
}

/** Names the other receptions that parts of the content come from. */
function Sources({ message }: { message: ReadMessage }): ReactNode {
  return message.contentFrom?.map(({ messageId, stationId, members }) => {
    const parts = [...new Set(members.map((member) => en.message.contentParts[member]))];
    const reception = message.receptions?.items.find((one) => one.messageId === messageId);
    return (
      <p key={messageId} className="quiet small">
        {en.message.contentFrom(parts.join(", "))}{" "}
        <Link to="/messages/$id" params={{ id: messageId }}>
          <UntrustedName text={reception?.ident ?? String(stationId)} />
        </Link>
      </p>
    );
  });
}

function Value({
  name,
  text,
  original,
}: {
  name: string;
  text: string;
  original: string | null;
}): ReactNode {
  return (
    <div>
      <dt>
        <UntrustedText text={name} />
      </dt>
      <dd title={original ?? undefined}>
        <UntrustedText text={text} lines />
      </dd>
    </div>
  );
}

interface Fact {
  readonly name: string;
  readonly text: string;
}

/** Values that are members of the message itself. What the decoded items say already is left out. */
function factsOf(message: ReadMessage, units: Units, zone: Zone): Fact[] {
  const labels = message.decoded?.items.map(({ label }) => label.toLowerCase()) ?? [];
  const facts: Fact[] = [];
  const { latitude, longitude, times, onGround } = message;
  const saysPosition = labels.some((label) => /position|latitude/.test(label));
  if (latitude !== null && longitude !== null && !saysPosition) {
    facts.push({ name: en.message.position, text: position(latitude, longitude, 4) });
  }
  if (message.altitude !== null && !labels.some((label) => label.includes("altitude"))) {
    facts.push({ name: en.message.altitude, text: altitude(message.altitude, units) });
  }
  if (onGround !== null) {
    facts.push({ name: en.message.onGround, text: en.message[onGround ? "yes" : "no"] });
  }
  for (const name of ["out", "off", "on", "in", "eta"] as const) {
    const time = times?.[name];
    if (time) facts.push({ name: en.message.times[name], text: fullTime(time, zone) });
  }
  return facts;
}
