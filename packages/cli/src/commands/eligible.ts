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
import { operator } from "../operator.ts";
import type { Answering, Call } from "../command.ts";
import { Duration } from "../duration.ts";
import { type Cell, table, tableOf } from "../table.ts";
import { withDatabase } from "../connections.ts";
import { requireAccount } from "./accounts.ts";

const Options = z.object({
  set: z.enum(["yes", "no", "auto"], "must be yes, no or auto").optional(),
  reason: z.string().trim().min(1).max(500, "must have at most 500 characters").optional(),
  for: Duration.optional(),
});
type Options = z.infer<typeof Options>;

const examples = `
An account may issue feeder keys if one of its stations is visible, was first received at least seven days
ago, and is active now. This is computed every hour, and at once for an account given here. A number is the
id of a station and selects its account. Without an argument, all accounts with stations are listed.

--set overrides the computed value until it is set to auto or until --for has passed. Keys that were
issued before stay valid; to revoke them, use \`jetwire keys revoke\`.

Examples:
  jetwire eligible
  jetwire eligible 4711
  jetwire eligible alice --set yes --reason "antenna moved" --for 30d
  jetwire eligible alice --set auto`;

export function addEligibleCommand(program: Command, answering: Answering): void {
  program
    .command("eligible")
    .argument("[account|stationId]", "username of the account, or the id of one of its stations")
    .option("--set <word>", "Override with yes or no, or auto for the computed value")
    .option("--reason <text>", "Reason of the override, shown to operators")
    .option("--for <time>", "Duration of the override, such as 30d or 12h (default: no end)")
    .description("Show or override which accounts may issue feeder keys")
    .addHelpText("after", examples)
    .action(answering(eligible));
}

async function eligible(call: Call) {
  const options = call.options(Options);
  const [who] = call.args;
  const saysMore = options.reason !== undefined || options.for !== undefined;
  if (saysMore && (options.set === undefined || options.set === "auto")) {
    throw new CliError("usage", "--reason and --for require --set yes or --set no");
  }
  if (who !== undefined) {
    return await withDatabase(call.servers(), (sql) => ofAccount(sql, who, options));
  }
  if (options.set !== undefined) throw new CliError("usage", "--set requires an account");
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
  const summary = `account ${username} ${value.eligible ? "is" : "is not"} eligible, ${by}`;
  return {
    value,
    text: `${summary}\n${table(["ID", "STATION", "ELIGIBLE", "LACKS"], rows, "no stations")}`,
  };
}

async function findAccountOf(sql: Sql, who: string): Promise<{ id: string; username: string }> {
  const stationIdMax = 2_147_483_647;
  if (!/^\d+$/.test(who) || Number(who) > stationIdMax) return await requireAccount(sql, who);
  const account = await findStationAccount(sql, Number(who));
  if (account !== null) return account;
  throw new CliError(
    "not_found",
    `station ${who} with an account not found: see \`jetwire stations list\``,
  );
}

async function set(
  sql: Sql,
  accountId: string,
  word: NonNullable<Options["set"]>,
  { reason, for: seconds }: Options,
): Promise<void> {
  if (word === "auto") return await setEligibilityOverride(sql, accountId, null, operator());
  const until = seconds === undefined ? null : new Date(Date.now() + seconds * 1_000).toISOString();
  await setEligibilityOverride(
    sql,
    accountId,
    {
      eligible: word === "yes",
      reason: reason ?? null,
      until,
    },
    operator(),
  );
}

function overrideText(said: { readonly until: string | null; readonly reason: string | null }) {
  const until = said.until === null ? "" : ` until ${said.until}`;
  return `by the operator${until}${said.reason === null ? "" : `: ${said.reason}`}`;
}

function listText(rows: readonly ListedEligibility[]): string {
  return tableOf(
    rows,
    {
      ACCOUNT: (row) => row.username,
      ELIGIBLE: (row) => row.eligible,
      STATIONS: (row) => row.stations,
      "OF THEM": (row) => row.eligibleStations,
      COMPUTED: (row) => row.computedAt,
      SET: (row) => row.override,
      UNTIL: (row) => row.until,
      REASON: (row) => row.reason,
    },
    "no account has stations",
  );
}
