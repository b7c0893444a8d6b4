import { expect, test } from "vitest";
import { z } from "zod";
import { makeTuplesPortable } from "./portable-tuples.ts";

test("a box of degrees is described as a list of four numbers with the widest bounds", () => {
  const longitude = z.number().min(-180).max(180);
  const latitude = z.number().min(-90).max(90);
  const schema = z.toJSONSchema(z.tuple([longitude, latitude, longitude, latitude]));
  makeTuplesPortable(schema);
  expect(schema).toMatchObject({
    type: "array",
    items: { type: "number", minimum: -180, maximum: 180 },
    minItems: 4,
    maxItems: 4,
  });
  expect(schema.prefixItems).toBeUndefined();
});

test("a tuple of which one has no bound has none, and one of other things stays", () => {
  const half = z.toJSONSchema(z.tuple([z.number().min(0), z.number()]));
  makeTuplesPortable(half);
  expect(half.items).toEqual({ type: "number" });
  const texts = z.toJSONSchema(z.tuple([z.string(), z.number()]));
  makeTuplesPortable(texts);
  expect(texts.prefixItems).toHaveLength(2);
});
