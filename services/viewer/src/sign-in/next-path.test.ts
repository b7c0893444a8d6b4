import { expect, test } from "vitest";
import { nextPath } from "./next-path.ts";

const origin = "https://jetwire.example";

test.each([
  ["/desk/keys?range=7d#top", "/desk/keys?range=7d#top"],
  ["/", "/"],
  [undefined, "/desk"],
  ["", "/desk"],
  ["https://evil.example/", "/desk"],
  ["//evil.example/", "/desk"],
  ["/\\evil.example/", "/desk"],
  ["/\t/evil.example/", "/desk"],
  ["/..//evil.example", "/desk"],
  ["javascript:alert(1)", "/desk"],
  ["desk", "/desk"],
  ["/sign-in?next=/sign-in", "/desk"],
])("after a sign-in with next %j the page is %s", (given, path) => {
  expect(nextPath(given, origin)).toBe(path);
});
