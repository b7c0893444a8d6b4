import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import type { Answering } from "../command.ts";
import { createSecretFiles } from "../secret-files.ts";

const examples = `
Creates a file for each secret that is missing: passwords of Postgres and of each service, keys of hashes and of the
seal of signing keys, and empty files for what only you know (smtp-password, oidc-providers). Existing files are kept,
so the command is safe to run again. With backup-recipient it makes the recovery key that opens back-ups, prints it once
and stores it nowhere: keep it on paper or in a password manager.

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
        const { created, kept, recoveryKey } = await createSecretFiles(secrets);
        const text = `${created.length} secrets created in ${secrets}, ${kept.length} kept`;
        if (recoveryKey === null) return { value: { created, kept }, text };
        return {
          value: { created, kept, recoveryKey },
          text: `${text}\n\n${keyText(recoveryKey)}`,
        };
      }),
    );
}

function keyText(key: string): string {
  return `The recovery key opens all back-ups. It is printed once and stored nowhere: keep it apart from this host.\n\n  ${key}`;
}
