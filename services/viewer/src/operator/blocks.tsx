import type { SenderBlock } from "@jetwire/protocol";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { OperatorTable } from "./operator-table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useAsked } from "./use-asked.tsx";

type Kind = SenderBlock["kind"];

/** Addresses and idents that are blocked. */
export function Blocks(): ReactNode {
  const { ask, dialog } = useAsked("sender-blocks");
  const blocks = useRest(["sender-blocks"], (client, signal) =>
    Array.fromAsync(client.listSenderBlocks({}, { signal })),
  );
  function add(kind: Kind, value: string): void {
    ask({
      title: en.operator.addBlock,
      text: `${value}: ${en.operator.addBlockText}`,
      canUndo: true,
      isDangerous: true,
      run: async (reason) => await (await rest()).addSenderBlock({ body: { kind, value, reason } }),
    });
  }
  function lift({ id, value }: SenderBlock): void {
    ask({
      title: en.operator.lift,
      text: en.operator.liftText(value),
      canUndo: true,
      run: async (reason) => await (await rest()).removeSenderBlock({ id, body: { reason } }),
    });
  }
  return (
    <>
      <BlockForm onAdd={add} />
      <QueryState query={blocks} lines={4}>
        {(shown) => (
          <OperatorTable
            caption={en.operator.sections.blocks}
            empty={en.operator.empty.blocks}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              { head: en.operator.kind, cell: ({ kind }) => en.operator.kinds[kind] },
              { head: en.operator.value, cell: ({ value }) => <ForeignName text={value} /> },
              {
                head: en.operator.reason,
                cell: ({ reason }) => reason !== null && <Foreign text={reason} />,
              },
              { head: en.operator.by, cell: ({ by }) => <ForeignName text={by} /> },
              { head: en.operator.created, cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
              { head: en.operator.until, cell: ({ until }) => <TimeCell at={until} /> },
              {
                head: en.operator.hits,
                isNumber: true,
                cell: ({ hits }) => (hits === null ? en.operator.unknown : count(hits)),
              },
              {
                head: en.operator.actions,
                cell: (block) => (
                  <button type="button" className="button" onClick={() => lift(block)}>
                    {en.operator.lift}
                  </button>
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
    </>
  );
}

function BlockForm({ onAdd }: { onAdd: (kind: Kind, value: string) => void }): ReactNode {
  const id = useId();
  const [kind, setKind] = useState<Kind>("address");
  const [value, setValue] = useState("");
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(kind, value.trim());
      }}
    >
      <div className="field">
        <label htmlFor={`${id}-kind`}>{en.operator.kind}</label>
        <select
          id={`${id}-kind`}
          className="select"
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        >
          {Object.entries(en.operator.kinds).map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-value`}>{en.operator.value}</label>
        <input
          id={`${id}-value`}
          className="input"
          required
          maxLength={64}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </div>
      <button type="submit" className="button button-danger">
        {en.operator.addBlock}
      </button>
    </form>
  );
}
