import type { Command } from "@jetwire/command-line";
import { CliError } from "../cli-error.ts";
import type { Answering } from "../command.ts";
import { checkVariables } from "../config/check-variables.ts";

const examples = `
Refuses variables whose names are misspelt, and DOMAIN with a LISTEN_ADDRESS that no other machine reaches. The compose
file runs it in the container migrate, for which every service waits.

Example:
  docker compose --env-file infra/compose.env run --rm --no-deps migrate jetwire config check`;

export function addConfigCommands(program: Command, answering: Answering): void {
  const config = program.command("config").description("Check the variables of a deployment");
  config
    .command("check")
    .description("Refuse misspelt and contradicting variables of the environment")
    .addHelpText("after", examples)
    .action(
      answering(async ({ terminal }) => {
        const problems = checkVariables(terminal.env);
        if (problems.length > 0) throw new CliError("usage", problems.join("; "));
        return { value: { problems }, text: "the variables are right" };
      }),
    );
}
