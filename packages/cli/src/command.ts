import { type Command, parseOptions } from "@jetwire/command-line";
import type { z } from "zod";
import { findServers, type Servers } from "./servers.ts";
import type { Terminal } from "./terminal.ts";

/** The result of a command: a value for `--json`, a text for people. */
export interface CommandOutput {
  readonly value: unknown;
  readonly text: string;
  /** Whether the command has printed its output by itself, as it came. */
  readonly isStreamed?: boolean;
  /** Default: 0. */
  readonly exitCode?: number;
}

/** A command line that was entered. */
export interface Call {
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** The folder of the running instance, if one was given. */
  readonly data: unknown;
  /** Finds the servers. @throws CliError if they are not known. */
  servers(): Servers;
  /** Reads the options by a schema. @throws UsageError naming each that is wrong. */
  options<Schema extends z.ZodObject>(schema: Schema): z.infer<Schema>;
}

export interface FormattedResult {
  readonly answer: CommandOutput;
  readonly json: boolean;
}

/** Makes a commander action of a command: `.action(answering(async (call) => …))`. */
export type Answering = (
  command: (call: Call) => Promise<CommandOutput>,
) => (this: Command) => Promise<void>;

/** Adds commands to the program. */
export type AddCommands = (program: Command, answering: Answering) => void;

/** Passes each command's answer to `onAnswer`. */
export function createAnswering(
  terminal: Terminal,
  onAnswer: (answered: FormattedResult) => void,
): Answering {
  return (command) =>
    async function action(this: Command) {
      const given: Record<string, unknown> = this.optsWithGlobals();
      const answer = await command({
        args: this.args,
        terminal,
        data: given["data"],
        servers: () => findServers(terminal, given["data"]),
        options: (schema) => parseOptions(schema, given),
      });
      onAnswer({ answer, json: given["json"] === true });
    };
}
