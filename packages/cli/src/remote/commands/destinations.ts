import { defineCommand } from "../define-command.ts";

const id = "6f1c1e9e-3c05-4f6f-9b1e-1d2f5a1f9a10";

/** `jetwire destinations`: where notifications of the key's own account are sent. */
export const destinationCommands = [
  defineCommand("destinations list", {
    endpoint: "listDestinations",
    isDefault: true,
    examples: ["jetwire destinations"],
    columns: {
      ID: (row) => row.id,
      NAME: (row) => row.name,
      CHANNEL: (row) => row.channel,
      ADDRESS: (row) => row.address,
      ENABLED: (row) => row.enabled,
      "OLD SECRET UNTIL": (row) => row.previousSecretUntil,
    },
    none: "no destinations",
  }),
  defineCommand("destinations replace-secret", {
    endpoint: "replaceDestinationSecret",
    arguments: { id: { description: "id of a webhook of your own account" } },
    examples: [
      `jetwire destinations replace-secret ${id}`,
      `jetwire destinations replace-secret ${id} --end-previous`,
    ],
    done: ({ name, secret, previousSecretUntil }) =>
      `new secret of ${name}, shown only once:\n${secret}\n${
        previousSecretUntil === null
          ? "the secret before has ended"
          : `messages are signed with the secret before, too, until ${previousSecretUntil}`
      }`,
    see: "jetwire destinations",
  }),
];
