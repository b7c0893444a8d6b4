import { expect, test } from "vitest";
import { portsFor } from "./ports.ts";
import { serviceProcesses, type Settings } from "./services.ts";

const settings: Settings = {
  backupUrl: null,
  root: "/clone",
  journalDir: "/data/journal-0",
  ports: portsFor(21_000, {}),
  gateways: 2,
  urlsOf: (service) => ({
    redisUrl: `redis://${service}@r`,
    databaseUrl: `postgres://${service}@p`,
  }),
  secrets: { addressSecret: "address", samplerSecret: "sampler", signingKeySecret: "signing" },
  env: {
    LOG_LEVEL: "debug",
    INGEST_HOST: "0.0.0.0",
    REST_PORT: "1",
    SERVICE_REPLICA: "9",
    SMTP_URL: "smtp://mail.example",
    MAIL_FROM: "jetwire@mail.example",
  },
  demo: true,
  dev: false,
};

function environment(name: string, replica = 0): NodeJS.ProcessEnv {
  const all = serviceProcesses(settings);
  return all.find((spec) => spec.name === name && spec.replica === replica)?.env ?? {};
}

test("numbers the replicas of a service and gives each its own health port", () => {
  const rows = serviceProcesses(settings).map((spec) => [spec.name, spec.replica, spec.healthPort]);
  expect(rows.slice(4, 7)).toEqual([
    ["gateway", 0, 21_044],
    ["gateway", 1, 21_045],
    ["rest", 0, 21_046],
  ]);
});

test("lets the operator's variables override defaults", () => {
  expect(environment("ingest")).toMatchObject({ LOG_LEVEL: "debug", INGEST_HOST: "0.0.0.0" });
});

function optionsOf(changed: Partial<Settings>): (string | undefined)[] {
  return serviceProcesses({ ...settings, ...changed }).map((spec) => spec.env["NODE_OPTIONS"]);
}

test("bounds the memory of new objects in one process, unless the operator sets options of Node", () => {
  const env = { NODE_OPTIONS: "--max-old-space-size=512" };
  expect(optionsOf({ gateways: "one-process" })).toEqual([
    "--max-semi-space-size=8 --v8-pool-size=1",
  ]);
  expect(optionsOf({ gateways: "one-process", env })).toEqual([env.NODE_OPTIONS]);
  expect(new Set(optionsOf({}))).toEqual(new Set([undefined]));
});

test("leaves the gateways' limits to everybody but clients on this machine", () => {
  const names = Object.keys(environment("gateway")).filter((name) => name.endsWith("_MAX"));
  expect(names).toEqual([]);
  expect(environment("gateway")["GATEWAY_EXEMPT_ADDRESSES"]).toBe("127.0.0.1,::1");
});

test("keeps the ports and replica numbers that were checked", () => {
  expect(environment("rest")).toMatchObject({ REST_PORT: "21000", SERVICE_REPLICA: "0" });
  expect(environment("gateway", 1)).toMatchObject({ GATEWAY_PORT: "21001", SERVICE_REPLICA: "1" });
});

test("opens sign-up on the page at an address where passkeys work, unless the operator closes it", () => {
  const open = { PUBLIC_URL: "http://localhost:21000", SIGN_UP: "open" };
  expect(environment("rest")).toMatchObject(open);
  expect(environment("chores")["PUBLIC_URL"]).toBe(open.PUBLIC_URL);
});

test("gives the operator's mail server to those who ask for mails and those who send them", () => {
  const mail = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "jetwire@mail.example" };
  expect(environment("rest")).toMatchObject(mail);
  expect(environment("chores")).toMatchObject(mail);
});

test("gives each secret only to the service that needs it", () => {
  expect(environment("ingest")["INGEST_ADDRESS_SECRET"]).toBe("address");
  expect(environment("rest")["INGEST_ADDRESS_SECRET"]).toBe("address");
  expect(environment("sampler")["SAMPLER_SECRET"]).toBe("sampler");
  expect(Object.values(environment("gateway"))).not.toContain("address");
  expect(Object.values(environment("rest"))).not.toContain("sampler");
});

test("gives one process all variables, and each service in it servers of its own", () => {
  const [single, ...others] = serviceProcesses({ ...settings, gateways: "one-process" });
  expect(others).toEqual([]);
  expect(single).toMatchObject({ name: "single", replica: 0, healthPort: 21_040, isWatched: true });
  expect(single?.env).toMatchObject({
    INGEST__REDIS_URL: "redis://ingest@r",
    REST__DATABASE_URL: "postgres://rest@p",
    INGEST_ADDRESS_SECRET: "address",
    SAMPLER_SECRET: "sampler",
    INGEST_HOST: "0.0.0.0",
    REST_PORT: "21000",
    GATEWAY_PORT: "21001",
    DRAIN_SECONDS: "0",
    HEALTH_PORT: "21040",
  });
});
