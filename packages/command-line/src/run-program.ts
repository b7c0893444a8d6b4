import { type Command, CommanderError } from "commander";
import { UsageError } from "./options.ts";

interface Writer {
  write(text: string): unknown;
}

/**
 * Runs the action of a command line, or prints help.
 *
 * @returns the exit code: 0, or 2 after a usage error, which is printed to `stderr`
 */
export async function runCommandLine(
  program: Command,
  args: readonly string[],
  output: { readonly stdout: Writer; readonly stderr: Writer },
): Promise<number> {
  try {
    await runAction(program, args, output.stdout);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.stderr.write(`${program.name()}: ${error.message} (see --help)\n`);
    return 2;
  }
}

/** Runs the action of a command line, or prints help to `stdout`. @throws UsageError */
export async function runAction(
  program: Command,
  args: readonly string[],
  stdout: Writer,
): Promise<void> {
  configure(program, stdout);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const message = error.message.replace(/^error: /, "");
    const isCommandMissing = message === "(outputHelp)";
    throw new UsageError(isCommandMissing ? `name a command: ${commandNames(program)}` : message);
  }
}

/** Makes commander throw errors instead of printing them and ending the process. */
function configure(command: Command, stdout: Writer): void {
  command
    .exitOverride()
    .helpOption("-h, --help", "Show help")
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => {} });
  if (command.commands.length > 0) command.helpCommand("help [command]", "Show help for a command");
  for (const child of command.commands) configure(child, stdout);
}

function commandNames(program: Command): string {
  return program.commands.map((command) => command.name()).join(", ");
}
