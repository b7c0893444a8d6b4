import type { ListedStation } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createRequestPace } from "../data/pace.ts";
import { detailsPace } from "./own-stations.ts";
import { problemsFirst } from "./station-order.ts";

const minuteMs = 60_000;

test("what the desk asks about a thousand stations stays below half of a user's limit", () => {
  const pace = createRequestPace(detailsPace);
  // Status and refusals of each, all wanted at once.
  const waits = Array.from({ length: 2_000 }, () => pace.reserve(0));
  expect(waits.filter((ms) => ms < minuteMs).length).toBeLessThanOrEqual(120);
});

test("stations with a problem come first, then by ident", () => {
  const stations = [
    { ident: "B-1", online: true },
    { ident: "A-1", online: true },
    { ident: "C-1", online: false },
  ] as ListedStation[];
  expect(problemsFirst(stations).map(({ ident }) => ident)).toEqual(["C-1", "A-1", "B-1"]);
});
