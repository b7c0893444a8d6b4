import { recordAction } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import type { ProcessReport } from "@jetwire/protocol";
import { openStores, type ProcessStore } from "@jetwire/redis";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { connectRedis, withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import type { Servers } from "../servers.ts";
import { tableOf } from "../table.ts";

const Options = z.object({ force: z.boolean().default(false) });

const drainExamples = `
The gateway closes its connections slice by slice and refuses new ones, until the drain is undone or the process ends. The
last gateway that accepts connections is not drained, unless --force is given.

Example:
  jetwire gateways drain 3f2a9c01b7de`;

/** Adds `jetwire gateways`. */
export function addGatewayCommands(program: Command, answering: Answering): void {
  const gateways = program.command("gateways").description("List and drain gateways");
  gateways
    .command("list", { isDefault: true })
    .description("List the gateways that have reported within 15 seconds")
    .addHelpText("after", "\nExample:\n  jetwire gateways")
    .action(answering(list));
  gateways
    .command("drain")
    .argument("<id>", "id of the gateway in the list")
    .option("--force", "Drain the last gateway too: no client can connect then")
    .description("Drain a gateway")
    .addHelpText("after", drainExamples)
    .action(answering((call) => drain(call, true)));
  gateways
    .command("undo-drain")
    .argument("<id>", "id of the gateway in the list")
    .description("Make a drained gateway accept connections again")
    .addHelpText("after", "\nExample:\n  jetwire gateways undo-drain 3f2a9c01b7de")
    .action(answering((call) => drain(call, false)));
}

async function list(call: Call) {
  const rows = await withProcesses(call.servers(), gatewaysOf);
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      NUMBER: (row) => row.number,
      READY: (row) => row.ready,
      DRAINED: (row) => row.draining,
      SOCKETS: (row) => row.figures["sockets"] ?? null,
      REPLICA: (row) => row.replica,
    },
    "no gateways",
  );
  return { value: rows, text };
}

async function drain(call: Call, isDrained: boolean) {
  const { force } = call.options(Options);
  const id = call.args[0] ?? "";
  const servers = call.servers();
  await withProcesses(servers, async (processes) => {
    const gateway = (await gatewaysOf(processes)).find((one) => one.id === id);
    const result = gateway && (await processes.drain(gateway.replica, isDrained, force));
    if (result === undefined || result === "unknown") {
      throw new CliError("not_found", `gateway ${id} not found: see \`jetwire gateways\``);
    }
    if (result === "last") {
      throw new CliError(
        "conflict",
        "no other gateway accepts connections: start one or undo a drain first, or use --force",
      );
    }
  });
  const action = isDrained ? "gateway.drain" : "gateway.undo-drain";
  await withDatabase(servers, (sql) =>
    recordAction(sql, { actor: operator(), action, object: { kind: "gateway", id } }),
  );
  const text = isDrained
    ? `gateway ${id} is drained: it begins within five seconds`
    : `gateway ${id} accepts connections again within five seconds`;
  return { value: { id, draining: isDrained }, text };
}

async function gatewaysOf(processes: Pick<ProcessStore, "list">): Promise<ProcessReport[]> {
  return (await processes.list()).filter(({ service }) => service === "gateway");
}

async function withProcesses<T>(
  { redisUrl, namespace }: Servers,
  work: (processes: ProcessStore) => Promise<T>,
): Promise<T> {
  if (redisUrl === null) throw new CliError("no_servers", "the address of Redis is not known");
  await using redis = await connectRedis(redisUrl);
  return await work(openStores(redis, namespace).processes);
}
