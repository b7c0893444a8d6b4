import type { Airframe } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRestList } from "../data/rest/use-rest-list.ts";
import { AirframeLink } from "../entity/airframe-link.tsx";
import { ListSection } from "../entity/list-section.tsx";
import { type Column, Table } from "../table/table.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { Age } from "../text/when.tsx";

const names = en.entity.airline;

const columns: readonly Column<Airframe>[] = [
  { head: names.tail, cell: (airframe) => <AirframeLink airframe={airframe} /> },
  { head: names.address, className: "mono", cell: ({ icao }) => icao },
  {
    head: names.type,
    cell: ({ type }) =>
      type !== null && (
        <Link to="/search" search={{ aircraft_type: type }}>
          <UntrustedText text={type} />
        </Link>
      ),
  },
  {
    head: names.lastReceived,
    className: "nowrap",
    cell: ({ lastHeardAt }) => lastHeardAt !== null && <Age iso={lastHeardAt} />,
  },
];

/** The airframes that flew for an airline lately. */
export function AirlineFleet({ code }: { code: string }): ReactNode {
  const list = useRestList<Airframe>(["fleet", code], (rest, page, limits) =>
    rest.listAirlineAirframes({ code, ...page }, limits),
  );
  return (
    <ListSection title={names.fleet} list={list} empty={names.noFleet}>
      {(airframes) => (
        <Table
          isNarrow
          caption={names.fleet}
          rows={airframes}
          keyOf={({ id }) => id}
          columns={columns}
        />
      )}
    </ListSection>
  );
}
