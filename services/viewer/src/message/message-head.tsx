import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { RouteLine } from "../flight/route-line.tsx";
import { display } from "../ui/display/display.ts";
import { Direction, SourceType } from "../ui/marks.tsx";
import { type ListedMessage, wordsOf } from "../list/message-row.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { labelMeaning } from "../text/labels.ts";
import { megahertz } from "../text/numbers.ts";
import { fullTime } from "../text/time.ts";

interface HeadProps {
  readonly message: ListedMessage;
}

/** Shows what a message is, from whom, when and by which link. */
export function MessageHead({ message }: HeadProps): ReactNode {
  const { zone } = useStore(display);
  const words = wordsOf(message);
  return (
    <header className="message-head">
      <p className="message-subject">
        <Direction direction={message.linkDirection} />
        <Subject message={message} />
      </p>
      <p className="message-when">
        <SourceType type={message.sourceType} />
        <time dateTime={message.timestamp}>{fullTime(message.timestamp, zone)}</time>
        {message.frequency !== null && (
          <Link
            to="/search"
            search={{ frequency: String(message.frequency) }}
            className="mono nowrap"
          >
            {megahertz(message.frequency)}
          </Link>
        )}
      </p>
      <p className="message-words" data-kind={words.kind}>
        <UntrustedText text={words.title} />
      </p>
      <p className="quiet small">
        <Kind message={message} />
      </p>
    </header>
  );
}

function Subject({ message }: HeadProps): ReactNode {
  const { airframe, flight, flightId, flightNumber } = message;
  const flightName = flight?.flightIcao ?? flight?.flight ?? flightNumber;
  const type = [airframe?.manufacturer, airframe?.model ?? airframe?.type];
  const typeName = type.filter((part) => typeof part === "string").join(" ");
  return (
    <>
      <Airframe message={message} />
      {flightName && flightId && (
        <Link to="/flights/$id" params={{ id: flightId }}>
          <UntrustedText text={flightName} />
        </Link>
      )}
      {flightName && !flightId && <UntrustedText text={flightName} />}
      {typeName !== "" && <UntrustedText text={typeName} />}
      {airframe?.owner && <UntrustedText text={airframe.owner} />}
      <RouteLine
        from={{ code: message.departingAirport ?? flight?.departingAirport ?? null }}
        to={{ code: message.destinationAirport ?? flight?.destinationAirport ?? null }}
      />
    </>
  );
}

function Airframe({ message: { airframe, airframeId, tail, fromHex } }: HeadProps): ReactNode {
  const icao = airframe?.icao ?? airframeId;
  const name = tail ?? airframe?.tail ?? airframe?.icao ?? fromHex;
  if (!name) return null;
  if (!icao) {
    return (
      <span className="message-tail">
        <UntrustedText text={name} />
      </span>
    );
  }
  return (
    <Link to="/airframes/$icao" params={{ icao }} className="message-tail">
      <UntrustedText text={name} />
    </Link>
  );
}

function Kind({ message }: HeadProps): ReactNode {
  const { label, sublabel, mfi, linkDirection, source } = message;
  const meaning = label === null ? null : labelMeaning(label, linkDirection);
  const others = [
    sublabel === null ? null : en.message.sublabel(sublabel),
    mfi === null ? null : en.message.mfi(mfi),
    en.message.receivedBy(source),
  ].filter((part) => part !== null);
  return (
    <>
      {label !== null && (
        <>
          <Link to="/search" search={{ label }}>
            <UntrustedText text={label} />
          </Link>
          {message.decoded !== null && meaning !== null && ` – ${meaning}`}
          {" · "}
        </>
      )}
      <UntrustedText text={others.join(" · ")} />
    </>
  );
}
