import { defineCommand } from "../define-command.ts";
import { station } from "../names.ts";

const see = "jetwire station-keys list";

/** `jetwire station-keys`: keys by which stations prove their messages. */
export const stationKeyCommands = [
  defineCommand("station-keys issue", {
    endpoint: "issueOperatorStationKey",
    arguments: { id: station },
    examples: [
      'jetwire station-keys issue AB-KSFO1 --label "Raspberry Pi"',
      "jetwire stations set AB-KSFO1 --key-policy required",
    ],
    done: ({ id, ident }, given) => `key of ${given["id"]} (id ${id}), shown only once:\n${ident}`,
  }),
  defineCommand("station-keys list", {
    endpoint: "listOperatorStationKeys",
    arguments: { id: station },
    examples: ["jetwire station-keys list AB-KSFO1"],
    columns: {
      ID: (row) => row.id,
      KEY: (row) => `${row.hint}…`,
      LABEL: (row) => row.label,
      ISSUED: (row) => row.createdAt,
    },
    none: "no keys",
  }),
  defineCommand("station-keys revoke", {
    endpoint: "revokeOperatorStationKey",
    arguments: { id: station, keyId: { name: "id", description: "id of the key" } },
    examples: ["jetwire station-keys revoke AB-KSFO1 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11"],
    done: (_, given) => `key ${given["keyId"]} is revoked`,
    see,
  }),
];
