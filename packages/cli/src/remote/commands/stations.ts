import { CliError } from "../../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { account, station } from "../names.ts";

const see = "jetwire stations list";
const owner = { ...account, name: "account", usage: "<username>" };

/** `jetwire stations`: stations of all accounts. */
export const stationCommands = [
  defineCommand("stations list", {
    endpoint: "listOperatorStations",
    options: { account: owner },
    examples: [see, "jetwire stations list --account alice"],
    columns: {
      ID: (row) => row.id,
      IDENT: (row) => row.ident,
      TYPE: (row) => row.sourceType,
      ACCOUNT: (row) => row.owner?.username ?? null,
      MESSAGES: (row) => row.messagesCount,
      "LAST RECEIVED": (row) => row.lastHeardAt,
      HIDDEN: (row) => row.hidden,
      SIMULATED: (row) => row.simulated,
    },
    none: "no stations",
  }),
  defineCommand("stations add", {
    endpoint: "addOperatorStation",
    arguments: {
      ident: { description: "the station's name in what it feeds, 1 to 64 characters" },
    },
    options: { accountId: { ...owner, description: "its owner" } },
    examples: ["jetwire stations add AB-KSFO1 --account alice --source-type acars"],
    done: ({ ident, id }) => `station ${ident} has id ${id}`,
    see,
  }),
  defineCommand("stations claim", {
    endpoint: "giveStation",
    arguments: { id: station },
    options: { accountId: { ...owner, description: "account that gets the station" } },
    examples: [
      "jetwire stations claim AB-KSFO1 --account alice",
      "jetwire stations claim AB-KSFO1 --account bob --move",
    ],
    done: ({ ident, id, owner: of }) => `station ${ident} (id ${id}) belongs to ${of?.username}`,
    see,
  }),
  defineCommand("stations set", {
    endpoint: "changeOperatorStation",
    summary: "Set position, country, visibility of the position and key policy",
    about:
      "Settings that are not given stay unchanged. Other users see the position rounded to a tenth of a degree unless it is shown exactly. The owner can change the same settings on the page.",
    arguments: { id: station },
    options: {
      position: {
        usage: "<lat,lon>",
        description: "Position of the antenna in degrees; south and west are negative",
        read: readPosition,
      },
      countryCode: { name: "country", usage: "<code>", read: (text) => text.toUpperCase() },
      sourceType: {},
      showsExactPosition: {
        name: "show-position",
        usage: "<exact|rounded>",
        description: "Position that others see",
        read: readShown,
      },
      keyPolicy: {},
    },
    isClosed: true,
    examples: [
      "jetwire stations set AB-KSFO1 --position 37.6188,-122.3754 --country US",
      "jetwire stations set AB-KSFO1 --show-position exact",
    ],
    done: ({ ident, id }) => `station ${ident} (id ${id}) is set`,
    see,
  }),
  defineCommand("stations hide", {
    endpoint: "changeOperatorStation",
    summary: "Show a station only to its owner",
    about:
      "A hidden station keeps feeding, and its owner receives all of its messages. Nobody else sees the station, and it does not count for feeder keys.",
    arguments: { id: station },
    fixed: { hidden: true },
    isClosed: true,
    examples: ["jetwire stations hide AB-KSFO1"],
    done: ({ ident, id }) => `station ${ident} (id ${id}) is hidden`,
    see,
  }),
  defineCommand("stations show", {
    endpoint: "changeOperatorStation",
    summary: "Show a hidden station to everybody again",
    about: "It is listed again within seconds.",
    arguments: { id: station },
    fixed: { hidden: false },
    isClosed: true,
    examples: ["jetwire stations show AB-KSFO1"],
    done: ({ ident, id }) => `station ${ident} (id ${id}) is shown`,
    see,
  }),
  defineCommand("stations erase", {
    endpoint: "eraseOperatorStation",
    arguments: { id: station },
    examples: ["jetwire stations erase AB-KSFO1 --yes"],
    done: (_, given) => `station ${given["id"]} is erased; the rest follows within minutes`,
    see,
  }),
];

function readPosition(text: string): object {
  if (!/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/.test(text)) {
    throw new CliError("usage", "--position must be latitude,longitude in degrees");
  }
  const [latitude, longitude] = text.split(",").map(Number);
  return { latitude, longitude };
}

function readShown(text: string): boolean {
  if (text === "exact" || text === "rounded") return text === "exact";
  throw new CliError("usage", "--show-position must be exact or rounded");
}
