import { describe, expect, test } from "vitest";
import { createStations, type OfferedIdent, type StationSources } from "./stations.ts";

const away = () => Promise.reject(new Error("away"));

function pick(store: Map<string, number>, idents: readonly string[]): Map<string, number> {
  return new Map(idents.flatMap((ident) => (store.has(ident) ? [[ident, store.get(ident) ?? 0]] : []))); // prettier-ignore
}

/** Both stores in memory; `over` takes one away. */
function stores(over: Partial<StationSources> = {}) {
  const copy = new Map<string, number>();
  const table = new Map<string, number>();
  const asked = { copy: 0, table: 0 };
  const sources: StationSources = {
    async readCopy(idents) {
      asked.copy++;
      return pick(copy, idents);
    },
    async writeCopy(ids) {
      for (const [ident, id] of ids) copy.set(ident, id);
    },
    async find(idents) {
      asked.table++;
      return pick(table, idents);
    },
    async register({ ident }) {
      table.set(ident, table.get(ident) ?? table.size + 1);
      return table.get(ident) ?? 0;
    },
    ...over,
  };
  return { copy, table, asked, sources };
}

function from(address: string, ...idents: string[]): OfferedIdent[] {
  return idents.map((ident) => ({ ident, sourceType: "acars", address }));
}

const limits = { newPerAddressMax: 3, newMax: 5 };
const now = 1_767_225_600_000;

describe("stations", () => {
  test("that are new are made once and known from then on", async () => {
    const { asked, copy, table, sources } = stores();
    const stations = createStations(sources, limits);
    expect(await stations.resolve(from("a", "X", "Y", "X"), now)).toEqual(new Map([["X", 1], ["Y", 2]])); // prettier-ignore
    expect(copy).toEqual(table);
    const before = { ...asked };
    await stations.resolve(from("a", "X", "Y"), now);
    expect(asked).toEqual(before);
  });

  test("that Redis' copy knows need no Postgres", async () => {
    const { copy, sources } = stores({ find: away, register: away });
    copy.set("X", 9);
    const stations = createStations(sources, limits);
    expect(await stations.resolve(from("a", "X", "NEW"), now)).toEqual(
      new Map<string, unknown>([["X", 9], ["NEW", "stations-unavailable"]]),
    ); // prettier-ignore
  });

  test("that Postgres knows need no Redis", async () => {
    const { table, sources } = stores({ readCopy: away, writeCopy: away });
    table.set("X", 9);
    const stations = createStations(sources, limits);
    expect(await stations.resolve(from("a", "X", "NEW"), now)).toEqual(new Map([["X", 9], ["NEW", 2]])); // prettier-ignore
  });

  test("that nobody can look up are unavailable, and are looked up again later", async () => {
    const both = { readCopy: away, find: away, register: away, writeCopy: away };
    const { sources } = stores(both);
    const known = stores();
    const stations = createStations(sources, limits);
    expect((await stations.resolve(from("a", "X"), now)).get("X")).toBe("stations-unavailable");
    Object.assign(sources, known.sources);
    expect((await stations.resolve(from("a", "X"), now)).get("X")).toBe(1);
  });

  test("in a flood of new names are made up to the address' share, and others still get theirs (A-32)", async () => {
    const { table, sources } = stores();
    const stations = createStations(sources, limits);
    const flood = Array.from({ length: 100 }, (_, n) => `F${n}`);
    const resolved = await stations.resolve(from("hostile", ...flood), now);
    expect([...resolved.values()].filter((id) => id === "new-stations")).toHaveLength(97);
    expect((await stations.resolve(from("genuine", "G"), now)).get("G")).toBe(4);
    await stations.resolve(from("third", "H", "I"), now);
    expect(table.size).toBe(5);
    // Known ones are never refused.
    expect((await stations.resolve(from("hostile", "F0", "G"), now)).get("F0")).toBe(1);
  });

  test("get a new share after an hour", async () => {
    const { sources } = stores();
    const stations = createStations(sources, { newPerAddressMax: 100, newMax: 2 });
    const first = await stations.resolve(from("a", "1", "2", "3"), now);
    expect(first.get("3")).toBe("new-stations");
    expect((await stations.resolve(from("a", "3"), now + 3_600_001)).get("3")).toBe(3);
  });
});
