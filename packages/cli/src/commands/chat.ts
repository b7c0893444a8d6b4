import { listChatReports, readChatReport, resolveChatReport } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { tableOf } from "../table.ts";

const limitMax = 1_000;
const ListOptions = z.object({
  all: z.boolean().default(false),
  limit: z.coerce.number("must be a number").int().min(1).max(limitMax).default(50),
  before: z.guid("must be the id of a report").optional(),
});
const ResolveOptions = z.object({ note: z.string().trim().min(1).max(500) });

const id = "0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11";

export function addChatCommands(program: Command, answering: Answering): void {
  const chat = program.command("chat").description("Manage chat");
  const reports = chat.command("reports").description("Manage messages that users have reported");
  reports
    .command("list")
    .option("--all", "Also list resolved reports")
    .option("--limit <n>", `Number of reports, at most ${limitMax}`, "50")
    .option("--before <id>", "Only reports before this one")
    .description("List reports, newest first, without the messages")
    .addHelpText("after", "\nExample:\n  jetwire chat reports list")
    .action(answering(list));
  reports
    .command("show")
    .argument("<id>", "id of the report")
    .description("Show a report with its message; the audit log records it")
    .addHelpText("after", `\nExample:\n  jetwire chat reports show ${id}`)
    .action(answering(show));
  reports
    .command("resolve")
    .argument("<id>", "id of the report")
    .requiredOption("--note <text>", "What was done, at most 500 characters")
    .description("Close a report")
    .addHelpText("after", `\nExample:\n  jetwire chat reports resolve ${id} --note "user banned"`)
    .action(answering(resolve));
}

async function list(call: Call) {
  const options = call.options(ListOptions);
  const rows = await withDatabase(call.servers(), (sql) => listChatReports(sql, options));
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      TIME: (row) => row.createdAt,
      REASON: (row) => row.reason,
      REPORTED: (row) => row.reported,
      REPORTS: (row) => row.reportsOfUser,
      BY: (row) => row.reporter,
      RESOLVED: (row) => row.resolvedAt,
    },
    "no reports",
  );
  return { value: rows, text };
}

async function show(call: Call) {
  const reportId = readId(call);
  const report = await withDatabase(call.servers(), (sql) =>
    readChatReport(sql, reportId, operator()),
  );
  if (report === null) throw noReport(reportId);
  const { reported, reporter, reason, note, body, resolution } = report;
  const text = [
    `reported: ${reported} (${report.reportsOfUser} reports), by ${reporter}, for ${reason}`,
    `note: ${note ?? "-"}`,
    `message: ${JSON.stringify(body ?? "(erased or no longer kept)")}`,
    `resolution: ${resolution ?? "-"}`,
  ].join("\n");
  return { value: report, text };
}

async function resolve(call: Call) {
  const reportId = readId(call);
  const { note } = call.options(ResolveOptions);
  const done = await withDatabase(call.servers(), (sql) =>
    resolveChatReport(sql, reportId, note, operator()),
  );
  if (!done) throw noReport(reportId);
  return { value: { id: reportId, resolved: true }, text: `report ${reportId} is resolved` };
}

function readId(call: Call): string {
  const given = call.args[0] ?? "";
  if (z.guid().safeParse(given).success) return given;
  throw noReport(given);
}

function noReport(reportId: string): CliError {
  return new CliError(
    "not_found",
    `open report ${reportId} not found: see \`jetwire chat reports list\``,
  );
}
