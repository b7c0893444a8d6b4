import { feederTier, listTiers, removeTier, setTier, tierNamePattern } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { operator } from "../operator.ts";
import { table } from "../table.ts";
import { withDatabase } from "../connections.ts";

const requestsMax = 1_000_000;
const SetOptions = z.object({
  requestsPerMinute: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(requestsMax, `must be at most ${requestsMax}`),
});

const setExamples = `
The limit applies to all keys of the tier within five seconds. \`${feederTier}\` is the tier of feeders.

Examples:
  jetwire tiers set gold --requests-per-minute 600
  jetwire keys issue --account alice --tier gold`;

export function addTierCommands(program: Command, answering: Answering): void {
  const tiers = program
    .command("tiers")
    .description("Manage tiers, which set the rate limits of keys");
  tiers
    .command("list")
    .description("List tiers")
    .addHelpText("after", "\nExample:\n  jetwire tiers list")
    .action(answering(list));
  tiers
    .command("set")
    .argument("<name>", "1 to 32 characters of a-z, 0-9 and hyphen")
    .requiredOption(
      "--requests-per-minute <n>",
      "REST requests per minute, over all keys of an account",
    )
    .description("Add a tier or change its limit")
    .addHelpText("after", setExamples)
    .action(answering(set));
  tiers
    .command("remove")
    .argument("<name>", "tier without keys")
    .description("Remove a tier")
    .addHelpText("after", "\nExample:\n  jetwire tiers remove gold")
    .action(answering(remove));
}

async function list(call: Call) {
  const tiers = await withDatabase(call.servers(), (sql) => listTiers(sql));
  const cells = tiers.map(({ name, requestsPerMinute, keys }) => [name, requestsPerMinute, keys]);
  return { value: tiers, text: table(["TIER", "REQUESTS/MIN", "KEYS"], cells, "no tiers") };
}

async function set(call: Call) {
  const name = call.args[0] ?? "";
  if (!tierNamePattern.test(name)) {
    throw new CliError("usage", "name must have 1 to 32 characters of a-z, 0-9 and hyphen");
  }
  const { requestsPerMinute } = call.options(SetOptions);
  const tier = { name, requestsPerMinute };
  await withDatabase(call.servers(), (sql) => setTier(sql, tier, operator()));
  return { value: tier, text: `tier ${name} allows ${requestsPerMinute} requests per minute` };
}

async function remove(call: Call) {
  const name = call.args[0] ?? "";
  if (name === feederTier) throw new CliError("conflict", `tier ${feederTier} cannot be removed`);
  const result = await withDatabase(call.servers(), (sql) => removeTier(sql, name, operator()));
  switch (result) {
    case "removed":
      return { value: { name, removed: true }, text: `tier ${name} is removed` };
    case "in-use":
      throw new CliError("conflict", `tier ${name} cannot be removed, because keys of it exist`);
    case "unknown":
      throw new CliError("not_found", `tier ${name} not found: see \`jetwire tiers list\``);
  }
}
