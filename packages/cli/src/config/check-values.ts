import { isIP } from "node:net";
import type { ConfigFinding } from "./config-finding.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const web = ["http:", "https:"];
/** Variables that are one address each, and the schemes that they may have. */
const urls: Readonly<Record<string, readonly string[]>> = {
  PUBLIC_URL: web,
  REST_WS_URL: ["ws:", "wss:"],
  CANARY_INGEST_URL: web,
  CANARY_REALTIME_URL: ["ws:", "wss:", ...web],
  SMTP_URL: ["smtp:", "smtps:"],
  DATA_LICENCE_URL: web,
  HEALTH_HEARTBEAT_URL: web,
  OTEL_EXPORTER_OTLP_ENDPOINT: web,
  BACKUP_S3_ENDPOINT: web,
};
/** Bounds of whole numbers, which the services have as well or, for ports and replicas, the compose file. */
const bounds: Readonly<Record<string, readonly [min: number, max: number]>> = {
  ENTRY_PORT: [1, 65_535],
  INGEST_ASF2_PORT: [1, 65_535],
  PROMETHEUS_PORT: [1, 65_535],
  GRAFANA_PORT: [1, 65_535],
  BACKUP_HOUR: [0, 23],
  // A container of ingest has one of eight ports for its health.
  INGEST_REPLICAS: [1, 8],
  PERSISTER_REPLICAS: [1, 100],
  FANOUT_REPLICAS: [1, 100],
  SAMPLER_REPLICAS: [1, 100],
  GATEWAY_REPLICAS: [1, 100],
  REST_REPLICAS: [1, 100],
  CHORES_REPLICAS: [1, 100],
};
const hostName =
  /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;

/** Returns what is wrong with the values of a deployment's variables, each alone and together. Values are not repeated: some are secret. */
export function checkValues(env: Variables): ConfigFinding[] {
  return [
    ...Object.entries(urls).flatMap(([name, schemes]) => checkUrl(name, env[name], schemes)),
    ...Object.entries(bounds).flatMap(([name, range]) => checkNumber(name, env[name], range)),
    ...checkAddresses(env),
    ...checkTogether(env),
  ];
}

function checkUrl(
  name: string,
  value: string | undefined,
  schemes: readonly string[],
): ConfigFinding[] {
  if (value === undefined || value === "") return [];
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && schemes.includes(url.protocol) && url.hostname !== "") return [];
  const wanted = schemes.map((scheme) => `${scheme}//`).join(" or ");
  return [
    wrong(`${name} is not an address`, `write it with ${wanted} and a host, or leave it empty`),
  ];
}

function checkNumber(
  name: string,
  value: string | undefined,
  [min, max]: readonly [number, number],
): ConfigFinding[] {
  if (value === undefined || value === "") return [];
  const isRight = /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max;
  if (isRight) return [];
  return [wrong(`${name} is ${value.slice(0, 40)}`, `set a whole number from ${min} to ${max}`)];
}

function checkAddresses(env: Variables): ConfigFinding[] {
  const listen = (env["LISTEN_ADDRESS"] ?? "").replace(/^\[(.*)\]$/, "$1");
  const named = ["DOMAIN", "FEED_HOST"].flatMap((name) => {
    const value = env[name] ?? "";
    if (value === "" || hostName.test(value) || (name === "FEED_HOST" && isIP(value) !== 0))
      return [];
    return [
      wrong(
        `${name} is not the name of a host`,
        "write the name alone, without https:// and without a port",
      ),
    ];
  });
  if (listen === "" || listen === "localhost" || isIP(listen) !== 0) return named;
  return [
    ...named,
    wrong("LISTEN_ADDRESS is not an address", "set an IP address of this host, or 0.0.0.0"),
  ];
}

function checkTogether(env: Variables): ConfigFinding[] {
  const read = (name: string) => env[name] ?? "";
  const url = URL.canParse(read("PUBLIC_URL")) ? new URL(read("PUBLIC_URL")) : null;
  const domain = read("DOMAIN").toLowerCase();
  const findings: ConfigFinding[] = [];
  if (domain !== "" && url !== null && url.protocol === "http:") {
    findings.push(
      wrong(
        "PUBLIC_URL begins with http://, but with DOMAIN the page has HTTPS",
        "leave PUBLIC_URL empty",
      ),
    );
  }
  if (domain !== "" && url !== null && url.hostname !== domain) {
    findings.push({
      ...wrong(
        `PUBLIC_URL names another host than DOMAIN (${domain})`,
        "leave PUBLIC_URL empty, unless a proxy in front has that name",
      ),
      severity: "warning",
    });
  }
  const isOpen = url === null ? domain !== "" : url.protocol === "https:";
  const isLocal = url === null || /^(.*\.)?localhost$/.test(url.hostname);
  const hasProviders = read("OIDC_PROVIDERS") !== "";
  if (
    read("SIGN_UP") === "open" &&
    !isOpen &&
    !isLocal &&
    read("SMTP_URL") === "" &&
    !hasProviders
  ) {
    findings.push(
      wrong(
        "SIGN_UP is open, but nobody can sign in: there is no mail server and no other provider, and browsers have passkeys on HTTPS only",
        "set DOMAIN, SMTP_URL or infra/secrets/oidc-providers (docs/operations/sign-in.md)",
      ),
    );
  }
  const [memory, limit] = [bytesOf(read("REDIS_MAXMEMORY")), bytesOf(read("REDIS_MEMORY_LIMIT"))];
  if (memory !== null && limit !== null && limit < memory * 1.5) {
    findings.push({
      ...wrong(
        "REDIS_MEMORY_LIMIT is less than one and a half times REDIS_MAXMEMORY",
        "set twice as much: rewriting its file takes memory",
      ),
      severity: limit <= memory ? "error" : "warning",
    });
  }
  return findings;
}

/** Reads a size as Redis and Docker write it: `512mb`, `2g`. Null if it is none. */
export function bytesOf(text: string): number | null {
  const [, digits = "", unit = ""] = /^(\d{1,12})([kmg]?)b?$/i.exec(text) ?? [];
  if (digits === "") return null;
  const power = ["", "k", "m", "g"].indexOf(unit.toLowerCase());
  return Number(digits) * 1_024 ** power;
}

function wrong(what: string, remedy: string): ConfigFinding {
  return { check: "values", severity: "error", what, remedy };
}
