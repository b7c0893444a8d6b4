import type { ReactNode } from "react";
import { Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { dataSources } from "./sources.ts";

const names = en.about;

/** The data and the parts that come from others, with their licences. */
export function DataSources(): ReactNode {
  return (
    <section>
      <h2>{names.sources}</h2>
      <Table
        caption={names.sourcesCaption}
        rows={dataSources}
        keyOf={({ source }) => source}
        columns={[
          { head: names.usedFor, cell: ({ usedFor }) => names.rows[usedFor] },
          { head: names.source, cell: ({ source }) => source },
          { head: names.sourceLicence, cell: ({ licence }) => licence },
        ]}
      />
    </section>
  );
}
