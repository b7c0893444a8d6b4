import { describe, expect, test } from "vitest";
import { createNewStationBudget } from "./new-station-budget.ts";
import {
  createStations,
  type OfferedIdent,
  type StationRegistry,
  type Stations,
} from "./stations.ts";

type Copy = Parameters<typeof createStations>[1];

const unavailable = () => Promise.reject(new Error("unavailable"));

function pick(store: Map<string, number>, idents: readonly string[]): Map<string, number> {
  return new Map(idents.flatMap((ident) => (store.has(ident) ? [[ident, store.get(ident) ?? 0]] : []))); // prettier-ignore
}

/** Both stores in memory. */
function stores() {
  const copied = new Map<string, number>();
  const table = new Map<string, number>();
  const asked = { copy: 0, table: 0 };
  const copy: Copy = {
    async find(idents) {
      asked.copy++;
      return pick(copied, idents);
    },
    async save(ids) {
      for (const [ident, id] of ids) copied.set(ident, id);
    },
  };
  const registry: StationRegistry = {
    async find(idents) {
      asked.table++;
      return pick(table, idents);
    },
    async register({ ident }) {
      table.set(ident, table.get(ident) ?? table.size + 1);
      return table.get(ident) ?? 0;
    },
  };
  return { copied, table, asked, copy, registry };
}

const unavailableCopy: Copy = { find: unavailable, save: unavailable };
const unavailableRegistry: StationRegistry = { find: unavailable, register: unavailable };

function from(address: string, ...idents: string[]): OfferedIdent[] {
  return idents.map((ident) => ({ ident, sourceType: "acars", address }));
}

const limits = { INGEST_NEW_STATIONS_PER_ADDRESS_MAX: 3, INGEST_NEW_STATIONS_MAX: 500 };
const now = 1_767_225_600_000;

function stationsOf({ copy, registry }: { copy: Copy; registry: StationRegistry }): Stations {
  return createStations(
    createNewStationBudget(limits, () => false),
    copy,
    registry,
  );
}

describe("stations", () => {
  test("that are new are created once and known from then on", async () => {
    const inMemory = stores();
    const { asked, copied, table } = inMemory;
    const stations = stationsOf(inMemory);
    expect(await stations.resolve(from("a", "X", "Y", "X"), now)).toEqual(new Map([["X", 1], ["Y", 2]])); // prettier-ignore
    expect(copied).toEqual(table);
    const before = { ...asked };
    await stations.resolve(from("a", "X", "Y"), now);
    expect(asked).toEqual(before);
  });

  test("that are in Redis' copy need no Postgres", async () => {
    const { copied, copy } = stores();
    copied.set("X", 9);
    const stations = stationsOf({ copy, registry: unavailableRegistry });
    expect(await stations.resolve(from("a", "X", "NEW"), now)).toEqual(
      new Map<string, unknown>([["X", 9], ["NEW", "stations-unavailable"]]),
    ); // prettier-ignore
  });

  test("that are in Postgres need no Redis", async () => {
    const { table, registry } = stores();
    table.set("X", 9);
    const stations = stationsOf({ copy: unavailableCopy, registry });
    expect(await stations.resolve(from("a", "X", "NEW"), now)).toEqual(new Map([["X", 9], ["NEW", 2]])); // prettier-ignore
  });

  test("that look like another one are refused, and looked up again a minute later only", async () => {
    const { copy, registry, asked } = stores();
    let registered = 0;
    const refusing: StationRegistry = {
      ...registry,
      async register(offered) {
        registered++;
        return offered.ident === "al-stn1" ? "look-alike" : await registry.register(offered);
      },
    };
    const stations = stationsOf({ copy, registry: refusing });
    const first = await stations.resolve(from("a", "AL-STN1", "al-stn1"), now);
    expect([...first]).toEqual([["AL-STN1", 1], ["al-stn1", "look-alike"]]); // prettier-ignore
    const before = { ...asked, registered };
    expect((await stations.resolve(from("a", "al-stn1"), now)).get("al-stn1")).toBe("look-alike");
    expect({ ...asked, registered }).toEqual(before);
  });

  test("that neither store can look up are unavailable, and are looked up again later", async () => {
    const failing = { copy: { ...unavailableCopy }, registry: { ...unavailableRegistry } };
    const stations = stationsOf(failing);
    expect((await stations.resolve(from("a", "X"), now)).get("X")).toBe("stations-unavailable");
    const { copy, registry } = stores();
    Object.assign(failing.copy, copy);
    Object.assign(failing.registry, registry);
    expect((await stations.resolve(from("a", "X"), now)).get("X")).toBe(1);
  });

  test("in a flood of new idents are created up to the limit of the address, and others still are (A-32)", async () => {
    const inMemory = stores();
    const stations = stationsOf(inMemory);
    const flood = Array.from({ length: 100 }, (_, n) => `F${n}`);
    const resolved = await stations.resolve(from("hostile", ...flood), now);
    expect([...resolved.values()].filter((id) => id === "new-stations")).toHaveLength(97);
    expect((await stations.resolve(from("genuine", "G"), now)).get("G")).toBe(4);
    await stations.resolve(from("third", "H", "I"), now);
    expect(inMemory.table.size).toBe(6);
    // Known ones are never refused.
    expect((await stations.resolve(from("hostile", "F0", "G"), now)).get("F0")).toBe(1);
  });

  test("may be created again after an hour", async () => {
    const { copy, registry } = stores();
    const hourly = { INGEST_NEW_STATIONS_PER_ADDRESS_MAX: 100, INGEST_NEW_STATIONS_MAX: 2 };
    const stations = createStations(
      createNewStationBudget(hourly, () => false),
      copy,
      registry,
    );
    const first = await stations.resolve(from("a", "1", "2", "3"), now);
    expect(first.get("3")).toBe("new-stations");
    expect((await stations.resolve(from("a", "3"), now + 3_600_001)).get("3")).toBe(3);
  });
});
