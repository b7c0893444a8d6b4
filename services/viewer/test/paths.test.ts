import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pageTitles } from "@jetwire/protocol";
import { expect, test } from "vitest";

test("the router has the paths that REST answers with the page, and no others", async () => {
  const source = await readFile(join(import.meta.dirname, "../src/app/router.tsx"), "utf8");
  const paths = [...source.matchAll(/\bpath: "([^"]+)"/g)].map(([, path]) => path ?? "");
  expect(paths.flatMap(inNotationOfExpress).toSorted()).toEqual(Object.keys(pageTitles).toSorted());
});

/** `/chat/{-$userId}` matches with and without its last part, so it is two paths. */
function inNotationOfExpress(path: string): string[] {
  const optional = /^(.*)\/\{-\$(\w+)\}$/.exec(path);
  if (optional !== null) return [`${optional[1]}`, `${optional[1]}/:${optional[2]}`];
  return [path.replaceAll(/\$(\w+)/g, ":$1")];
}
