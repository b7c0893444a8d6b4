import { expect, test } from "vitest";
import { realtimeAddress } from "./realtime-address.ts";

test.each([
  ["wss://live.example/", "https://jetwire.example/", "wss://live.example/"],
  [null, "http://localhost:8080/map", "ws://localhost:8081"],
  [undefined, "https://jetwire.example/", "wss://jetwire.example:444"],
  ["javascript:alert(1)", "http://localhost:8080/", "ws://localhost:8081"],
  ["wss://", "http://localhost:8080/", "ws://localhost:8081"],
])("the realtime interface of a page with %s at %s is %s", (written, page, address) => {
  expect(realtimeAddress(written, new URL(page))).toBe(address);
});
