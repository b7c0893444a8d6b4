import * as db from "@jetwire/db";
import { Status } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jetwire } from "../src/deployment/jetwire.ts";
import { startWorkerProcess } from "../src/deployment/worker-process.ts";
import {
  type Deployment,
  startDeployment,
  startMailCatcher,
  startReceiver,
  until,
} from "../src/index.ts";

const stack = new AsyncDisposableStack();
let running: Deployment;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let catcher: Awaited<ReturnType<typeof startMailCatcher>>;

beforeAll(async () => {
  receiver = stack.use(await startReceiver());
  catcher = stack.use(await startMailCatcher());
  running = stack.use(
    await startDeployment({
      gateways: 1,
      workers: { persister: 0, chores: 1 },
      environment: {
        HEALTH_ALERT_SECONDS: "3",
        DELIVERY_ALLOWED_HOSTS: "127.0.0.1",
        PUBLIC_URL: "https://jetwire.example.org",
        SMTP_URL: catcher.smtpUrl,
      },
    }),
  );
}, 60_000);
afterAll(() => stack.disposeAsync());

async function addOperator(name: string): Promise<string> {
  const { sql } = running.database;
  const id = (await db.accounts.add(sql, name))?.id ?? "";
  await sql`
    update accounts set role = 'operator', email = ${`${name}@example.org`} where id = ${id}`;
  await sql`update accounts set email_confirmed_at = now() where id = ${id}`;
  return id;
}

async function isWell(): Promise<boolean> {
  const status = Status.parse(await (await fetch(`${running.restUrl}/v1/status`)).json());
  const [row] = await running.database.sql<{ open: number }[]>`
    select count(*)::integer as open from health_watch, jsonb_array_elements(faults) as f
    where f->>'severity' = 'critical' and f->>'endedMs' is null`;
  return status.degraded.length === 0 && row?.open === 0;
}

test("a killed persister is one message that names it with the remedy, and one when it runs again", async () => {
  await using persister = await startWorkerProcess(running, "persister");
  await until("the service to be well", isWell);
  const alice = await addOperator("alice");
  await addOperator("bob");
  const { sql } = running.database;
  const url = `${receiver.url}/alice`;
  const secret = `whsec_${Buffer.from("a secret of the tests").toString("base64")}`;
  const added = await db.destinations.add(sql, {
    accountId: alice,
    name: "Mine",
    address: "127.0.0.1",
    target: { channel: "webhook", url, secret },
    types: ["alert.match"],
    ruleIds: [],
  });
  await jetwire(running, "health-alerts", "set", "alice", "--minimum", "critical", "--mail", "no");
  await jetwire(running, "health-alerts", "set", "alice", "--destinations", added?.id ?? "");
  const listed = await jetwire(running, "health-alerts");
  expect(listed).toMatchObject([
    { username: "alice", minimum: "critical", mail: false, destinations: [{ chosen: true }] },
    { username: "bob", minimum: "warning", mail: true, destinations: [] },
  ]);
  const delivered = () => receiver.received.filter(({ path }) => path === "/alice");

  await persister[Symbol.asyncDispose]();
  await until("the delivery", () => delivered().length > 0);
  expect(delivered()[0]?.json).toMatchObject({
    type: "service.health",
    data: {
      title: "Critical: No persister has reported within 15 seconds",
      body: expect.stringContaining("What to do: start it, or check its log."),
      link: "https://jetwire.example.org/docs/runbook/alerts#jetwireservicemissing",
      facts: { kind: "begins", check: "services", severity: "critical" },
    },
  });

  await using again = await startWorkerProcess(running, "persister");
  expect(again.pid).toBeGreaterThan(0);
  await until("the end", () => delivered().length > 1);
  await until("the service to be well", isWell);
  expect(delivered().map(({ json }) => (json["data"] as { title: string }).title)).toEqual([
    "Critical: No persister has reported within 15 seconds",
    "Ended: No persister has reported within 15 seconds",
  ]);
  await until("the mails", () => mailed("bob@example.org").length > 1);
  const [mail] = mailed("bob@example.org");
  expect(mail?.subject).toBe(
    "jetwire.example.org: Critical: No persister has reported within 15 seconds",
  );
  expect(mail?.text).toContain("What to do: start it, or check its log.");
  expect(mail?.text).toContain("docs/runbook/alerts#jetwireservicemissing");
  expect(mailed("alice@example.org")).toEqual([]);
}, 120_000);

function mailed(to: string) {
  return catcher.mails.filter((mail) => mail.to.includes(to));
}
