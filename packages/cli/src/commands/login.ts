import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";
import { Writable } from "node:stream";
import { RestError } from "@jetwire/client";
import type { Command } from "@jetwire/command-line";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { findLogin, type Login, loginsPath, removeLogin, saveLogin } from "../remote/logins.ts";
import { refusalText } from "../remote/refusal.ts";
import { findService, openClient, readAddress } from "../remote/service.ts";
import type { Terminal } from "../terminal.ts";

const loginExamples = `
Asks for an API key, or reads it from standard input, and keeps it in a file that only you can read. Commands of
operators need a key with the scope \`operate\`: make one on the web page under "Keys", after you have signed in. Without
an address it uses a login that was kept. JETWIRE_URL and JETWIRE_KEY replace a login, for scripts.

Examples:
  jetwire login https://jetwire.example
  jetwire login https://jetwire.example < key.txt
  JETWIRE_URL=https://jetwire.example JETWIRE_KEY_FILE=key.txt jetwire claims list`;

/** Adds `login`, `logout` and `whoami`. */
export function addLoginCommands(program: Command, answering: Answering): void {
  program
    .command("login")
    .argument(
      "[address]",
      "address of the service (default: of the running instance, or as before)",
    )
    .description("Log in to a service with an API key")
    .addHelpText("after", loginExamples)
    .action(answering(login));
  program
    .command("logout")
    .argument("[address]", "address of the service (default: the one that is used)")
    .description("Forget the API key for a service")
    .addHelpText(
      "after",
      "\nThe key stays valid: revoke it with `jetwire keys revoke`.\n\nExample:\n  jetwire logout",
    )
    .action(answering(logout));
  program
    .command("whoami")
    .description("Show the service and the account that commands use")
    .addHelpText("after", "\nExample:\n  jetwire whoami")
    .action(answering(whoami));
}

async function login({ args, terminal }: Call) {
  const [address] = args;
  const kept = findLogin(terminal, address && readAddress(address, "address"));
  const url = address === undefined ? kept?.url : readAddress(address, "address");
  if (url === undefined) throw new CliError("usage", "address is missing: https://jetwire.example");
  refusePlain(url);
  const key = await readKey(terminal);
  const { username } = await readOwner({ url, key });
  saveLogin(terminal, { url, key });
  const text = `logged in to ${url} as ${username}; the key is in ${loginsPath(terminal)}`;
  return { value: { url, username }, text };
}

async function logout({ args, terminal }: Call) {
  const [address] = args;
  const removed = removeLogin(terminal, address && readAddress(address, "address"));
  if (removed === null) throw new CliError("not_logged_in", "there is no such login");
  const { url, current } = removed;
  const next = current === null ? "" : `; ${current} is used now`;
  return { value: removed, text: `logged out of ${url}${next}` };
}

async function whoami(call: Call) {
  const service = findService(call.terminal, call.data);
  const { id, username, tier } = await readOwner(service);
  const { url } = service;
  return { value: { url, id, username, tier }, text: `${username} at ${url}` };
}

async function readOwner(service: Login) {
  try {
    return await openClient(service).readMe();
  } catch (error) {
    if (error instanceof RestError && error.status === 401) {
      throw new CliError("not_logged_in", `${service.url} does not accept this API key`);
    }
    throw refusalText(error);
  }
}

/** @throws CliError if the key would be sent unencrypted to another machine */
function refusePlain(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw new CliError("usage", `address must begin with https://, because the key is sent to it`);
}

async function readKey({ stdin, stderr }: Terminal): Promise<string> {
  const isTerminal = "isTTY" in stdin && stdin.isTTY === true;
  const given = isTerminal ? await askHidden(stdin, stderr) : await textOf(stdin);
  const key = given.trim();
  if (/^\S+$/.test(key)) return key;
  throw new CliError("usage", "there is no API key on standard input");
}

/** Asks for a line that is not shown while it is typed. */
async function askHidden(stdin: Terminal["stdin"], stderr: Terminal["stderr"]): Promise<string> {
  stderr.write("API key: ");
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("close", () => reject(new CliError("usage", "there is no API key")));
    });
  } finally {
    lines.close();
    stderr.write("\n");
  }
}
