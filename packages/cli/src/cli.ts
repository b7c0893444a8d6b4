import { Command, runAction } from "@jetwire/command-line";
import { type CliError, toCliError } from "./cli-error.ts";
import { type FormattedResult, createAnswering } from "./command.ts";
import { partsOf } from "./command-parts.ts";
import type { Terminal } from "./terminal.ts";

const description = `Manage a Jetwire instance.

Commands work on the instance that runs in .data (started by \`npm start\`) or in the folder given by --data, on the
service given by JETWIRE_URL and JETWIRE_KEY, or on the one that you have logged in to (\`jetwire login\`). The commands
init, config, migrate, redis-users, import, facts, redecode, chores, dead-letters, backup, restore and doctor work on the host, on the
servers given by DATABASE_URL and REDIS_URL.`;

const examples = `
Examples:
  jetwire accounts add alice
  jetwire stations add AB-KSFO1 --account alice --source-type acars
  jetwire keys issue --account alice
  jetwire feed recorded.ndjson --to udp://127.0.0.1:5550
  jetwire tail tail=D-ABCD --since 60
  jetwire doctor
  jetwire keys list --json | jq '.[].hint'`;

/**
 * Runs one command line and returns its exit code: 0, 1 if the command failed or found a problem, 2
 * after a usage error. With `--json` standard output is exactly one JSON document, or one line for each message of `tail`.
 */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const answers: FormattedResult[] = [];
  const wantsJson = argv.includes("--json");
  const program = new Command("jetwire")
    .description(description)
    .option("--json", "Print exactly one JSON document to standard output")
    .option("--data <dir>", "Folder of the running instance (default: .data)")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", examples);
  const answering = createAnswering(terminal, (answered) => answers.push(answered));
  for (const { load } of partsOf(argv)) (await load())(program, answering);
  try {
    await runAction(program, argv, terminal.stdout);
  } catch (error) {
    return printError(await toCliError(error));
  }
  return answers.reduce((code, answered) => Math.max(code, print(answered)), 0);

  function print({ answer, json }: FormattedResult): number {
    if (answer.isStreamed !== true)
      terminal.stdout.write(`${json ? JSON.stringify(answer.value) : answer.text}\n`);
    return answer.exitCode ?? 0;
  }

  function printError(error: CliError): number {
    const { code, message } = error;
    if (wantsJson) terminal.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
    else terminal.stderr.write(`jetwire: ${message}\n`);
    return code === "usage" ? 2 : 1;
  }
}
