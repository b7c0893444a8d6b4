import { readFileSync } from "node:fs";
import { createRestClient, type RestClient } from "@jetwire/client";
import { readVariable } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import { instanceFile } from "../servers.ts";
import type { Terminal } from "../terminal.ts";
import { findLogin, type Login } from "./logins.ts";

/** The members of the launcher's files that commands use. */
const ReadyFile = z.object({
  rest: z.url(),
  ingest: z.object({ http: z.url() }).optional(),
});
const SecretsFile = z.object({ operatorKey: z.string() });

/**
 * Finds the service of a command and a key for it: the running instance in `--data` or `.data`, else `JETWIRE_URL`
 * with `JETWIRE_KEY` or a login, else the login that is used.
 *
 * @throws CliError if there is none, or ConfigError
 */
export function findService(terminal: Terminal, data: unknown): Login {
  const instance = ofInstance(terminal, data);
  if (instance !== null) return instance;
  const url = readVariable("JETWIRE_URL", terminal.env);
  if (url === undefined) return requireLogin(findLogin(terminal));
  const address = readAddress(url, "JETWIRE_URL");
  const key = readVariable("JETWIRE_KEY", terminal.env);
  return key === undefined ? requireLogin(findLogin(terminal, address)) : { url: address, key };
}

/** Returns the address of `POST /v1/ingest` of the running instance, if a service is that one; null otherwise. */
export function findIngest(terminal: Terminal, data: unknown, url: string): string | null {
  const path = instanceFile(terminal, data, "ready.json");
  if (path === null) return null;
  const { rest, ingest } = readJson(path, ReadyFile);
  return new URL(rest).origin === url ? (ingest?.http ?? null) : null;
}

/** Opens the typed client of a service. */
export function openClient({ url, key }: Login): RestClient {
  return createRestClient({ baseUrl: url, apiKey: key });
}

/** Returns the origin of an address. @throws CliError if it has another form */
export function readAddress(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ["http:", "https:"].includes(url.protocol) && url.pathname === "/") {
    return url.origin;
  }
  throw new CliError("usage", `${what} must be an address like https://jetwire.example`);
}

function ofInstance(terminal: Terminal, data: unknown): Login | null {
  const [ready, secrets] = ["ready.json", "secrets.json"].map((name) =>
    instanceFile(terminal, data, name),
  );
  if (ready == null || secrets == null) return null;
  const { rest } = readJson(ready, ReadyFile);
  return { url: new URL(rest).origin, key: readJson(secrets, SecretsFile).operatorKey };
}

function readJson<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new CliError("no_servers", `${path} is not readable`, { cause: error });
  }
}

function requireLogin(login: Login | null): Login {
  if (login !== null) return login;
  throw new CliError(
    "not_logged_in",
    "no service is known: run `jetwire login ADDRESS`, set JETWIRE_URL and JETWIRE_KEY, or run `npm start` here",
  );
}
