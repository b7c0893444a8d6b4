import {
  addStation,
  changeStation,
  claimStation,
  listStations,
  type StationSettings,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { tableOf } from "../table.ts";
import { notifyProcesses, withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { requireAccount } from "./accounts.ts";
import { addStationEraseCommand } from "./erase.ts";

const AddOptions = z.object({ account: z.string(), sourceType: z.string().max(32).optional() });
const ListOptions = z.object({ account: z.string().optional() });
const ClaimOptions = z.object({ account: z.string(), move: z.boolean().default(false) });

const latitudeMax = 90;
const longitudeMax = 180;
const SetOptions = z.object({
  position: z
    .string()
    .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, "must be latitude,longitude in degrees")
    .transform((text) => text.split(",").map(Number))
    .refine(
      ([latitude = 0, longitude = 0]) =>
        Math.abs(latitude) <= latitudeMax && Math.abs(longitude) <= longitudeMax,
      "must be within ±90,±180 degrees",
    )
    .optional(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be a code of two letters")
    .transform((text) => text.toUpperCase())
    .optional(),
  sourceType: z.string().max(32).optional(),
  showPosition: z.enum(["exact", "rounded"], "must be exact or rounded").optional(),
  keyPolicy: z.enum(["any", "required"], "must be any or required").optional(),
});

const addExamples = `
The ident is the station name that the decoder sends (acarsdec -i, dumpvdl2 --station-id …). A station may
feed without registration; adding it sets its owner before its first message.

Example:
  jetwire stations add AB-KSFO1 --account alice --source-type acars`;

const claimExamples = `
A station that feeds without having been added is unclaimed. A station of another account is moved only with
--move.

Examples:
  jetwire stations claim AB-KSFO1 --account alice
  jetwire stations claim AB-KSFO1 --account bob --move`;

const setExamples = `
Settings that are not given stay unchanged. Other users see the position rounded to a tenth of a degree unless
it is shown exactly. The owner can change the same settings by PATCH /v1/stations/:id.

Examples:
  jetwire stations set AB-KSFO1 --position 37.6188,-122.3754 --country US
  jetwire stations set AB-KSFO1 --show-position exact`;

const hideExamples = `
A hidden station keeps feeding, and its owner receives all of its messages. Nobody else sees the station, and
it does not count for feeder keys.

Example:
  jetwire stations hide AB-KSFO1`;

export function addStationCommands(program: Command, answering: Answering): void {
  const stations = program.command("stations").description("Manage stations and their owners");
  stations
    .command("add")
    .argument("<ident>", "the station's name in what it feeds, 1 to 64 characters")
    .requiredOption("--account <username>", "its owner")
    .option("--source-type <type>", "Source type: acars, vdl, hfdl, aero-acars, iridium-acars …")
    .description("Add a station to an account")
    .addHelpText("after", addExamples)
    .action(answering(add));
  stations
    .command("list")
    .option("--account <username>", "only this account's")
    .description("List stations")
    .addHelpText("after", "\nExample:\n  jetwire stations list --account alice")
    .action(answering(list));
  stations
    .command("claim")
    .argument("<ident>", "ident of the station")
    .requiredOption("--account <username>", "Account that gets the station")
    .option("--move", "Also move a station of another account")
    .description("Give a station to an account")
    .addHelpText("after", claimExamples)
    .action(answering(claim));
  stations
    .command("set")
    .argument("<ident>", "ident of the station")
    .option(
      "--position <lat,lon>",
      "Position of the antenna in degrees; south and west are negative",
    )
    .option("--country <code>", "Country as two letters (ISO 3166)")
    .option("--source-type <type>", "Source type: acars, vdl, hfdl, aero-acars, iridium-acars …")
    .option("--show-position <how>", "Position that others see: exact or rounded")
    .option(
      "--key-policy <policy>",
      "Messages without a valid key: any (accept) or required (refuse)",
    )
    .description("Set position, country, visibility of the position and key policy")
    .addHelpText("after", setExamples)
    .action(answering(set));
  stations
    .command("hide")
    .argument("<ident>", "ident of the station")
    .description("Show a station only to its owner")
    .addHelpText("after", hideExamples)
    .action(answering((call) => setHidden(call, true)));
  stations
    .command("show")
    .argument("<ident>", "ident of the station")
    .description("Show a hidden station to everybody again")
    .addHelpText("after", "\nExample:\n  jetwire stations show AB-KSFO1")
    .action(answering((call) => setHidden(call, false)));
  addStationEraseCommand(stations, answering);
}

async function add(call: Call) {
  const { account, sourceType = null } = call.options(AddOptions);
  const ident = readIdent(call.args[0]);
  const added = await withDatabase(call.servers(), async (sql) => {
    const { id: accountId } = await requireAccount(sql, account);
    return await addStation(sql, { ident, accountId, sourceType }, operator());
  });
  if (added === null) {
    const hint = `jetwire stations claim ${ident} --account ${account}`;
    throw new CliError("conflict", `station ${ident} already exists; to own it, run \`${hint}\``);
  }
  return { value: added, text: `station ${added.ident} has id ${added.id}` };
}

async function list(call: Call) {
  const { account } = call.options(ListOptions);
  const rows = await withDatabase(call.servers(), async (sql) => {
    const owner = account === undefined ? undefined : await requireAccount(sql, account);
    return await listStations(sql, owner?.id);
  });
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      IDENT: (row) => row.ident,
      TYPE: (row) => row.sourceType,
      ACCOUNT: (row) => row.account,
      MESSAGES: (row) => row.messagesCount,
      "LAST RECEIVED": (row) => row.lastHeardAt,
      HIDDEN: (row) => row.hidden,
      SIMULATED: (row) => row.simulated,
    },
    "no stations",
  );
  return { value: rows, text };
}

