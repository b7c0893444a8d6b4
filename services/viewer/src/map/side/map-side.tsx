import { type ReactNode, useMemo, useState } from "react";
import { Select } from "../../form/field.tsx";
import { Failure } from "../../ui/query-state/query-state.tsx";
import { StaleLine } from "../../ui/query-state/stale-line.tsx";
import { en } from "../../text/en.ts";
import { count } from "../../text/numbers.ts";
import { age } from "../../text/time.ts";
import { AircraftList, type Sort } from "./aircraft-list.tsx";
import { AircraftPanel } from "./aircraft-panel.tsx";
import type { FixedId } from "../layers/fixed-layers.ts";
import { FixedPanel } from "./fixed-panel.tsx";
import { NoAircraft } from "./no-aircraft.tsx";
import type { Aircraft } from "../positions/positions.ts";
import { Sheet } from "./sheet.tsx";
import type { MapAddress } from "../use-map-address.ts";
import type { MapData } from "../use-map-content.ts";
import { positionsMs } from "../use-map-data.ts";

interface MapSideProps {
  readonly address: MapAddress;
  readonly data: MapData;
  readonly inView: ReadonlySet<string>;
  readonly fixed: FixedId | null;
  onSelect(aircraft: Aircraft | null): void;
  onCloseFixed(): void;
}

const minuteMs = 60_000;
const sorts: readonly Sort[] = ["age", "flight", "altitude"];

/** The list of the aircraft in view, and what is selected. */
export function MapSide(props: MapSideProps): ReactNode {
  const { address, data, inView, fixed, onSelect, onCloseFixed } = props;
  const { content, positions, isLive } = data;
  const { aircraft, selected } = content;
  const [sort, setSort] = useState<Sort>("age");
  const listed = useMemo(
    () => aircraft.filter(({ airframeId }) => inView.has(airframeId)),
    [aircraft, inView],
  );
  return (
    <Sheet head={<Head shown={listed.length} all={aircraft.length} sort={sort} onSort={setSort} />}>
      {positions.error && (
        <Failure error={positions.error} onRetry={() => void positions.refetch()} />
      )}
      {!positions.error && <StaleLine query={positions} everyMs={positionsMs} />}
      {!isLive && <p className="quiet small map-side-note">{en.map.notLive}</p>}
      {listed.length === 0 && !positions.isPending && !positions.error && (
        <NoAircraft
          hasOthers={aircraft.length > 0}
          hasFilter={Object.keys(address.filters).length > 0}
          minutes={address.minutes}
          onClearFilter={() => address.changeFilters({})}
          onWiden={(window) => address.set({ window })}
        />
      )}
      <AircraftList
        aircraft={listed}
        selectedId={selected?.airframeId ?? null}
        sort={sort}
        onSelect={onSelect}
      />
      {selected && (
        <AircraftPanel
          aircraft={selected}
          isFollowed={address.isFollowed}
          onFollow={() => address.set({ follow: address.isFollowed ? undefined : "1" })}
          onClose={() => onSelect(null)}
        />
      )}
      {!selected && address.selected !== undefined && positions.isSuccess && (
        <p className="empty">{en.map.noPosition(age(address.minutes * minuteMs))}</p>
      )}
      {!selected && fixed && (
        <FixedPanel
          fixed={fixed}
          stations={content.stations}
          ground={content.ground}
          onClose={onCloseFixed}
        />
      )}
    </Sheet>
  );
}

interface HeadProps {
  readonly shown: number;
  readonly all: number;
  readonly sort: Sort;
  onSort(sort: Sort): void;
}

function Head({ shown, all, sort, onSort }: HeadProps): ReactNode {
  return (
    <>
      <h2>
        {shown === all ? en.map.aircraft(count(all)) : en.map.aircraftOf(count(shown), count(all))}
      </h2>
      <Select
        label={en.map.sortBy}
        labelled="hidden"
        value={sort}
        onText={(chosen) => onSort(sorts.find((one) => one === chosen) ?? "age")}
        options={sorts.map((value) => ({ value, text: en.map.sorts[value] }))}
      />
    </>
  );
}
