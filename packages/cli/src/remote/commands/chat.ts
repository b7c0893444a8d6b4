import { defineCommand } from "../define-command.ts";

const report = { description: "id of the report" };
const id = "0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11";
const see = "jetwire chat reports list";

/** `jetwire chat`: messages that users have reported. */
export const chatCommands = [
  defineCommand("chat reports list", {
    endpoint: "listChatReports",
    examples: [see, "jetwire chat reports list --resolved"],
    columns: {
      ID: (row) => row.id,
      TIME: (row) => row.createdAt,
      REASON: (row) => row.reason,
      REPORTED: (row) => row.author.username,
      REPORTS: (row) => row.reportsOfAuthor,
      BY: (row) => row.reporter.username,
      RESOLVED: (row) => row.resolvedAt,
    },
    none: "no reports",
  }),
  defineCommand("chat reports show", {
    endpoint: "readChatReport",
    arguments: { id: report },
    examples: [`jetwire chat reports show ${id}`],
    done: (answer) =>
      [
        `reported: ${answer.author.username} (${answer.reportsOfAuthor} reports), by ${answer.reporter.username}, for ${answer.reason}`,
        `note: ${answer.note ?? "-"}`,
        ...answer.messages.map(
          ({ id: of, senderId, body }) =>
            `${of === answer.messageId ? "reported" : "before"}, from ${senderId}: ${JSON.stringify(body)}`,
        ),
        `resolution: ${answer.resolution ?? "-"}`,
      ].join("\n"),
    see,
  }),
  defineCommand("chat reports resolve", {
    endpoint: "resolveChatReport",
    arguments: { id: report },
    options: { action: { default: "dismiss", description: "what is done besides" } },
    examples: [
      `jetwire chat reports resolve ${id} --reason "no offence"`,
      `jetwire chat reports resolve ${id} --action block --reason "insults"`,
    ],
    done: (_, given) => `report ${given["id"]} is resolved`,
    see,
  }),
];