async function claim(call: Call) {
  const { account, move } = call.options(ClaimOptions);
  const ident = readIdent(call.args[0]);
  const claimed = await withDatabase(call.servers(), async (sql) => {
    const { id } = await requireAccount(sql, account);
    return await claimStation(sql, { ident, accountId: id, moves: move }, operator());
  });
  switch (claimed.status) {
    case "claimed":
      return {
        value: { id: claimed.id, ident: claimed.ident },
        text: `station ${claimed.ident} (id ${claimed.id}) belongs to ${account}`,
      };
    case "unknown-station":
      throw noStation(ident);
    case "taken":
      throw new CliError(
        "conflict",
        `station ${ident} belongs to ${claimed.username}: add --move to move it`,
      );
  }
}

async function set(call: Call) {
  const { position, country, sourceType, showPosition, keyPolicy } = call.options(SetOptions);
  const [latitude, longitude] = position ?? [];
  const settings: StationSettings = {
    latitude,
    longitude,
    countryCode: country,
    sourceType,
    showsExactPosition: showPosition === undefined ? undefined : showPosition === "exact",
    keyPolicy,
  };
  if (Object.values(settings).every((value) => value === undefined)) {
    throw new CliError("usage", "set requires at least one option (see --help)");
  }
  return await change(call, settings, "is set");
}

async function setHidden(call: Call, hidden: boolean) {
  return await change(call, { hidden }, hidden ? "is hidden" : "is shown");
}

async function change(call: Call, settings: StationSettings, done: string) {
  const ident = readIdent(call.args[0]);
  const servers = call.servers();
  const changed = await withDatabase(servers, (sql) =>
    changeStation(sql, { ident }, settings, operator()),
  );
  if (changed === null) throw noStation(ident);
  await notifyProcesses(servers, { kind: "station-changed", stationId: changed.id });
  return { value: changed, text: `station ${changed.ident} (id ${changed.id}) ${done}` };
}

function noStation(ident: string): CliError {
  return new CliError("not_found", `station ${ident} not found: see \`jetwire stations list\``);
}

function readIdent(ident: string | undefined): string {
  if (ident !== undefined && ident.length >= 1 && ident.length <= 64) return ident;
  throw new CliError("usage", "ident must have 1 to 64 characters");
}
