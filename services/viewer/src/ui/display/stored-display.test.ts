import { expect, test } from "vitest";
import { displayDefaults, readDisplay, rootAttributes } from "./stored-display.ts";

test.each([null, "", "not JSON", "[]", "7", '{"theme":"pink","units":1,"zone":null}'])(
  "a device that has kept %j has the default display",
  (text) => {
    expect(readDisplay(text)).toEqual(displayDefaults);
  },
);

test("a device keeps its choices", () => {
  const chosen = { ...displayDefaults, theme: "dark", zone: "local", keys: false } as const;
  expect(readDisplay(JSON.stringify(chosen))).toEqual(chosen);
});

test("theme and density follow the device until something else is chosen", () => {
  const device = { prefersDark: true, hasFinePointer: false };
  expect(rootAttributes(displayDefaults, device)).toEqual({
    theme: "dark",
    density: "comfortable",
  });
  const chosen = { ...displayDefaults, theme: "light", density: "compact" } as const;
  expect(rootAttributes(chosen, device)).toEqual({ theme: "light", density: "compact" });
});
