import { expect, test } from "vitest";
import { parseFeedTarget } from "./feed-target.ts";

test.each([
  ["udp://127.0.0.1:5550", { transport: "udp", host: "127.0.0.1", port: 5550 }],
  ["tcp://[::1]:5590", { transport: "tcp", host: "::1", port: 5590 }],
  ["https://ingest.example/v1/ingest", { transport: "http" }],
])("%s is a target", (text, target) => {
  expect(parseFeedTarget(text)).toMatchObject(target);
});

test.each(["127.0.0.1:5550", "udp://127.0.0.1", "tcp://127.0.0.1:99999", "ftp://example", ""])(
  "%j is no target",
  (text) => {
    expect(parseFeedTarget(text)).toBeNull();
  },
);
