import { expect, test } from "vitest";
import { acceptsCompression } from "./compression.ts";

test.each([
  ["permessage-deflate"],
  ["permessage-deflate; client_max_window_bits"],
  ["permessage-deflate;client_no_context_takeover ;client_max_window_bits=10"],
  ["x-webkit-deflate-frame, permessage-deflate"],
  ["permessage-deflate; server_max_window_bits=10, permessage-deflate"],
])("%s is accepted", (offers) => {
  expect(acceptsCompression(offers)).toBe(true);
});

test.each([
  [undefined],
  [""],
  ["permessage-deflated"],
  ["permessage-deflate; server_no_context_takeover"],
  ["permessage-deflate; server_max_window_bits=10"],
  ["permessage-deflate; new_parameter"],
  ["=;,,;permessage"],
])("%s is declined: what is sent would have to differ, or is unknown", (offers) => {
  expect(acceptsCompression(offers)).toBe(false);
});
