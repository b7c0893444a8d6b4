import type { AddCommands } from "./command.ts";

/** Commands that are loaded together. */
export interface CommandPart {
  /** The names that they have in the program. */
  readonly names: readonly string[];
  readonly load: () => Promise<AddCommands>;
}

/**
 * The commands in the order of the help. All of them are 1,400 modules, which take a second or more to load, so a command
 * line loads only the part that it names.
 */
export const commandParts: readonly CommandPart[] = [
  {
    names: ["login", "logout", "whoami"],
    load: async () => (await import("./commands/login.ts")).addLoginCommands,
  },
  { names: ["init"], load: async () => (await import("./commands/init.ts")).addInitCommand },
  {
    names: ["config"],
    load: async () => (await import("./commands/config.ts")).addConfigCommands,
  },
  {
    names: ["migrate"],
    load: async () => (await import("./commands/migrate.ts")).addMigrateCommand,
  },
  {
    names: ["redis-users"],
    load: async () => (await import("./commands/redis-users.ts")).addRedisUsersCommand,
  },
  {
    names: [
      "accounts",
      "stations",
      "station-keys",
      "claims",
      "block",
      "keys",
      "tiers",
      "eligible",
      "audit",
      "chat",
      "tokens",
      "gateways",
      "health-alerts",
      "destinations",
      "storage",
    ],
    load: async () => (await import("./remote/commands/index.ts")).addRemoteCommands,
  },
  {
    names: ["redact"],
    load: async () => (await import("./commands/redact.ts")).addRedactCommand,
  },
  {
    names: ["import"],
    load: async () => (await import("./commands/import.ts")).addImportCommands,
  },
  {
    names: ["facts"],
    load: async () => (await import("./commands/facts.ts")).addFactsCommands,
  },
  {
    names: ["redecode"],
    load: async () => (await import("./redecode/redecode.ts")).addRedecodeCommand,
  },
  {
    names: ["routes"],
    load: async () => (await import("./commands/routes.ts")).addRoutesCommands,
  },
  { names: ["feed"], load: async () => (await import("./commands/feed.ts")).addFeedCommand },
  { names: ["tail"], load: async () => (await import("./tail/tail.ts")).addTailCommand },
  {
    names: ["conformance"],
    load: async () => (await import("./conformance/conformance.ts")).addConformanceCommand,
  },
  {
    names: ["chores"],
    load: async () => (await import("./commands/chores.ts")).addChoresCommands,
  },
  {
    names: ["dead-letters"],
    load: async () => (await import("./commands/dead-letters.ts")).addDeadLetterCommands,
  },
  {
    names: ["backup"],
    load: async () => (await import("./backups/backup.ts")).addBackupCommands,
  },
  {
    names: ["restore"],
    load: async () => (await import("./backups/restore.ts")).addRestoreCommands,
  },
  {
    names: ["doctor"],
    load: async () => (await import("./commands/doctor.ts")).addDoctorCommand,
  },
];

/** Returns the part that a command line names, or all parts if it names none: help and mistakes need all of them. */
export function partsOf(argv: readonly string[]): readonly CommandPart[] {
  const name = argv.find((word) => !word.startsWith("-"));
  const part = commandParts.find(({ names }) => names.some((one) => one === name));
  return part === undefined ? commandParts : [part];
}
