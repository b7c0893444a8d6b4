import { createServiceRoles, migrate } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import type { Answering } from "../command.ts";
import { readServicePasswords } from "../service-passwords.ts";

const Options = z.object({ allowNewer: z.boolean().default(false) });

const examples = `
Creates or updates tables, airline codes and the partitions of the next days. The command is safe to run
again, and by several processes at once. With INGEST_PASSWORD, REST_PASSWORD … (see redis-users) it also creates a
role for each service, with the rights that it needs.

Example:
  DATABASE_URL=postgres://jetwire@db/jetwire jetwire migrate`;

export function addMigrateCommand(program: Command, answering: Answering): void {
  program
    .command("migrate")
    .description("Migrate the database to this version")
    .option(
      "--allow-newer",
      "accept a database of a newer version, after a rollback of the services",
    )
    .addHelpText("after", examples)
    .action(
      answering(async (call) => {
        const { allowNewer } = call.options(Options);
        const { databaseUrl } = call.servers();
        const passwords = readServicePasswords(call.terminal);
        const { applied, newer = [] } = await migrate(databaseUrl, undefined, { allowNewer });
        if (passwords !== null) await createServiceRoles(databaseUrl, passwords);
        const done = applied.length === 0 ? "nothing to do" : `applied: ${applied.join(", ")}`;
        const text = newer.length === 0 ? done : `${done}; of a newer version: ${newer.join(", ")}`;
        return { value: { applied, newer }, text };
      }),
    );
}
