import { feederObjectSchema } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { readAcarsdec } from "./acarsdec.ts";
import type { Fields } from "./fields.ts";

test("the schema has the members that are read", () => {
  const read = new Set<string>();
  const values: Fields = { timestamp: 1_769_817_600, label: "H1", text: "HELLO" };
  const block = new Proxy(values, {
    get(target, member: string) {
      read.add(member);
      return target[member];
    },
  });
  expect(readAcarsdec(block).status).toBe("decoded");
  const described = Object.keys(feederObjectSchema.properties).toSorted();
  expect(described).toEqual([...read].toSorted());
});
