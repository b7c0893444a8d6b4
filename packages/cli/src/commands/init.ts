import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import type { Answering } from "../command.ts";
import { createSecretFiles } from "../secret-files.ts";

const examples = `
Creates a file for each secret that is missing: passwords of Postgres and of each service, keys of hashes and of the
seal of signing keys, and empty files for what only you know (smtp-password, oidc-providers). Existing files are kept,
so the command is safe to run again. Make a copy of the folder and keep it apart from the back-ups of the database.

Example:
  jetwire init --secrets infra/secrets`;

const InitOptions = z.object({ secrets: z.string().min(1) });

export function addInitCommand(program: Command, answering: Answering): void {
  program
    .command("init")
    .description("Create the secrets of a deployment")
    .option("--secrets <dir>", "Folder of the secrets", "infra/secrets")
    .addHelpText("after", examples)
    .action(
      answering(async (call) => {
        const { secrets } = call.options(InitOptions);
        const { created, kept } = createSecretFiles(secrets);
        const text = `${created.length} secrets created in ${secrets}, ${kept.length} kept`;
        return { value: { created, kept }, text };
      }),
    );
}
