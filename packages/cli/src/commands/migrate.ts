import { createServiceRoles, migrate } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";
import { readServicePasswords } from "../service-passwords.ts";

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
    .addHelpText("after", examples)
    .action(
      answering(async (call) => {
        const { databaseUrl } = call.servers();
        const passwords = readServicePasswords(call.terminal);
        const { applied } = await migrate(databaseUrl);
        if (passwords !== null) await createServiceRoles(databaseUrl, passwords);
        const text = applied.length === 0 ? "nothing to do" : `applied: ${applied.join(", ")}`;
        return { value: { applied }, text };
      }),
    );
}
