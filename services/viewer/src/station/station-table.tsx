import type { ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SourceType } from "../ui/marks.tsx";
import { type Column, Table } from "../table/table.tsx";
import { countryName } from "../text/country.ts";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortIdent } from "../text/ident.ts";
import { count, percent } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";
import { StateMark } from "./state-mark.tsx";
import { lastHour } from "./last-hour.ts";
import { stationState } from "./station-state.ts";

const names = en.stations;

const columns: readonly Column<ListedStation>[] = [
  { head: names.station, cell: (station) => <Name station={station} />, order: ["ident"] },
  {
    head: names.type,
    isWideOnly: true,
    cell: ({ sourceType }) => sourceType !== null && <SourceType type={sourceType} />,
  },
  {
    head: names.state,
    cell: (station) => <StateMark state={stationState(station, station.rates?.messagesPerHour)} />,
  },
  {
    head: names.country,
    isWideOnly: true,
    cell: ({ countryCode }) => countryCode !== null && countryName(countryCode),
    order: ["country_code"],
  },
  {
    head: names.nowShort,
    hint: names.now,
    isWideOnly: true,
    isNumber: true,
    cell: ({ rates }) => rates && lastHour(rates.messagesPerHour),
  },
  {
    head: names.usualShort,
    hint: names.usual,
    isWideOnly: true,
    isNumber: true,
    cell: ({ rates }) => rates?.messagesPerHour.usual != null && count(rates.messagesPerHour.usual),
  },
  {
    head: names.firstShare,
    hint: names.firstHint,
    isWideOnly: true,
    isNumber: true,
    cell: ({ rates }) => rates?.laterShare != null && percent(1 - rates.laterShare),
  },
  {
    head: names.stored,
    isWideOnly: true,
    isNumber: true,
    cell: ({ messagesCount }) => count(messagesCount),
    order: ["messages_count"],
  },
  {
    head: names.lastMessage,
    className: "nowrap",
    cell: ({ lastHeardAt }) => lastHeardAt !== null && <Age iso={lastHeardAt} />,
    order: ["last_heard_at"],
  },
];

/** Those that never sent a message come last. */
export const usualStationOrder = "-messages_count";

/** The orders of the list of stations. */
export const stationOrders = ["ident", "country_code", "messages_count", "last_heard_at"] as const;

/** Stations with their state and their rates. */
export function StationTable({ stations }: { stations: readonly ListedStation[] }): ReactNode {
  return (
    <Table
      caption={names.caption}
      rows={stations}
      keyOf={({ id }) => id}
      usualOrder={usualStationOrder}
      columns={columns}
    />
  );
}

function Name({ station }: { station: ListedStation }): ReactNode {
  const { id, ident, sourceType, simulated } = station;
  return (
    <>
      <Link to="/stations/$id" params={{ id: String(id) }} className="strong" title={ident}>
        <UntrustedName text={shortIdent(ident)} />
      </Link>
      {sourceType !== null && (
        <span className="narrow-only">
          <SourceType type={sourceType} />
        </span>
      )}
      {simulated && (
        <>
          {" "}
          <span className="badge badge-dashed quiet wide-only">{names.simulated}</span>
        </>
      )}
    </>
  );
}
