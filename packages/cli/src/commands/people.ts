import { makeLinkToken } from "@jetwire/auth";
import type { Command } from "@jetwire/command-line";
import { createInvitation, findAccount, queueMail, setAccountRole } from "@jetwire/db";
import { AccountRole, EmailAddress } from "@jetwire/protocol";
import { mailIsConfigured, mailVariables, readConfig } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { notifyProcesses, withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { findPageAddress } from "../page-address.ts";

const inviteExamples = `
Prints a link that is valid for 7 days and once. With --account it signs in to that account, for one
that was added by \`jetwire accounts add\`; otherwise it makes a new account. With --email it is also
sent, if mail is configured (SMTP_URL and PUBLIC_URL, as for the services). Anybody who has the link can use it.

Examples:
  jetwire accounts invite --email bob@example.org
  jetwire accounts invite --account alice`;

const roleExamples = `
An operator sees the operations of the service on the web page and can act there. The user has to sign
in again.

Example:
  jetwire accounts role alice operator`;

const InviteOptions = z.object({
  email: EmailAddress.optional(),
  account: z.string().min(1).optional(),
});

/** Adds `invite` and `role` to the commands on accounts. */
export function addPeopleCommands(accounts: Command, answering: Answering): void {
  accounts
    .command("invite")
    .option("--email <address>", "E-mail address of the new account, to which the link is sent")
    .option("--account <username>", "Account that the link signs in to")
    .description("Invite somebody to an account")
    .addHelpText("after", inviteExamples)
    .action(answering(invite));
  accounts
    .command("role")
    .argument("<username>", "username of the account")
    .argument("<role>", "user or operator")
    .description("Set the role of an account")
    .addHelpText("after", roleExamples)
    .action(answering(changeRole));
}

async function invite(call: Call) {
  const { email, account: username } = call.options(InviteOptions);
  const config = readConfig(z.object(mailVariables), call.terminal.env);
  const address = config.PUBLIC_URL ?? findPageAddress(call);
  const { token, tokenHash } = makeLinkToken();
  const link = `${address}/link#t=${token}`;
  const { expiresAt, isMailed } = await withDatabase(call.servers(), async (sql) => {
    const account = username === undefined ? null : await findAccount(sql, username);
    if (username !== undefined && account === null) throw noAccount(username);
    const invited = { tokenHash, accountId: account?.id ?? null, email: email ?? null };
    const made = await createInvitation(sql, invited, operator());
    if (made === null) throw noAccount(username ?? "");
    if (email === undefined || !mailIsConfigured(config)) return { ...made, isMailed: false };
    const mail = { to: email, kind: "invitation", values: { link } } as const;
    const accountId = account === null ? {} : { accountId: account.id };
    return { ...made, isMailed: await queueMail(sql, { ...mail, ...accountId }) };
  });
  const mailed = isMailed ? `, and is on its way to ${email}` : "";
  return {
    value: { link, expiresAt, account: username ?? null, email: email ?? null, mailed: isMailed },
    text: `${link}\nThe link is valid until ${expiresAt}, once${mailed}.`,
  };
}

async function changeRole(call: Call) {
  const [username = "", given] = call.args;
  const role = AccountRole.safeParse(given);
  if (!role.success) throw new CliError("usage", "role must be user or operator");
  const servers = call.servers();
  const changed = await withDatabase(servers, async (sql) => {
    const account = await findAccount(sql, username);
    return account === null ? null : await setAccountRole(sql, account.id, role.data, operator());
  });
  if (changed === null) throw noAccount(username);
  await notifyProcesses(servers, { kind: "account-changed", accountId: changed.id });
  return {
    value: { ...changed, role: role.data },
    text: `${changed.username} has the role ${role.data}`,
  };
}

function noAccount(username: string): CliError {
  return new CliError("not_found", `account ${username} not found: see \`jetwire accounts list\``);
}
