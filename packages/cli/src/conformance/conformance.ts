import { readFileSync } from "node:fs";
import process from "node:process";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { findLogin, type Login } from "../remote/logins.ts";
import { refusalText } from "../remote/refusal.ts";
import { findIngest, findService, openClient, readAddress } from "../remote/service.ts";
import { readVariable } from "@jetwire/runtime";
import { reportOf, resultLine, summary } from "./report.ts";
import type { Row } from "./row.ts";
import { contractRows } from "./rows/index.ts";
import { type RowResult, runRows } from "./run-rows.ts";
import { Service } from "./service.ts";
import { TemporaryAccounts } from "./temporary-accounts.ts";

const Options = z.object({
  keyFile: z.string().optional(),
  realtime: z.string().optional(),
  ingest: z.string().optional(),
  write: z.boolean().default(false),
  only: z
    .string()
    .transform((text) => text.split(","))
    .optional(),
  seconds: z.coerce
    .number("must be a number of seconds")
    .min(1, "must be at least 1")
    .max(3_600, "must be at most 3600")
    .default(300),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

const examples = `
Tries a service as its clients use it, promise by promise (docs/promises.md), and prints passed, failed or skipped for each with the
reason. It works on any address; the key is that of JETWIRE_KEY, JETWIRE_KEY_FILE, a login or --key-file.

Without --write nothing is changed, and any key with the scopes read and feed will do: some 20 requests, 15 connections and two refused
credentials. --write needs a key of an operator. It makes two accounts and a station whose names begin with "conformance-", sends
about 15 messages without an aircraft, which are shown like any others meanwhile, and then redacts the messages and has the
accounts and the station erased, also after Ctrl-C. The audit log and the ids of the redacted messages stay.

Ends with exit code 1 if a promise is broken, something could not be removed, or the time was too short for all.

Examples:
  jetwire conformance https://jetwire.example --key-file key.txt
  jetwire conformance --only R-06,R-19
  jetwire conformance --write --json | jq '.rows[] | select(.result == "failed")'`;

/** Adds `conformance`. */
export function addConformanceCommand(program: Command, answering: Answering): void {
  program
    .command("conformance")
    .argument("[address]", "address of the service (default: that of other commands)")
    .option("--key-file <file>", "File with the API key")
    .option("--realtime <url>", "Address of Socket.IO (default: what GET /v1/status says)")
    .option("--ingest <url>", "Address of POST /v1/ingest, for --write (default: at the service)")
    .option("--write", "Also try what needs accounts and messages, and remove them afterwards")
    .option("--only <numbers>", "Try only these promises: R-06,R-19")
    .option("--seconds <n>", "Time for all, 1 to 3600 seconds (default: 300)")
    .description("Try whether a service keeps the promises of its interface")
    .addHelpText("after", examples)
    .action(answering(conformance));
}

async function conformance(call: Call) {
  const options = call.options(Options);
  const endMs = performance.now() + options.seconds * 1_000;
  const startedAt = new Date().toISOString();
  const rows = chosenRows(options.only);
  const login = loginOf(call, options.keyFile);
  const rest = openClient(login);
  const realtime = options.realtime ?? (await realtimeOf(rest, login.url));
  const service = new Service({ rest: login.url, realtime, key: login.key });
  const accounts = options.write
    ? new TemporaryAccounts(rest, ingestOf(call, options, login.url))
    : null;
  const { stdout } = call.terminal;
  const interrupted = Promise.withResolvers<void>();
  process.once("SIGINT", interrupted.resolve);
  const left: string[] = [];
  let results: readonly RowResult[] = [];
  try {
    await accounts?.make();
    service.accounts = accounts;
    results = await runRows(rows, service, {
      endMs,
      stopped: interrupted.promise,
      onResult: (result) => {
        if (!options.json) stdout.write(`${resultLine(result)}\n`);
      },
    });
  } catch (error) {
    throw refusalText(error);
  } finally {
    process.removeListener("SIGINT", interrupted.resolve);
    left.push(...((await accounts?.remove()) ?? []));
  }
  const report = reportOf(service.target, startedAt, results, left);
  const isComplete = results.length === rows.length && left.length === 0;
  return {
    value: report,
    text: summary(report),
    exitCode: report.failed > 0 || !isComplete ? 1 : 0,
  };
}

function chosenRows(only: readonly string[] | undefined): readonly Row[] {
  if (only === undefined) return contractRows;
  const known = new Set(contractRows.flatMap(({ rows }) => rows));
  const unknown = only.find((one) => !known.has(one));
  if (unknown !== undefined) {
    throw new CliError("usage", `--only: ${unknown} is not tried: ${[...known].toSorted().join()}`);
  }
  return contractRows.filter(({ rows }) => rows.some((one) => only.includes(one)));
}

/** @throws CliError if the address has no key */
function loginOf({ args, terminal, data }: Call, keyFile: string | undefined): Login {
  const [address] = args;
  if (address === undefined && keyFile === undefined) return findService(terminal, data);
  const url =
    address === undefined ? findService(terminal, data).url : readAddress(address, "address");
  const key =
    keyFile === undefined
      ? (readVariable("JETWIRE_KEY", terminal.env) ?? findLogin(terminal, url)?.key)
      : readKeyFile(keyFile);
  if (key !== undefined) return { url, key };
  throw new CliError("not_logged_in", `there is no key for ${url}: give one with --key-file`);
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new CliError("usage", `--key-file: ${path} cannot be read`, { cause: error });
  }
}

async function realtimeOf(rest: ReturnType<typeof openClient>, url: string): Promise<string> {
  const { realtime } = await rest.readStatus();
  if (realtime !== null) return realtime;
  throw new CliError("usage", `${url} does not tell its realtime address: give it with --realtime`);
}

function ingestOf(call: Call, { ingest }: Options, url: string): string {
  if (ingest !== undefined && !URL.canParse(ingest)) {
    throw new CliError("usage", "--ingest must be an address like https://feed.example/v1/ingest");
  }
  return ingest ?? findIngest(call.terminal, call.data, url) ?? `${url}/v1/ingest`;
}
