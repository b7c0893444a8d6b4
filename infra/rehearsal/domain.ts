import { randomBytes } from "node:crypto";
import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { containerOf, podman, type Site } from "./containers.ts";
import { messageOf } from "./load.ts";
import { fault, note, row, section, timed } from "./report.ts";
import { waitUntil } from "./visit.ts";

/** A name for which Caddy makes a certificate by itself. */
const domain = "jetwire.localhost";
const foreign = "example.org";
const answerMsMax = 20_000;
/** A number that the load does not reach. */
const messageNumber = 2_000_000_001;

/** Starts the balancer with a domain, and checks that it serves only that name. */
export async function serveDomain(site: Site, address: string): Promise<void> {
  site.set("DOMAIN", domain);
  // Containers do not reach this machine's loopback, so commands and canary messages find the balancer in the inner network.
  site.set("REHEARSAL_URL", `https://${domain}:8443`);
  site.set("CANARY_INGEST_URL", `https://${domain}:8443/v1/ingest`);
  site.set("CANARY_REALTIME_URL", `wss://${domain}:8443`);
  // What REST tells the page, and chores writes into mails, belongs to the domain too.
  const services = ["balancer", "balancer-ports", "rest", "chores"];
  // One after another, because Podman removes no container whose network another one uses.
  for (const service of services) await site.compose("rm", "--stop", "--force", service);
  const up = ["up", "--detach", "--no-deps", "--no-build"];
  await site.compose(...up, "balancer-ports", "balancer", "rest");
  const own = { address, host: domain, serverName: domain };
  await waitUntil("HTTPS", async () => (await answerOf("https", own)) === "200");
  // It reads at its start which authority signed the certificate.
  await site.compose(...up, "chores");
  section(`With \`DOMAIN=${domain}\``, ["Request", "Answer"]);
  await expectAnswer("`https`, own name", "200", await answerOf("https", own));
  await expectAnswer("`http`, own name", "308", await answerOf("http", own));
  const mixed = { ...own, host: foreign };
  await expectAnswer("`https`, other `Host`", "closed", await answerOf("https", mixed));
  const other = { ...mixed, serverName: foreign };
  await expectAnswer("`https`, other name", "closed", await answerOf("https", other));
  await expectAnswer("`http`, other `Host`", "closed", await answerOf("http", mixed));
  await tryAll(own);
  await addOperator(site);
}

/** Tries the page, Socket.IO and messages by HTTP by the domain, and reads there that the canary arrives by it, too. */
async function tryAll(own: Target): Promise<void> {
  const beganAt = Date.now();
  const page = await request("https", { ...own, path: "/" });
  const policy = String(page.headers["content-security-policy"]);
  const realtime = `wss://${domain}`;
  const names = policy.includes(realtime) && !policy.includes("ws://localhost");
  await expectAnswer("page, whose policy names Socket.IO", realtime, names ? realtime : policy);
  const handshake = {
    connection: "Upgrade",
    upgrade: "websocket",
    origin: `https://${domain}`,
    "sec-websocket-version": "13",
    "sec-websocket-key": randomBytes(16).toString("base64"),
  };
  const socket = { ...own, path: "/socket.io/?EIO=4&transport=websocket", headers: handshake };
  await expectAnswer("Socket.IO", "101", await answerOf("https", socket));
  const body = JSON.stringify(messageOf("RH-1", messageNumber));
  await expectAnswer(
    "message",
    "202",
    await answerOf("https", { ...own, path: "/v1/ingest", body }),
  );
  await waitUntil("canary", async () => {
    const status = JSON.parse((await request("https", own)).text) as { canary?: Canary | null };
    const { failed, deliveredAt } = status.canary ?? { failed: null, deliveredAt: null };
    return failed === null && Date.parse(deliveredAt ?? "") > beganAt;
  });
  const by = await podman("exec", containerOf("chores"), "printenv", "CANARY_INGEST_URL");
  await expectAnswer("canary, and it arrives", `https://${domain}:8443/v1/ingest`, by.trim());
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
  const origin = URL.parse(link)?.origin ?? `“${link}”`;
  note(`\nThe link that signs in begins with \`${origin}\`.`);
  if (origin !== `https://${domain}`) fault(`the link of the invitation begins with ${origin}`);
}

async function expectAnswer(name: string, expected: string, answer: string): Promise<void> {
  row(name, answer);
  if (answer !== expected) fault(`${name}: ${answer} instead of ${expected}`);
}

interface Canary {
  readonly failed: string | null;
  readonly deliveredAt: string | null;
}

interface Target {
  readonly address: string;
  readonly host: string;
  readonly serverName: string;
  /** Default: the status. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST. */
  readonly body?: string;
}

interface Answer {
  readonly status: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function answerOf(scheme: "http" | "https", to: Target): Promise<string> {
  return (await request(scheme, to)).status;
}

/** Requests the path, and returns the answer, whose status tells if the connection was closed. */
async function request(scheme: "http" | "https", to: Target): Promise<Answer> {
  return new Promise((resolve) => {
    const type = to.body === undefined ? {} : { "content-type": "application/json" };
    const options = {
      host: to.address,
      path: to.path ?? "/v1/status",
      method: to.body === undefined ? "GET" : "POST",
      headers: { host: to.host, ...type, ...to.headers },
      signal: AbortSignal.timeout(answerMsMax),
    };
    const sent =
      scheme === "http"
        ? requestHttp(options)
        : requestHttps({ ...options, servername: to.serverName, rejectUnauthorized: false });
    const fail = (error: Error): void => {
      const status = error.name === "Error" ? "closed" : error.name;
      resolve({ status, headers: {}, text: "" });
    };
    sent.on("response", (response) => {
      const { statusCode, headers } = response;
      text(response).then(
        (body) => resolve({ status: String(statusCode), headers, text: body }),
        fail,
      );
    });
    sent.on("upgrade", ({ statusCode, headers }, socket) => {
      socket.destroy();
      resolve({ status: String(statusCode), headers, text: "" });
    });
    sent.on("error", fail);
    sent.end(to.body);
  });
}
