import { defineCommand } from "../define-command.ts";

const gateway = { name: "id", description: "id of the gateway in the list" };
const see = "jetwire gateways";

/** `jetwire gateways`: the processes that clients connect to. */
export const gatewayCommands = [
  defineCommand("gateways list", {
    endpoint: "readOverview",
    summary: "List the gateways that have reported within 15 seconds",
    about: "A gateway that is drained has no connections after some minutes.",
    isDefault: true,
    examples: [see],
    rows: ({ processes }) => processes.filter(({ service }) => service === "gateway"),
    columns: {
      ID: (row) => row.id,
      NUMBER: (row) => row.number,
      READY: (row) => row.ready,
      DRAINED: (row) => row.draining,
      SOCKETS: (row) => row.figures["sockets"] ?? null,
      REPLICA: (row) => row.replica,
    },
    none: "no gateways",
  }),
  defineCommand("gateways drain", {
    endpoint: "drainGateway",
    about:
      "The gateway closes its connections slice by slice and refuses new ones, until the drain is undone or the process ends. The last gateway that accepts connections is not drained, unless --force is given.",
    arguments: { replica: gateway },
    options: { force: { description: "Drain the last gateway too: no client can connect then" } },
    examples: ["jetwire gateways drain 3f2a9c01b7de"],
    done: ({ id }) => `gateway ${id} is drained: it begins within five seconds`,
    see,
  }),
  defineCommand("gateways undo-drain", {
    endpoint: "undoGatewayDrain",
    arguments: { replica: gateway },
    examples: ["jetwire gateways undo-drain 3f2a9c01b7de"],
    done: ({ id }) => `gateway ${id} accepts connections again within five seconds`,
    see,
  }),
];
