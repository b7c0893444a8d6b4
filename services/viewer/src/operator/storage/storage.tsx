import type { StorageReport } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../../data/rest/use-rest.ts";
import { isMissing } from "../../entity/is-missing.ts";
import { Table } from "../../table/table.tsx";
import { en } from "../../text/en.ts";
import { byteSize, count } from "../../text/numbers.ts";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { TimeCell } from "../time-cell.tsx";

const pollMs = 60_000;
const texts = en.operator.storage;

/** The sizes of disks and tables, when disks will be full, and which days retention drops next. */
export function StorageSection(): ReactNode {
  const storage = useRest(["storage"], (client, signal) => client.readStorage({}, { signal }), {
    everyMs: pollMs,
  });
  // Chores measures it some seconds after its first start.
  if (storage.data === undefined && isMissing(storage)) return null;
  return (
    <QueryState query={storage} lines={4}>
      {(shown) => (
        <>
          <h2>{texts.title}</h2>
          <Sizes report={shown} />
          <Drops retention={shown.retention} />
        </>
      )}
    </QueryState>
  );
}

interface Size {
  readonly name: string;
  readonly label: string;
  readonly bytes: number;
  readonly freeBytes: number | null;
  readonly growthBytes: number | null;
  readonly fullAt: string | null;
}

function Sizes({ report: { disks, tables } }: { report: StorageReport }): ReactNode {
  const rows: Size[] = [
    ...disks.map((disk) => ({ ...disk, name: `disk ${disk.name}`, label: texts.disk(disk.name) })),
    ...tables.map((table) => ({ ...table, label: table.name, freeBytes: null, fullAt: null })),
  ];
  return (
    <Table
      isPanel
      caption={texts.title}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { head: texts.what, cell: ({ label }) => <UntrustedText text={label} /> },
        { head: texts.size, isNumber: true, cell: ({ bytes }) => byteSize(bytes) },
        {
          head: texts.free,
          isNumber: true,
          cell: ({ freeBytes }) => freeBytes !== null && byteSize(freeBytes),
        },
        {
          head: texts.growth,
          isNumber: true,
          cell: ({ growthBytes }) =>
            growthBytes === null ? en.operator.unknown : byteSize(growthBytes),
        },
        { head: texts.fullAt, cell: ({ fullAt }) => fullAt !== null && <TimeCell at={fullAt} /> },
      ]}
    />
  );
}

function Drops({ retention }: { retention: StorageReport["retention"] }): ReactNode {
  const { drops, messagesDays, rawDays, budgetBytes, usedBytes } = retention;
  return (
    <>
      <p className="quiet">
        {texts.keeps(count(messagesDays), count(rawDays))}{" "}
        {budgetBytes !== null && texts.budget(byteSize(usedBytes), byteSize(budgetBytes))}
      </p>
      <Table
        isPanel
        caption={texts.drops}
        empty={texts.noDrops}
        rows={drops}
        keyOf={({ day, at, reason }) => `${day} ${at} ${reason}`}
        columns={[
          { head: texts.day, cell: ({ day }) => day },
          { head: texts.droppedAt, cell: ({ at }) => <TimeCell at={at} /> },
          { head: texts.because, cell: ({ reason }) => texts.reasons[reason] },
          { head: texts.tables, cell: ({ tables }) => tables.join(", ") },
          {
            head: texts.rows,
            isNumber: true,
            cell: ({ rows }) => (rows === null ? en.operator.unknown : count(rows)),
          },
          { head: texts.size, isNumber: true, cell: ({ bytes }) => byteSize(bytes) },
        ]}
      />
    </>
  );
}
