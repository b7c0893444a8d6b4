import type { OwnNetwork, StationReject } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { type Column, Table } from "../table/table.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortIdent } from "../text/ident.ts";
import { count } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";

/** The refusals of the visitor's network, with what to change. */
export function NetworkRefusals({ refused }: { refused: OwnNetwork["refused"] }): ReactNode {
  return (
    <section className="panel" aria-labelledby="refused">
      <h2 id="refused">{en.reception.refusalsOfNetwork}</h2>
      <ReasonTable refused={refused} hasIdents />
    </section>
  );
}

type Refusal = StationReject | OwnNetwork["refused"][number];

const heads = en.reception;

const columns: readonly Column<Refusal>[] = [
  { head: heads.reason, cell: ({ reason }) => en.reasons[reason] ?? reason },
  { head: heads.detail, className: "quiet", cell: ({ detail }) => <UntrustedText text={detail} /> },
  { head: heads.times, isNumber: true, cell: ({ count: times }) => count(times) },
  { head: heads.last, className: "nowrap", cell: ({ lastAt }) => <Age iso={lastAt} /> },
];

const identColumn: Column<Refusal> = {
  head: heads.ident,
  cell: (refusal) =>
    "ident" in refusal && refusal.ident !== null ? (
      <UntrustedName text={shortIdent(refusal.ident)} />
    ) : (
      <span className="quiet">{heads.noIdent}</span>
    ),
};

interface ReasonTableProps {
  readonly refused: readonly Refusal[];
  /** Whether they are of several stations, which are named. */
  readonly hasIdents?: boolean;
}

/** Refused objects by reason: how many, when the last was, and what to change. */
export function ReasonTable({ refused, hasIdents = false }: ReasonTableProps): ReactNode {
  return (
    <Table
      caption={heads.refusalsOfNetwork}
      rows={refused}
      keyOf={(refusal) => `${"ident" in refusal ? refusal.ident : ""} ${refusal.reason}`}
      columns={hasIdents ? [identColumn, ...columns] : columns}
    />
  );
}
