import type { Mutant } from "./mutant.ts";

/** Mutants of the admission of messages and of client addresses. */
export const admissionMutants: readonly Mutant[] = [
  {
    name: "policy required ignored",
    guarantee: "A station that requires its key accepts nothing without it.",
    file: "services/ingest/src/admission/station-access.ts",
    find: 'return station.policy === "required" ? "refused" : "unproven";',
    replace: 'return "unproven";',
    tests: [
      "services/ingest/src/admission/admit.test.ts",
      "services/ingest/test/station-keys.test.ts",
    ],
  },
  {
    name: "any key proves",
    guarantee: "Only a key of the station proves its messages.",
    file: "services/ingest/src/admission/station-access.ts",
    find: 'if (keys.some((key) => station.keyHashes.includes(hash("sha256", key, "base64")))) {',
    replace: "if (keys.length > 0) {",
    tests: [
      "services/ingest/src/admission/admit.test.ts",
      "services/ingest/test/station-keys.test.ts",
    ],
  },
  {
    name: "station key kept in raw",
    guarantee: "A station key never reaches the journal.",
    file: "services/ingest/src/admission/admit.ts",
    find: "const raw = withoutStationKeys(object.raw);",
    replace: "const { raw } = object;",
    tests: [
      "services/ingest/src/admission/admit.test.ts",
      "services/ingest/test/station-keys.test.ts",
    ],
  },
  {
    name: "blocked address accepted",
    guarantee: "The operator can block an address.",
    file: "services/ingest/src/admission/admit.ts",
    find: `      if (blocks.isAddressBlocked(sender.address)) {
        return { raw, ident: null, received: null, result: blocked };
      }
`,
    replace: "",
    tests: [
      "services/ingest/src/admission/admit.test.ts",
      "services/ingest/test/station-keys.test.ts",
    ],
  },
  {
    name: "rejects not charged",
    guarantee: "Objects that are rejected use the budget of their address.",
    file: "services/ingest/src/admission/admit.ts",
    find: "    const isWithin = byAddress.consume(addressNetwork(sender.address), nowMs);",
    replace: "    const isWithin = sender !== null || nowMs > 0;",
    tests: ["services/ingest/src/admission/admit.test.ts"],
  },
  {
    name: "connections of an address unlimited",
    guarantee: "One address cannot use all connections of an HTTP server.",
    file: "packages/runtime/src/limits/address-limits.ts",
    find: "  const byNetwork = createKeyedSemaphore(max.perAddress);",
    replace: "  const byNetwork = createKeyedSemaphore(max.total);",
    tests: [
      "services/rest/test/half-open-requests.test.ts",
      "services/gateway/test/half-open-connections.test.ts",
    ],
  },
  {
    name: "limits by whole IPv6 address",
    guarantee: "A /64 of IPv6 counts as one address.",
    file: "packages/runtime/src/http/client-address.ts",
    find: `  if (isIPv6(plain)) return \`\${firstGroups(plain, 4).join(":")}::/64\`;
`,
    replace: "",
    tests: ["packages/runtime/src/http/client-address.test.ts"],
  },
  {
    name: "X-Forwarded-For trusted from anybody",
    guarantee: "Only a trusted proxy names the client.",
    file: "packages/runtime/src/http/client-address.ts",
    find: "proxyAddress(request, isTrusted)",
    replace: "proxyAddress(request, () => true)",
    tests: ["packages/runtime/src/http/client-address.test.ts"],
  },
  {
    name: "look-alike idents registered",
    guarantee: "An ident that the eye does not tell from a station's makes no station.",
    file: "packages/db/src/stations/stations.ts",
    find: "  return rows.length > 0;",
    replace: "  return rows.length < 0;",
    tests: ["services/ingest/test/station-counts.test.ts"],
  },
  {
    name: "payload with a wrong checksum is sound",
    guarantee: "A payload whose checksum is wrong gives no position.",
    file: "packages/decoders/src/content/payloads/arinc622.ts",
    find: "crc_ok: crc16(Buffer.concat([checked, octets])) === crc16Good,",
    replace: "crc_ok: crc16(Buffer.concat([checked, octets])) >= crc16Good - crc16Good,",
    tests: ["packages/decoders/src/content/payloads/adsc/adsc.test.ts"],
  },
  {
    name: "impossible times reported",
    guarantee: "A time that a flight cannot have is not shown.",
    file: "packages/protocol/src/message/possible-times.ts",
    find: "return apartMs >= -reportedTimeToleranceMs && apartMs <= reportedTimeApartMsMax;",
    replace: "return Math.abs(apartMs) >= reportedTimeToleranceMs - reportedTimeApartMsMax;",
    tests: ["packages/decoders/src/content/flight-times.test.ts"],
  },
];
