import { expect, test } from "vitest";
import { acarsdecDownlink } from "@jetwire/decoders/samples";
import { decodedFrom } from "@jetwire/decoders/samples";
import { dropWeakerCopies, findWeakerCopies, toLinkRequests } from "./plan-batch.ts";

/** Requests to link receptions of one burst on several channels, with these levels. */
function burst(...levels: number[]) {
  return toLinkRequests(
    levels.map((level, index) => ({
      entry: {
        seq: index + 1,
        id: `id-${index + 1}`,
        stationId: 1,
        acceptedAtMs: 0,
        authenticated: null,
        raw: "",
      },
      decoded: decodedFrom({ ...acarsdecDownlink, level, freq: 130 + index / 10 }),
    })),
    new Map(),
  );
}

test("each weaker copy of a burst names the strongest one", () => {
  const weaker = findWeakerCopies(burst(-30, -20, -40, -10));
  expect(dropWeakerCopies(weaker, []).toSorted((a, b) => a.seq - b.seq)).toEqual(
    [1, 2, 3].map((seq) => ({ seq, duplicate: "burst", keptId: "id-4" })),
  );
});

test("copies of a message that is a duplicate itself name the message that is kept", () => {
  const weaker = findWeakerCopies(burst(-10, -30));
  const dropped = [{ seq: 1, duplicate: "repeat", keptId: "earlier" }] as const;
  expect(dropWeakerCopies(weaker, dropped)).toEqual([
    { seq: 2, duplicate: "burst", keptId: "earlier" },
  ]);
});
