import { CliError } from "../../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { account } from "../names.ts";

/** `jetwire health-alerts`: who is notified when the service is not well. */
export const healthAlertCommands = [
  defineCommand("health-alerts list", {
    endpoint: "listHealthAlerts",
    isDefault: true,
    examples: ["jetwire health-alerts", "jetwire health-alerts --json"],
    columns: {
      OPERATOR: (row) => row.username,
      FROM: (row) => row.minimum,
      MAIL: ({ mail, mails, hasAddress }) => {
        if (!mail) return "no";
        if (!mails) return "no: this service sends no mails";
        return hasAddress ? "yes" : "no: the account has no confirmed address";
      },
      DESTINATIONS: ({ destinations }) =>
        destinations
          .filter(({ chosen }) => chosen)
          .map(({ name, enabled }) => (enabled ? name : `${name} (off)`))
          .join(", ") || null,
    },
    none: "no operators",
  }),
  defineCommand("health-alerts set", {
    endpoint: "changeHealthAlerts",
    about:
      "Operators are notified of faults on the web page, by mail and at destinations, which they add on the page under Destinations. `jetwire health-alerts --json` shows their ids.",
    arguments: { id: account },
    options: {
      mail: {
        usage: "<yes|no>",
        description: "Mail faults to the account's confirmed address",
        read: readYes,
      },
      destinationIds: {
        name: "destinations",
        usage: "<ids>",
        description: "Ids of the destinations to which faults are sent, with commas; or none",
        read: (text) => (text === "none" ? [] : text.split(",")),
      },
    },
    examples: [
      "jetwire health-alerts set alice --minimum critical",
      "jetwire health-alerts set alice --mail no --destinations 6f1c1e9e-3c05-4f6f-9b1e-1d2f5a1f9a10",
    ],
    done: ({ username, minimum }) =>
      minimum === "none"
        ? `${username} is notified of no faults`
        : `${username} is notified of faults, the mildest of which are: ${minimum}`,
    see: "jetwire health-alerts",
  }),
];

function readYes(text: string): boolean {
  if (text === "yes" || text === "no") return text === "yes";
  throw new CliError("usage", "--mail must be yes or no");
}
