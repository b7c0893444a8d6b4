import type { GoldenPayload } from "./golden-payloads.ts";

type Leeway = Pick<GoldenPayload, "optional" | "open">;

/**
 * Returns how the shape of a payload differs from the golden one: missing or additional keys, and
 * values of another type, at any depth. Null is accepted everywhere, because a golden payload does
 * not show what may be null. Every element of a list must have the shape of one of the golden list's.
 *
 * @param path of the value within the payload, for the texts; the leeway is given by such paths, with `[]` for any element of a list
 */
export function differences(
  received: unknown,
  golden: unknown,
  leeway: Leeway = {},
  path = "",
): string[] {
  if (received === null || golden === null || leeway.open?.includes(path)) return [];
  const [is, shouldBe] = [kindOf(received), kindOf(golden)];
  if (is !== shouldBe) return [`${path || "the payload"} is ${is}, not ${shouldBe}`];
  if (Array.isArray(received) && Array.isArray(golden)) {
    return received.flatMap((item: unknown, i) => {
      const [first = [], ...others] = golden.map((one: unknown) =>
        differences(item, one, leeway, `${path}[${i}]`),
      );
      return others.some((found) => found.length === 0) ? [] : first;
    });
  }
  if (is !== "object") return [];
  return keyDifferences(received as Members, golden as Members, leeway, path);
}

type Members = Readonly<Record<string, unknown>>;

function keyDifferences(
  received: Members,
  golden: Members,
  leeway: Leeway,
  path: string,
): string[] {
  const pathOf = (key: string) => (path === "" ? key : `${path}.${key}`);
  const lacking = Object.keys(golden).filter(
    (key) => !Object.hasOwn(received, key) && !leeway.optional?.includes(ofAnyElement(pathOf(key))),
  );
  return [
    ...lacking.map((key) => `${pathOf(key)} is missing`),
    ...Object.entries(received).flatMap(([key, value]) =>
      Object.hasOwn(golden, key)
        ? differences(value, golden[key], leeway, pathOf(key))
        : [`${pathOf(key)} is too many`],
    ),
  ];
}

/** Returns a path for any element of its lists: `list[].member`. */
function ofAnyElement(path: string): string {
  return path.replaceAll(/\[\d+\]/g, "[]");
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}
