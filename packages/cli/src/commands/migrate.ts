import { migrate } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";

const examples = `
Creates or updates tables, airline codes and the partitions of the next days. The command is safe to run
again, and by several processes at once.

Example:
  DATABASE_URL=postgres://jetwire@db/jetwire jetwire migrate`;

export function addMigrateCommand(program: Command, answering: Answering): void {
  program
    .command("migrate")
    .description("Migrate the database to this version")
    .addHelpText("after", examples)
    .action(
      answering(async (call) => {
        const { applied } = await migrate(call.servers().databaseUrl);
        const text = applied.length === 0 ? "nothing to do" : `applied: ${applied.join(", ")}`;
        return { value: { applied }, text };
      }),
    );
}
