import { describe, expect, test } from "vitest";
import { checkVariables } from "./check-variables.ts";

describe("a misspelt variable is refused with the nearest known name", () => {
  test.each([
    ["DOMAINS", "DOMAIN"],
    ["LISTEN_ADDRESSES", "LISTEN_ADDRESS"],
    ["listen_address", "LISTEN_ADDRESS"],
    ["PUBLIC_RUL", "PUBLIC_URL"],
    ["GATEWAY_ORIGIN", "GATEWAY_ORIGINS"],
    ["KEEP_MESSAGE_DAYS", "KEEP_MESSAGES_DAYS"],
    ["SAMPLER_EVENTS_PER_SECOND", "SAMPLER_EVENTS_PER_SECOND_MAX"],
    ["REST__DATABASE_URI", "DATABASE_URL"],
  ])("%s", (name, known) => {
    expect(checkVariables({ [name]: "" })).toEqual([
      `${name} is not a variable of Jetwire: the nearest is ${known}`,
    ]);
  });
});

test.each([
  "PATH",
  "HOME",
  "HOSTNAME",
  "NODE_VERSION",
  "YARN_VERSION",
  "TZ",
  "no_proxy",
  "COMPOSE_PROJECT_NAME",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "INGEST_PASSWORD_FILE",
  "OPERATOR_PASSWORD",
  "DATABASE_PASSWORD_FILE",
  "SIGNING_KEY_SECRET_FILE",
  "INGEST__REDIS_URL",
  "REST__DATABASE_PASSWORD_FILE",
])("%s is accepted", (name) => {
  expect(checkVariables({ [name]: "x" })).toEqual([]);
});

describe("a domain needs an address that other machines reach", () => {
  test.each(["", "127.0.0.1", "127.1.2.3", "localhost", "::1", "[::1]"])("not %j", (listen) => {
    const problems = checkVariables({ DOMAIN: "jetwire.example.org", LISTEN_ADDRESS: listen });
    expect(problems).toEqual([
      expect.stringMatching(/^DOMAIN is .* set LISTEN_ADDRESS=0\.0\.0\.0/),
    ]);
  });

  test.each(["0.0.0.0", "192.0.2.7"])("%s is accepted", (listen) => {
    const env = { DOMAIN: "jetwire.example.org", LISTEN_ADDRESS: listen };
    expect(checkVariables(env)).toEqual([]);
  });

  test("a name of this host needs no other machine", () => {
    expect(checkVariables({ DOMAIN: "jetwire.localhost", LISTEN_ADDRESS: "127.0.0.2" })).toEqual(
      [],
    );
  });

  test("without a domain every address is accepted", () => {
    expect(checkVariables({ DOMAIN: "", LISTEN_ADDRESS: "127.0.0.1" })).toEqual([]);
  });
});
