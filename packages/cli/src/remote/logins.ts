import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Terminal } from "../terminal.ts";

/** The content of the file of logins: a key for each address, and the address that is used. */
const Logins = z.object({
  current: z.string().nullable(),
  keys: z.record(z.string(), z.string()),
});
type Logins = z.infer<typeof Logins>;

/** An address of a service and the API key for it. */
export interface Login {
  readonly url: string;
  readonly key: string;
}

const none: Logins = { current: null, keys: {} };

/**
 * Returns the path of the file of logins: `jetwire/logins.json` in the user's folder of configuration.
 *
 * @throws CliError for a user whose folder the system does not know, as in a container
 */
export function loginsPath({ env }: Pick<Terminal, "env">): string {
  const folder = env["XDG_CONFIG_HOME"] || join(env["HOME"] || homeOfUser(), ".config");
  return join(folder, "jetwire", "logins.json");
}

function homeOfUser(): string {
  try {
    return homedir();
  } catch (error) {
    const message = "logins have no folder: set HOME, or JETWIRE_URL and JETWIRE_KEY";
    throw new CliError("not_logged_in", message, { cause: error });
  }
}

/** Returns the login for an address, by default the one that is used; null if there is none. */
export function findLogin(terminal: Pick<Terminal, "env">, address?: string): Login | null {
  const { current, keys } = readLogins(loginsPath(terminal));
  const url = address ?? current;
  const key = url === null ? undefined : keys[url];
  return url === null || key === undefined ? null : { url, key };
}

/** Keeps a login and uses it from now on. */
export function saveLogin(terminal: Pick<Terminal, "env">, { url, key }: Login): void {
  const path = loginsPath(terminal);
  const { keys } = readLogins(path);
  writeLogins(path, { current: url, keys: { ...keys, [url]: key } });
}

/**
 * Removes the login for an address, by default the one that is used. If another one is left, it is used.
 *
 * @returns the addresses that was removed and that is used; null if there was none
 */
export function removeLogin(
  terminal: Pick<Terminal, "env">,
  address?: string,
): { readonly url: string; readonly current: string | null } | null {
  const path = loginsPath(terminal);
  const { current, keys } = readLogins(path);
  const url = address ?? current;
  if (url === null || keys[url] === undefined) return null;
  const { [url]: _removed, ...others } = keys;
  const next = current === url ? (Object.keys(others)[0] ?? null) : current;
  writeLogins(path, { current: next, keys: others });
  return { url, current: next };
}

function readLogins(path: string): Logins {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return none;
    throw new CliError("usage", `${path} cannot be read`, { cause: error });
  }
  try {
    return Logins.parse(JSON.parse(text));
  } catch (error) {
    const advice = "remove it and log in again";
    throw new CliError("usage", `${path} is not a file of logins: ${advice}`, { cause: error });
  }
}

/** Replaces the file, which only its user can read, as a whole. */
function writeLogins(path: string, logins: Logins): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new CliError("usage", `${path} cannot be written`, { cause: error });
  }
}
