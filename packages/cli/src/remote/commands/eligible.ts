import type { Eligibility } from "@jetwire/protocol";
import { CliError } from "../../cli-error.ts";
import { table } from "../../table.ts";
import type { Given } from "../command-spec.ts";
import { defineCommand } from "../define-command.ts";
import { accountOrOwnerId } from "../names.ts";
import { lengthOfTime } from "../times.ts";

const account = {
  name: "account",
  description: "username of the account, or the id of one of its stations",
  read: accountOrOwnerId,
};
const words: ReadonlyMap<string, boolean | null> = new Map([
  ["yes", true],
  ["no", false],
  ["auto", null],
]);

/** `jetwire eligible`: which accounts may issue themselves feeder keys. */
export const eligibleCommands = [
  defineCommand("eligible list", {
    endpoint: "listEligibility",
    isDefault: true,
    examples: ["jetwire eligible"],
    columns: {
      ACCOUNT: (row) => row.account.username,
      ELIGIBLE: (row) => row.eligible,
      STATIONS: (row) => row.stations,
      "OF THEM": (row) => row.eligibleStations,
      COMPUTED: (row) => row.computedAt,
      SET: (row) => row.override,
      UNTIL: (row) => row.until,
      REASON: (row) => row.reason,
    },
    none: "no account has stations",
  }),
  defineCommand("eligible show", {
    endpoint: "readEligibility",
    arguments: { id: account },
    examples: ["jetwire eligible show alice", "jetwire eligible show 4711"],
    done: eligibilityText,
  }),
  defineCommand("eligible set", {
    endpoint: "setEligibility",
    about:
      "Replaces what follows from the account's stations, until it is set to auto or the time has passed. Keys that were issued before stay valid; to revoke them, use `jetwire keys revoke`.",
    arguments: {
      id: account,
      eligible: {
        name: "word",
        description: "yes, no, or auto for what is computed",
        read: readWord,
      },
    },
    options: { until: lengthOfTime("for", "Duration of the override") },
    examples: [
      'jetwire eligible set alice yes --reason "antenna moved" --for 30d',
      "jetwire eligible set alice auto",
    ],
    done: eligibilityText,
  }),
];

function readWord(text: string): boolean | null {
  const eligible = words.get(text);
  if (eligible !== undefined) return eligible;
  throw new CliError("usage", "word must be yes, no or auto");
}

function eligibilityText({ eligible, override, stations }: Eligibility, given: Given): string {
  const until = override?.until == null ? "" : ` until ${override.until}`;
  const by = override === null ? "by its stations" : `by the operator${until}`;
  const rows = stations.map((station) => [
    station.id,
    station.ident,
    station.eligible,
    station.lacks.join(", ") || null,
  ]);
  const summary = `account ${given["id"]} ${eligible ? "is" : "is not"} eligible, ${by}`;
  return `${summary}\n${table(["ID", "STATION", "ELIGIBLE", "LACKS"], rows, "no stations")}`;
}
