import { aclFile, aclUserName, aclUsers } from "@jetwire/redis";
import type { Command } from "@jetwire/command-line";
import { CliError } from "../cli-error.ts";
import type { Answering } from "../command.ts";
import { readServicePasswords } from "../service-passwords.ts";

const examples = `
Reads INGEST_PASSWORD, PERSISTER_PASSWORD, FANOUT_PASSWORD, SAMPLER_PASSWORD, GATEWAY_PASSWORD, REST_PASSWORD,
CHORES_PASSWORD and OPERATOR_PASSWORD, or the files that INGEST_PASSWORD_FILE … name, and the namespace from
JETWIRE_NAMESPACE (jw). The file has their SHA-256 digests
only. Redis reads it at its start: redis-server --aclfile users.acl

Example:
  jetwire redis-users > users.acl`;

export function addRedisUsersCommand(program: Command, answering: Answering): void {
  program
    .command("redis-users")
    .description("Print the file of Redis users, with the rights of each service")
    .addHelpText("after", examples)
    .action(
      answering(async ({ terminal }) => {
        const passwords = readServicePasswords(terminal);
        if (passwords === null) {
          throw new CliError(
            "usage",
            "REST_PASSWORD and the other passwords are not set (see --help)",
          );
        }
        const namespace = terminal.env["JETWIRE_NAMESPACE"] || "jw";
        const file = aclFile(namespace, passwords);
        const users = aclUsers.map((user) => aclUserName(namespace, user));
        return { value: { users, file }, text: file.trimEnd() };
      }),
    );
}
