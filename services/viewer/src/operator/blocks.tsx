import type { SenderBlock } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Field, optionsOf, Select } from "../form/field.tsx";
import { Form } from "../form/form.tsx";
import { useFields } from "../form/use-fields.ts";
import { Button } from "../ui/button.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

type Kind = SenderBlock["kind"];

/** Addresses and idents that are blocked. */
export function Blocks(): ReactNode {
  const { ask, dialog } = useConfirmation("sender-blocks");
  const blocks = useRest(["sender-blocks"], (client, signal) =>
    Array.fromAsync(client.listSenderBlocks({}, { signal })),
  );
  function add(kind: Kind, value: string): void {
    ask({
      title: en.operator.addBlock,
      text: `${value}: ${en.operator.addBlockText}`,
      canUndo: true,
      isDangerous: true,
      run: (client, reason) => client.addSenderBlock({ body: { kind, value, reason } }),
    });
  }
  function lift({ id, value }: SenderBlock): void {
    ask({
      title: en.operator.lift,
      text: en.operator.liftText(value),
      canUndo: true,
      run: (client, reason) => client.removeSenderBlock({ id, body: { reason } }),
    });
  }
  return (
    <>
      <BlockForm onAdd={add} />
      <QueryState query={blocks} lines={4}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.sections.blocks}
            empty={en.operator.empty.blocks}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                head: en.operator.kind,
                cell: ({ kind }) => en.operator.kinds[kind],
                order: ["kind", ({ kind }) => kind],
              },
              {
                head: en.operator.value,
                cell: ({ value }) => <UntrustedName text={value} />,
                order: ["value", ({ value }) => value],
              },
              {
                head: en.operator.reason,
                cell: ({ reason }) => reason !== null && <UntrustedText text={reason} />,
              },
              { head: en.operator.by, cell: ({ by }) => <UntrustedName text={by} /> },
              {
                head: en.operator.created,
                cell: ({ createdAt }) => <TimeCell at={createdAt} />,
                order: ["created", ({ createdAt }) => createdAt],
              },
              {
                head: en.operator.until,
                cell: ({ until }) => <TimeCell at={until} />,
                order: ["until", ({ until }) => until],
              },
              {
                head: en.operator.hits,
                isNumber: true,
                cell: ({ hits }) => (hits === null ? en.operator.unknown : count(hits)),
              },
              {
                head: en.operator.actions,
                cell: (block) => <Button onClick={() => lift(block)}>{en.operator.lift}</Button>,
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
  const { field, select, read } = useFields(endpoints.addSenderBlock.body, {
    kind: "address",
    value: "",
  });
  return (
    <Form
      layout="line"
      onSend={() => {
        const body = read();
        if (body !== null) onAdd(body.kind, body.value);
      }}
    >
      <Select {...select("kind")} label={en.operator.kind} options={optionsOf(en.operator.kinds)} />
      <Field {...field("value")} label={en.operator.value} />
      <Button type="submit" kind="danger">
        {en.operator.addBlock}
      </Button>
    </Form>
  );
}
