import type { GroundStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SourceType } from "../ui/marks.tsx";
import { type Column, Table } from "../table/table.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count, position } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";
import { GroundStationFrequencies } from "./frequencies.tsx";
import { groundStationName, typeOf } from "./systems.ts";

const names = en.stations.ground;

/** The order without one in the address: people come for those that are busiest. */
export const usualGroundStationOrder = "-frames_count";

/** The orders of the list of ground stations. */
export const groundStationOrders = [
  "name",
  "last_heard_at",
  "last_active_at",
  "frames_count",
  "receivers_count",
] as const;

const columns: readonly Column<GroundStation>[] = [
  {
    head: names.kind,
    cell: ({ system }) => <SourceType type={typeOf(system)} />,
  },
  {
    head: names.frames,
    hint: names.framesHint,
    isNumber: true,
    cell: ({ framesCount }) => count(framesCount),
    order: ["frames_count"],
  },
  {
    head: names.receivers,
    hint: names.receiversHint,
    isWideOnly: true,
    className: "nowrap",
    isNumber: true,
    cell: ({ receiversCount }) => names.receiversCount(receiversCount),
    order: ["receivers_count"],
  },
  {
    head: names.frequencies,
    isWideOnly: true,
    cell: (station) => <GroundStationFrequencies station={station} shownMax={4} />,
  },
  {
    head: names.position,
    isWideOnly: true,
    className: "nowrap mono",
    cell: ({ latitude, longitude }) =>
      latitude !== null && longitude !== null && position(latitude, longitude),
  },
  {
    head: names.lastReceived,
    isWideOnly: true,
    className: "nowrap",
    cell: ({ lastHeardAt }) => lastHeardAt !== null && <Age iso={lastHeardAt} />,
    order: ["last_heard_at"],
  },
  {
    head: names.lastActive,
    className: "nowrap",
    cell: ({ lastActiveAt }) => lastActiveAt !== null && <Age iso={lastActiveAt} />,
    order: ["last_active_at"],
  },
];

interface GroundStationTableProps {
  readonly stations: readonly GroundStation[];
  readonly openId: string | undefined;
}

/** Ground stations with their frequencies; a name opens the details. */
export function GroundStationTable({ stations, openId }: GroundStationTableProps): ReactNode {
  const isOpen = ({ id }: GroundStation): boolean => id === openId;
  return (
    <Table
      caption={names.caption}
      rows={stations}
      keyOf={({ id }) => id}
      isCurrent={isOpen}
      usualOrder={usualGroundStationOrder}
      columns={[
        {
          head: names.name,
          cell: (station) => <Name station={station} isOpen={isOpen(station)} />,
          order: ["name"],
        },
        ...columns,
      ]}
    />
  );
}

function Name({ station, isOpen }: { station: GroundStation; isOpen: boolean }): ReactNode {
  const { id, name, address, airports } = station;
  const shown = groundStationName(station);
  return (
    <>
      <Link
        to="/ground-stations"
        search={(all) => ({ ...all, g: id })}
        resetScroll={false}
        className="strong"
        aria-current={isOpen ? "true" : undefined}
      >
        <UntrustedText text={shown} />
      </Link>
      {shown !== address && (
        <span className="quiet">
          {" "}
          <UntrustedText text={name === null ? address : airports.slice(0, 3).join(", ")} />
        </span>
      )}
    </>
  );
}
