import {
  addNotification,
  decideClaim,
  decideClaimDispute,
  listClaimDisputes,
  listPendingClaims,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { mailIsConfigured, mailVariables, readConfig } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { tableOf } from "../table.ts";
import { notifyProcesses, wakeUser, withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";

const approveExamples = `
The list shows in how many hours, on how many days the claimant's network sent under the ident. 72 hours on 3 days
prove a claim by themselves, if no other network sent before. Approving a claim takes the station from an owner who has
it provisionally. In doubt, ask for something that only the owner knows, such as what the station received on a
frequency a moment ago.

Example:
  jetwire claims approve 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;

export function addClaimCommands(program: Command, answering: Answering): void {
  const claims = program
    .command("claims")
    .description("Manage claims of accounts for unclaimed stations");
  claims
    .command("list")
    .description("List pending and provisional claims, oldest first")
    .addHelpText("after", "\nExample:\n  jetwire claims list")
    .action(answering(list));
  claims
    .command("approve")
    .argument("<id>", "id of the claim")
    .description("Approve a claim: the account gets the station")
    .addHelpText("after", approveExamples)
    .action(answering((call) => decide(call, true)));
  claims
    .command("reject")
    .argument("<id>", "id of the claim")
    .description("Reject a claim: a provisional owner loses the station")
    .addHelpText(
      "after",
      "\nExample:\n  jetwire claims reject 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11",
    )
    .action(answering((call) => decide(call, false)));
  addDisputeCommands(claims, answering);
}

function addDisputeCommands(claims: Command, answering: Answering): void {
  claims
    .command("disputes")
    .description("List disputes of claims that were approved, oldest first")
    .addHelpText("after", "\nExample:\n  jetwire claims disputes")
    .action(answering(listDisputes));
  for (const [name, description] of [
    ["release", "Uphold a dispute: the station has no owner any more, and its keys are revoked"],
    ["dismiss", "Dismiss a dispute: the station keeps its owner"],
  ] as const) {
    const example = `\nExample:\n  jetwire claims ${name} 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;
    claims
      .command(name)
      .argument("<id>", "id of the dispute")
      .description(description)
      .addHelpText("after", example)
      .action(answering((call) => decideDispute(call, name === "release")));
  }
}

async function listDisputes(call: Call) {
  const rows = await withDatabase(call.servers(), (sql) => listClaimDisputes(sql));
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      STATION: (row) => row.ident,
      OWNER: (row) => row.username,
      "SHARE OF HOURS": (row) => `${Math.round(row.share * 100)}%`,
      SENT: (row) => row.createdAt,
    },
    "no disputes",
  );
  return { value: rows, text };
}

async function decideDispute(call: Call, upheld: boolean) {
  const id = call.args[0] ?? "";
  const servers = call.servers();
  const decided = await withDatabase(servers, async (sql) => {
    const isId = z.guid().safeParse(id).success;
    const dispute = isId ? await decideClaimDispute(sql, id, upheld, operator()) : null;
    if (dispute === null) {
      throw new CliError("not_found", `dispute ${id} not found: see \`jetwire claims disputes\``);
    }
    const { accountId, stationId, ident } = dispute;
    if (upheld) {
      await addNotification(sql, {
        userId: accountId,
        type: "claim.decided",
        title: "Station released",
        body: `Station ${ident} is not yours any more: somebody in its network disputed your claim.`,
        data: { stationId, ident },
      });
    }
    return dispute;
  });
  if (upheld) await wakeUser(servers, decided.accountId);
  const { ident, username, stationId } = decided;
  return {
    value: { id, stationId, ident, username, upheld },
    text: upheld
      ? `station ${ident} has no owner`
      : `station ${ident} still belongs to ${username}`,
  };
}

async function list(call: Call) {
  const rows = await withDatabase(call.servers(), (sql) => listPendingClaims(sql));
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      STATION: (row) => row.station.ident,
      ACCOUNT: (row) => row.username,
      ASKED: (row) => new Date(row.createdAt),
      STATUS: (row) => row.status,
      HOURS: (row) => row.evidence?.hours ?? null,
      DAYS: (row) => row.evidence?.days ?? null,
      RIVALS: (row) => row.rivals,
      NOTE: (row) => row.note,
    },
    "no pending claims",
  );
  return { value: rows, text };
}

async function decide(call: Call, approved: boolean) {
  const id = call.args[0] ?? "";
  const config = readConfig(z.object(mailVariables), call.terminal.env);
  const mailOrigin = mailIsConfigured(config) ? (config.PUBLIC_URL ?? null) : null;
  const servers = call.servers();
  const decided = await withDatabase(servers, async (sql) => {
    const made = z.guid().safeParse(id).success
      ? await decideClaim(sql, { id, approved, actor: operator(), mailOrigin })
      : { status: "unknown" as const };
    switch (made.status) {
      case "unknown":
        throw new CliError(
          "not_found",
          `pending claim ${id} not found: see \`jetwire claims list\``,
        );
      case "owned":
        throw new CliError("conflict", "the station has an owner by now: reject the claim");
      case "decided":
        return made;
    }
  });
  await wakeUser(servers, decided.accountId);
  const { ident, username, stationId } = decided;
  await notifyProcesses(servers, { kind: "station-changed", stationId });
  return {
    value: { id, stationId, ident, username, approved },
    text: approved
      ? `station ${ident} belongs to ${username}`
      : `the claim of ${username} is rejected`,
  };
}
