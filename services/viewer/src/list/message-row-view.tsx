import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { Direction, SourceType } from "../ui/marks.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortIdent } from "../text/ident.ts";
import { megahertz, textSize } from "../text/numbers.ts";
import { fullTime, shortTime } from "../text/time.ts";
import type { MessageRow } from "./message-row.ts";

interface MessageRowViewProps {
  readonly row: MessageRow;
  readonly index: number;
  /** Pixels from the start of the list. */
  readonly offset: number;
  /** Measures the row's height. */
  readonly measure: (element: HTMLElement | null) => void;
  readonly isFresh: boolean;
  readonly isOpen: boolean;
  /** The date above the row; null for none. */
  readonly day: string | null;
  onOpen(id: string): void;
}

/** One message of a list. Links in it lead to what it names; anywhere else opens the message. */
export const MessageRowView = memo(function MessageRowView(props: MessageRowViewProps): ReactNode {
  const { row, index, offset, measure, isFresh, isOpen, day, onOpen } = props;
  const { message, words } = row;
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  return (
    <article
      ref={measure}
      className="row"
      data-index={index}
      data-fresh={isFresh || undefined}
      data-open={isOpen || undefined}
      tabIndex={0}
      aria-posinset={index + 1}
      aria-setsize={-1}
      aria-labelledby={`words-${message.id}`}
      style={{ transform: `translateY(${offset}px)` }}
      onClick={(event) => {
        if ((event.target as Element).closest("a, button")) return;
        if (event.ctrlKey || event.metaKey) window.open(`/messages/${message.id}`, "_blank");
        else if (getSelection()?.isCollapsed !== false) onOpen(message.id);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.target !== event.currentTarget) return;
        onOpen(message.id);
      }}
    >
      {day !== null && <h2 className="row-day">{day}</h2>}
      <Link
        to="/messages/$id"
        params={{ id: message.id }}
        className="row-time"
        title={fullTime(message.timestamp, zone)}
        onClick={(event) => {
          // With a key, the browser opens the message's page in another tab.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(message.id);
        }}
      >
        <time dateTime={message.timestamp}>{shortTime(message.timestamp, zone, nowMs)}</time>
      </Link>
      <SourceType type={message.sourceType} />
      <span className="row-aircraft">
        <Direction direction={message.linkDirection} />
        <AircraftLinks row={row} />
      </span>
      <span className="row-words" id={`words-${message.id}`} data-kind={words.kind}>
        <span className="row-title">
          <UntrustedText text={words.title} />
        </span>
        {words.isPartial && (
          <span className="row-partial" title={en.list.partialHint}>
            {` ◐ ${en.list.partial}`}
          </span>
        )}
        {words.details !== "" && (
          <>
            {" · "}
            <UntrustedText text={words.details} />
          </>
        )}
      </span>
      <span className="row-raw mono">
        {message.label !== null && (
          <Link to="/search" search={{ label: message.label }} className="row-label">
            [<UntrustedText text={message.label} />]
          </Link>
        )}{" "}
        <UntrustedText text={row.raw} />
        {row.rawLength !== null && (
          <span className="quiet">{en.list.size(textSize(row.rawLength))}</span>
        )}
      </span>
      <span className="row-station">
        {row.receptions > 1 && (
          <span className="row-count" title={en.list.stations(row.receptions)}>
            ×{row.receptions}
          </span>
        )}
        <Link to="/stations/$id" params={{ id: String(message.stationId) }}>
          <UntrustedName text={shortIdent(row.station ?? String(message.stationId))} />
        </Link>
        {message.frequency !== null && (
          <span className="row-frequency quiet mono">{megahertz(message.frequency)}</span>
        )}
      </span>
    </article>
  );
});

function AircraftLinks({ row: { message, tail, flight } }: { row: MessageRow }): ReactNode {
  const icao = message.airframe?.icao ?? message.airframeId;
  return (
    <>
      {tail !== null && icao !== null && (
        <Link to="/airframes/$icao" params={{ icao }} className="row-tail">
          <UntrustedText text={tail} />
        </Link>
      )}
      {tail !== null && icao === null && (
        <span className="row-tail">
          <UntrustedText text={tail} />
        </span>
      )}
      {tail === null && message.airframe?.icao && (
        <Link to="/airframes/$icao" params={{ icao: message.airframe.icao }} className="row-tail">
          {message.airframe.icao}
        </Link>
      )}
      {flight !== null && message.flightId !== null && (
        <Link to="/flights/$id" params={{ id: message.flightId }} className="row-flight">
          <UntrustedText text={flight} />
        </Link>
      )}
      {flight !== null && message.flightId === null && (
        <span className="row-flight">
          <UntrustedText text={flight} />
        </span>
      )}
    </>
  );
}
