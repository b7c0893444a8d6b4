import type { VdlHandovers } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { type Column, Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { GroundStationLink } from "./ground-station-link.tsx";

const names = en.vdl;
const everyMs = 300_000;
const rowsMax = 50;

type Handover = VdlHandovers["handovers"][number];

const columns: readonly Column<Handover>[] = [
  {
    head: names.from,
    cell: ({ fromId, fromName }) => <GroundStationLink id={fromId} name={fromName} />,
  },
  { head: names.to, cell: ({ toId, toName }) => <GroundStationLink id={toId} name={toName} /> },
  { head: names.handoverCount, isNumber: true, cell: ({ handovers }) => count(handovers) },
];

/** How often aircraft went on from one ground station to another. */
export function HandoverTable(): ReactNode {
  const query = useRest(
    ["vdl-handovers"],
    async (rest, signal) => await rest.listVdlHandovers({}, { signal }),
    { everyMs },
  );
  return (
    <section aria-label={names.handovers}>
      <h2>{names.handovers}</h2>
      <p className="quiet small">{names.handoversNote}</p>
      <QueryState query={query} lines={8} title={names.handovers}>
        {({ handovers }) => (
          <Table
            rows={handovers.slice(0, rowsMax)}
            keyOf={({ fromId, toId }) => `${fromId} ${toId}`}
            caption={names.handovers}
            columns={columns}
            empty={names.noHandovers}
            isPanel
          />
        )}
      </QueryState>
    </section>
  );
}
