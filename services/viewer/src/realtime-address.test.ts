import type { Status } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { realtimeAddress } from "./realtime-address.ts";

const page = new URL("http://127.0.0.1:8080/");

function restWith(realtime: string | null) {
  const status: Status = {
    version: "1",
    time: "2026-11-21T12:00:00.000Z",
    realtime,
    postgres: true,
    redis: true,
    lag: { dispatch: 0, storage: 0, delivery: 0, firehose: 0 },
    journalBytes: 0,
    clockSkew: 0,
    degraded: [],
  };
  return { readStatus: async () => status };
}

const deadRest = {
  readStatus: async () => {
    throw new Error("no answer");
  },
};

test("the address that the service reports is used", async () => {
  const rest = restWith("wss://live.jetwire.example");
  expect(await realtimeAddress(rest, page)).toBe("wss://live.jetwire.example");
});

test("without one the next port is used", async () => {
  expect(await realtimeAddress(restWith(null), page)).toBe("ws://127.0.0.1:8081");
  expect(await realtimeAddress(deadRest, page)).toBe("ws://127.0.0.1:8081");
  const secure = new URL("https://jetwire.example/");
  expect(await realtimeAddress(deadRest, secure)).toBe("wss://jetwire.example:444");
});
