import { expect, test } from "vitest";
import { realtimeAddress } from "./realtime-address.ts";

const page = new URL("http://127.0.0.1:8080/");

function restThatSays(realtime: string | null) {
  const time = "2026-11-21T12:00:00.000Z";
  return {
    readStatus: async () => ({ version: "1", time, realtime, postgres: true, redis: true }),
  };
}

const deadRest = {
  readStatus: async () => {
    throw new Error("no answer");
  },
};

test("the service says where its realtime interface is", async () => {
  const rest = restThatSays("wss://live.jetwire.example");
  expect(await realtimeAddress(rest, page)).toBe("wss://live.jetwire.example");
});

test("else it is on the next port", async () => {
  expect(await realtimeAddress(restThatSays(null), page)).toBe("ws://127.0.0.1:8081");
  expect(await realtimeAddress(deadRest, page)).toBe("ws://127.0.0.1:8081");
  const secure = new URL("https://jetwire.example/");
  expect(await realtimeAddress(deadRest, secure)).toBe("wss://jetwire.example:444");
});
