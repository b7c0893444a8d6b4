import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  integerVariable,
  portsVariable,
  processVariables,
  readConfig,
  redisVariables,
  switchVariable,
} from "./config.ts";
import { ConfigError } from "./config-error.ts";

const Schema = z.object({
  ...processVariables,
  ...redisVariables,
  COUNT_MAX: integerVariable(1, 10),
  PORTS: portsVariable.prefault("1,2"),
  ON: switchVariable.default(false),
});

describe("the environment", () => {
  test("gives defaults for variables that are not set or empty", () => {
    const config = readConfig(Schema, { COUNT_MAX: "3", LOG_LEVEL: "", PORTS: "", OTHER: "x" });
    expect(config).toMatchObject({ COUNT_MAX: 3, LOG_LEVEL: "info", PORTS: [1, 2], ON: false });
    expect(config).not.toHaveProperty("OTHER");
  });

  test("is read into numbers, lists and booleans", () => {
    const given = { COUNT_MAX: "10", PORTS: "5550, 0,65535", ON: "yes" };
    expect(readConfig(Schema, given)).toMatchObject({ PORTS: [5550, 0, 65_535], ON: true });
  });

  test("reports all its mistakes together, by name", () => {
    const given = { COUNT_MAX: "11", PORTS: "1,66000", ON: "perhaps", JETWIRE_NAMESPACE: "A b" };
    const read = () => readConfig(Schema, given);
    expect(read).toThrow(ConfigError);
    for (const name of ["COUNT_MAX", "PORTS", "ON", "JETWIRE_NAMESPACE"]) {
      expect(read).toThrow(name);
    }
  });

  test("reports files that cannot be read together with other mistakes", () => {
    const given = { REDIS_URL_FILE: "/missing", COUNT_MAX: "11" };
    const message = /REDIS_URL_FILE: the file \/missing cannot be read\n.*COUNT_MAX/;
    expect(() => readConfig(Schema, given)).toThrow(message);
  });

  test.each(["", "1.5", "x", "NaN", "0", "1e9"])("a count of %j is refused", (text) => {
    expect(() => readConfig(Schema, { COUNT_MAX: text })).toThrow("COUNT_MAX");
  });
});
