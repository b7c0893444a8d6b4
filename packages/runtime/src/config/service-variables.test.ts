import { expect, test } from "vitest";
import { serviceVariables } from "./service-variables.ts";

test("a variable with the name of a service replaces the shared one for this service only", () => {
  const environment = { REDIS_URL: "shared", INGEST__REDIS_URL: "own", LOG_LEVEL: "warn" };
  const ingest = serviceVariables("ingest", environment);
  expect(ingest).toMatchObject({ REDIS_URL: "own", LOG_LEVEL: "warn" });
  expect(serviceVariables("rest", environment)).toMatchObject({ REDIS_URL: "shared" });
});
