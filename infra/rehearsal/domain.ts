import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Site } from "./containers.ts";
import { fault, note, row, section, timed } from "./report.ts";
import { until } from "./visit.ts";

/** A name for which Caddy makes a certificate by itself. */
const domain = "jetwire.localhost";
const foreign = "example.org";
const answerMsMax = 20_000;

/** Starts the balancer with a domain, and checks that it serves only that name. */
export async function serveDomain(site: Site, address: string): Promise<void> {
  site.set("DOMAIN", domain);
  const services = ["balancer", "balancer-ports"];
  // One after another, because Podman removes no container whose network another one uses.
  for (const service of services) await site.compose("rm", "--stop", "--force", service);
  await site.compose("up", "--detach", "--no-deps", "--no-build", ...services);
  const own = { address, host: domain, serverName: domain };
  await until("HTTPS", async () => (await answerOf("https", own)) === "200");
  section(`With \`DOMAIN=${domain}\``, ["Request", "Answer"]);
  await expectAnswer("`https`, own name", "200", await answerOf("https", own));
  await expectAnswer("`http`, own name", "308", await answerOf("http", own));
  const mixed = { ...own, host: foreign };
  await expectAnswer("`https`, other `Host`", "closed", await answerOf("https", mixed));
  const other = { ...mixed, serverName: foreign };
  await expectAnswer("`https`, other name", "closed", await answerOf("https", other));
  await expectAnswer("`http`, other `Host`", "closed", await answerOf("http", mixed));
  await addOperator(site);
}

/** Adds the first operator, as `docs/operations/domain.md` tells. */
async function addOperator(site: Site): Promise<void> {
  section("First operator", ["Command", "Time"]);
  let link = "";
  const commands = [
    ["accounts", "add", "first"],
    ["accounts", "role", "first", "operator"],
    ["accounts", "invite", "--account", "first"],
  ];
  for (const command of commands) {
    const time = await timed(async () => {
      const answer = await site.jetwire(...command);
      link = /https:\/\/[^"]+/.exec(JSON.stringify(answer))?.[0] ?? "";
    });
    row(`\`jetwire ${command.join(" ")}\``, time);
  }
  const { origin } = new URL(link === "" ? "none:" : link);
  note(`\nThe link that signs in begins with \`${origin}\`.`);
  if (origin !== `https://${domain}`) fault(`the link of the invitation begins with ${origin}`);
}

async function expectAnswer(name: string, expected: string, answer: string): Promise<void> {
  row(name, answer);
  if (answer !== expected) fault(`${name}: ${answer} instead of ${expected}`);
}

/** Requests the status, and returns the status code, or that the connection was closed. */
async function answerOf(
  scheme: "http" | "https",
  to: { readonly address: string; readonly host: string; readonly serverName: string },
): Promise<string> {
  return new Promise((resolve) => {
    const options = {
      host: to.address,
      path: "/v1/status",
      headers: { host: to.host },
      signal: AbortSignal.timeout(answerMsMax),
    };
    const request =
      scheme === "http"
        ? requestHttp(options)
        : requestHttps({ ...options, servername: to.serverName, rejectUnauthorized: false });
    request.on("response", (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    request.on("error", (error) => resolve(error.name === "Error" ? "closed" : error.name));
    request.end();
  });
}
