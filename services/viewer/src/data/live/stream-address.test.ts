import { readStreamRequest, type SniffFilter } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { streamAddress } from "./stream-address.ts";

test("a gateway reads the filter of the page from the address", () => {
  const filter: SniffFilter = { tail: "N101AB", label: ["5Z", "H1"], bbox: [-10, 40, 5, 55.5] };
  const url = new URL(streamAddress("wss://example.org", filter));
  expect(`${url.origin}${url.pathname}`).toBe("https://example.org/v1/stream");
  expect(readStreamRequest(url.searchParams, false)).toMatchObject({ source: "firehose", filter });
});

test("a page without a filter asks for the whole firehose", () => {
  expect(streamAddress("ws://localhost:8081", undefined)).toBe(
    "http://localhost:8081/v1/stream?source=firehose",
  );
});
