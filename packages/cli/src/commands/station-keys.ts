import { hashStationKey, makeStationKey, stationKeyHint } from "@jetwire/auth";
import {
  findByIdents,
  issueStationKey,
  listStationKeys,
  revokeStationKey,
  type Sql,
  stationKeysMax,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { notifyProcesses, withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { tableOf } from "../table.ts";

const IssueOptions = z.object({
  label: z.string().trim().min(1).max(64, "must have at most 64 characters").optional(),
});

const issueExamples = `
A station proves its messages by a key. Set the ident of its decoder to ident~key, or send the header
X-Station-Key over HTTP. The key is shown only once; Jetwire stores its hash.

Examples:
  jetwire station-keys issue AB-KSFO1 --label "Raspberry Pi"
  jetwire stations set AB-KSFO1 --key-policy required`;

const revokeExamples = `
Messages that are sent with the key are no longer proven, within seconds. \`jetwire station-keys list\` shows the
ids.

Example:
  jetwire station-keys revoke AB-KSFO1 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;

export function addStationKeyCommands(program: Command, answering: Answering): void {
  const keys = program
    .command("station-keys")
    .description("Manage keys by which stations prove their messages");
  keys
    .command("issue")
    .argument("<ident>", "ident of the station")
    .option("--label <text>", "Name of the key, shown to the station's owner")
    .description("Issue a station key")
    .addHelpText("after", issueExamples)
    .action(answering(issue));
  keys
    .command("list")
    .argument("<ident>", "ident of the station")
    .description("List the active keys of a station by their first characters")
    .addHelpText("after", "\nExample:\n  jetwire station-keys list AB-KSFO1")
    .action(answering(list));
  keys
    .command("revoke")
    .argument("<ident>", "ident of the station")
    .argument("<id>", "id of the key")
    .description("Revoke a station key permanently")
    .addHelpText("after", revokeExamples)
    .action(answering(revoke));
}

async function issue(call: Call) {
  const ident = call.args[0] ?? "";
  const { label = null } = call.options(IssueOptions);
  const servers = call.servers();
  const key = makeStationKey();
  const { id, stationId } = await withDatabase(servers, async (sql) => {
    const station = await requireStation(sql, ident);
    const keyToAdd = { keyHash: hashStationKey(key), hint: stationKeyHint(key), label };
    const added = await issueStationKey(sql, { stationId: station, ...keyToAdd }, operator());
    if (added === null) {
      throw new CliError(
        "conflict",
        `${ident} has ${stationKeysMax} active keys: revoke one first`,
      );
    }
    return { ...added, stationId: station };
  });
  await notifyProcesses(servers, { kind: "station-changed", stationId });
  return {
    value: { id, stationId, ident, key },
    text: `key of ${ident} (id ${id}), shown only once:\n${ident}~${key}`,
  };
}

async function list(call: Call) {
  const ident = call.args[0] ?? "";
  const rows = await withDatabase(call.servers(), async (sql) =>
    listStationKeys(sql, await requireStation(sql, ident)),
  );
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      KEY: (row) => `${row.hint}…`,
      LABEL: (row) => row.label,
      ISSUED: (row) => row.createdAt,
    },
    "no keys",
  );
  return { value: rows, text };
}

async function revoke(call: Call) {
  const [ident = "", id = ""] = call.args;
  const servers = call.servers();
  const stationId = await withDatabase(servers, async (sql) => {
    const station = await requireStation(sql, ident);
    const revoked =
      z.guid().safeParse(id).success && (await revokeStationKey(sql, station, id, operator()));
    if (!revoked) {
      throw new CliError(
        "not_found",
        `${ident} has no active key ${id}: see \`jetwire station-keys list ${ident}\``,
      );
    }
    return station;
  });
  await notifyProcesses(servers, { kind: "station-changed", stationId });
  return { value: { id, revoked: true }, text: `key ${id} is revoked` };
}

async function requireStation(sql: Sql, ident: string): Promise<number> {
  const id = (await findByIdents(sql, [ident])).get(ident);
  if (id !== undefined) return id;
  throw new CliError("not_found", `station ${ident} not found: see \`jetwire stations list\``);
}
