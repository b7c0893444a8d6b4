import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import type { Answering, Call } from "../command.ts";
import { fetchRoutes } from "../routes/fetch-routes.ts";
import { openRouteFile } from "../routes/route-file.ts";
import { serveRoutes } from "../routes/serve-routes.ts";

const FetchOptions = z.object({ to: z.string().min(1) });
const ServeOptions = z.object({
  port: z.coerce.number("must be a port").int().min(0).max(65_535).default(8090),
  host: z.string().min(1).default("127.0.0.1"),
});

const fetchExamples = `
Downloads the file of usual routes of an instance, if it is newer than FILE, and continues a download that was interrupted. FILE is
replaced only by a file whose checksum is right. A name that ends with .csv gets CSV, any other one SQLite.

Examples:
  jetwire routes fetch https://jetwire.example --to routes.sqlite`;

const serveExamples = `
Answers tar1090 from the file, without a network: set routeApiUrl to http://ADDRESS:PORT/api/0/routeset in its config.js. The file
may be replaced meanwhile; it is opened again then.

Examples:
  jetwire routes serve routes.sqlite --port 8090`;

/** Adds `jetwire routes`. */
export function addRoutesCommands(program: Command, answering: Answering): void {
  const routes = program
    .command("routes")
    .description("Load files of usual routes, and answer from them");
  routes
    .command("fetch")
    .argument("<address>", "address of the instance")
    .requiredOption("--to <file>", "File to write")
    .description("Download the usual routes of an instance")
    .addHelpText("after", fetchExamples)
    .action(answering(runFetch));
  routes
    .command("serve")
    .argument("<file>", "file of routes (SQLite)")
    .option("--port <port>", "TCP port; 0 for any (default: 8090)")
    .option("--host <address>", "Address to listen at (default: 127.0.0.1)")
    .description("Answer tar1090 from a file of routes")
    .addHelpText("after", serveExamples)
    .action(answering(runServe));
}

async function runFetch(call: Call) {
  const { to } = call.options(FetchOptions);
  const fetched = await fetchRoutes(call.args[0] ?? "", to, call.terminal);
  const { routes, madeAt, isNew } = fetched;
  const text = isNew
    ? `${to} has ${routes} routes, made at ${madeAt}`
    : `${to} is the newest file, made at ${madeAt}`;
  return { value: fetched, text };
}

async function runServe(call: Call) {
  const { port, host } = call.options(ServeOptions);
  using file = openRouteFile(call.terminal, call.args[0] ?? "");
  await serveRoutes(file, { port, host }, call.terminal);
  return { value: { stopped: true }, text: "Stopped" };
}
