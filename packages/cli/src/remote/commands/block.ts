import type { SenderBlock } from "@jetwire/protocol";
import { defineCommand } from "../define-command.ts";
import { lengthOfTime } from "../times.ts";

const until = lengthOfTime("for", "Time until the block ends");

/** `jetwire block`: addresses and idents that are refused. */
export const blockCommands = [
  defineCommand("block address", {
    endpoint: "addSenderBlock",
    summary: "Block an address",
    about:
      "Ingest refuses what the address sends, and REST and the gateways refuse its requests and connections, within seconds. An IPv6 address is blocked with its /64 network. Datagrams can have a forged source: their sender can change it. Block an address again to change the time or the reason.",
    arguments: { value: { name: "address", description: "IPv4 or IPv6 address" } },
    options: { until },
    fixed: { kind: "address" },
    examples: [
      'jetwire block address 203.0.113.7 --for 7d --reason "flood of new stations"',
      "jetwire block address 2001:db8:1:2::7",
    ],
    done: blocked,
  }),
  defineCommand("block ident", {
    endpoint: "addSenderBlock",
    summary: "Block a station by its ident",
    about:
      "Ingest refuses messages of the station from all addresses, also those that a station key proves, within seconds.",
    arguments: { value: { name: "ident", description: "ident of a station" } },
    options: { until },
    fixed: { kind: "ident" },
    examples: ['jetwire block ident AB-KSFO1 --for 12h --reason "broken decoder"'],
    done: blocked,
  }),
  defineCommand("block list", {
    endpoint: "listSenderBlocks",
    examples: ["jetwire block list"],
    columns: {
      ID: (row) => row.id,
      KIND: (row) => row.kind,
      VALUE: (row) => row.value,
      BLOCKED: (row) => row.createdAt,
      UNTIL: (row) => row.until,
      BY: (row) => row.by,
      HITS: (row) => row.hits,
      REASON: (row) => row.reason,
    },
    none: "no blocks",
  }),
  defineCommand("block remove", {
    endpoint: "removeSenderBlock",
    arguments: { id: { description: "id of the block" } },
    examples: ["jetwire block remove 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11"],
    done: (_, given) => `block ${given["id"]} is removed`,
    see: "jetwire block list",
  }),
];

function blocked({ kind, value, until: end, id }: SenderBlock): string {
  return `${kind} ${value} is blocked${end === null ? "" : ` until ${end}`} (id ${id})`;
}
