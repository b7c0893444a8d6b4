import {
  accountEligibility,
  computeAccountEligibility,
  findStationAccount,
  listEligibility,
  type ListedEligibility,
  readEligibilityOverride,
  setEligibilityOverride,
  type Sql,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { Lifetime } from "../lifetime.ts";
import { type Cell, table } from "../table.ts";
import { withDatabase } from "../with-database.ts";
import { requireAccount } from "./accounts.ts";

const Options = z.object({
  set: z.enum(["yes", "no", "auto"], "yes, no or auto").optional(),
  reason: z.string().trim().min(1).max(500, "500 characters at most").optional(),
  for: Lifetime.optional(),
});
type Options = z.infer<typeof Options>;

const examples = `
A station earns its account feeder keys while it is visible, was first heard seven days ago and is heard
now. That is computed every hour; for the account that is named, at once. A number is a station's id and
stands for its account. Without one, all accounts that have stations are listed as computed last.

What is set holds whatever the stations lack, until it is set to auto again or the time is over. It says
who may issue keys themselves: keys that were issued stay (\`jetwire keys revoke\`).

Examples:
  jetwire eligible
  jetwire eligible 4711
  jetwire eligible alice --set yes --reason "antenna moved" --for 30d
  jetwire eligible alice --set auto`;

export function addEligibleCommand(program: Command, answering: Answering): void {
  program
    .command("eligible")
    .argument("[account|stationId]", "an account's name, or the id of one of its stations")
    .option("--set <word>", "yes or no, whatever its stations lack; auto: by its stations")
    .option("--reason <text>", "why, for operators")
    .option("--for <time>", "after how long it is by its stations again: 30d, 12h (default: never)")
    .description("who may issue themselves feeder keys, and what stations lack")
    .addHelpText("after", examples)
    .action(answering(eligible));
}

async function eligible(call: Call) {
  const options = call.options(Options);
  const [who] = call.args;
  const saysMore = options.reason !== undefined || options.for !== undefined;
  if (saysMore && (options.set === undefined || options.set === "auto")) {
    throw new CliError("usage", "--reason and --for go with --set yes or --set no");
  }
  if (who !== undefined) {
    return await withDatabase(call.servers(), (sql) => ofAccount(sql, who, options));
  }
  if (options.set !== undefined) throw new CliError("usage", "say of which account");
  const rows = await withDatabase(call.servers(), listEligibility);
  return { value: rows, text: listText(rows) };
}

async function ofAccount(sql: Sql, who: string, options: Options) {
  const { id, username } = await findAccountOf(sql, who);
  if (options.set !== undefined) await set(sql, id, options.set, options);
  await computeAccountEligibility(sql, id);
  const computed = await accountEligibility(sql, id);
  const value = { id, username, ...computed, override: await readEligibilityOverride(sql, id) };
  const { override, stations } = value;
  const by = override === null ? "by its stations" : overrideText(override);
  const rows = stations.map((station): Cell[] => [
    station.id,
    station.ident,
    station.eligible,
    station.lacks.join(", ") || null,
  ]);
  const verdict = `account ${username} ${value.eligible ? "is" : "is not"} eligible, ${by}`;
  return {
    value,
    text: `${verdict}\n${table(["ID", "STATION", "ELIGIBLE", "LACKS"], rows, "no stations")}`,
  };
}

async function findAccountOf(sql: Sql, who: string): Promise<{ id: string; username: string }> {
  const stationIdMax = 2_147_483_647;
  if (!/^\d+$/.test(who) || Number(who) > stationIdMax) return await requireAccount(sql, who);
  const account = await findStationAccount(sql, Number(who));
  if (account !== null) return account;
  throw new CliError("not_found", `no account has a station ${who}: see \`jetwire stations list\``);
}

async function set(
  sql: Sql,
  accountId: string,
  word: NonNullable<Options["set"]>,
  { reason, for: seconds }: Options,
): Promise<void> {
  if (word === "auto") return await setEligibilityOverride(sql, accountId, null);
  const until = seconds === undefined ? null : new Date(Date.now() + seconds * 1_000);
  await setEligibilityOverride(sql, accountId, {
    eligible: word === "yes",
    reason: reason ?? null,
    until,
  });
}

function overrideText(said: { readonly until: Date | null; readonly reason: string | null }) {
  const until = said.until === null ? "" : ` until ${said.until.toISOString()}`;
  return `by the operator${until}${said.reason === null ? "" : `: ${said.reason}`}`;
}

function listText(rows: readonly ListedEligibility[]): string {
  const headings = [
    "ACCOUNT",
    "ELIGIBLE",
    "STATIONS",
    "OF THEM",
    "COMPUTED",
    "SET",
    "UNTIL",
    "REASON",
  ];
  const cells = rows.map((row) => [
    row.username,
    row.eligible,
    row.stations,
    row.eligibleStations,
    row.computedAt,
    row.override,
    row.until,
    row.reason,
  ]);
  return table(headings, cells, "no account has stations");
}
