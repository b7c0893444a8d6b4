import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { clock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { display } from "../../ui/display/display.ts";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { altitude } from "../../text/numbers.ts";
import { age } from "../../text/time.ts";
import { sourceTypeLook } from "../../ui/source-types.ts";
import type { Aircraft } from "../positions/positions.ts";
import { Button } from "../../ui/button.tsx";

export type Sort = "age" | "flight" | "altitude";

interface AircraftListProps {
  readonly aircraft: readonly Aircraft[];
  readonly selectedId: string | null;
  readonly sort: Sort;
  onSelect(aircraft: Aircraft): void;
}

const rowPixels = 44;

/** The aircraft of the map as a list: what the map shows to those who do not see it. */
export function AircraftList({
  aircraft,
  selectedId,
  sort,
  onSelect,
}: AircraftListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(false);
  const rows = useOrder(aircraft, sort, isRead);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    getItemKey: (index) => rows[index]?.airframeId ?? index,
    overscan: 10,
  });
  function focusRow(index: number): void {
    if (!rows[index]) return;
    virtualizer.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
    });
  }
  return (
    <div
      className="aircraft-scroller"
      ref={scroller}
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <div
        role="listbox"
        id="aircraft-list"
        aria-label={en.map.mapOf}
        className="aircraft-rows"
        style={{ blockSize: virtualizer.getTotalSize() }}
        tabIndex={rows.length === 0 ? -1 : 0}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          const target = event.target as HTMLElement;
          focusRow(Number(target.dataset["index"] ?? -1) + step);
        }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const one = rows[index];
          return (
            one && (
              <Button
                kind="bare"
                key={key}
                role="option"
                className="aircraft-row"
                data-index={index}
                aria-selected={one.airframeId === selectedId}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onSelect(one)}
              >
                <Row aircraft={one} />
              </Button>
            )
          );
        })}
      </div>
    </div>
  );
}

function Row({ aircraft }: { aircraft: Aircraft }): ReactNode {
  const { tail, flight, icao, sourceType, altitude: feet, atMs } = aircraft;
  const nowMs = useStore(clock);
  const { units } = useStore(display);
  const { name, colour } = sourceTypeLook(sourceType);
  return (
    <>
      <span className="aircraft-mark" data-colour={colour} title={name} aria-hidden="true" />
      <span className="aircraft-tail">
        <UntrustedText text={tail ?? icao ?? en.map.unknown} />
      </span>
      <span className="aircraft-flight">{flight !== null && <UntrustedText text={flight} />}</span>
      <span className="aircraft-altitude">{feet === null ? "" : altitude(feet, units)}</span>
      <span className="aircraft-age quiet">
        <span className="visually-hidden">{name}, </span>
        {age(nowMs - atMs)}
      </span>
    </>
  );
}

/** Returns aircraft in an order that stays while somebody reads the list. */
function useOrder(aircraft: readonly Aircraft[], sort: Sort, isRead: boolean): readonly Aircraft[] {
  const sorted = useMemo(() => sortedBy(aircraft, sort), [aircraft, sort]);
  const [kept, setKept] = useState({ order: sorted, sort });
  if (!isRead || kept.sort !== sort) {
    if (kept.order !== sorted) setKept({ order: sorted, sort });
    return sorted;
  }
  const byId = new Map(aircraft.map((one) => [one.airframeId, one]));
  return kept.order.map((one) => byId.get(one.airframeId) ?? one);
}

function sortedBy(aircraft: readonly Aircraft[], sort: Sort): readonly Aircraft[] {
  // They come with the newest position first.
  if (sort === "age") return aircraft;
  if (sort === "altitude") {
    return aircraft.toSorted((a, b) => (b.altitude ?? -1) - (a.altitude ?? -1));
  }
  return aircraft.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function nameOf({ flight, tail }: Aircraft): string {
  return flight ?? tail ?? "\uffff";
}
