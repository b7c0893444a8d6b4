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
    find: 'if (key !== null && station.keyHashes.includes(hash("sha256", key, "base64")))',
    replace: "if (key !== null)",
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
    find: "    const isWithin = byAddress.take(addressNetwork(sender.address), nowMs);",
    replace: "    const isWithin = sender !== null || nowMs > 0;",
    tests: ["services/ingest/src/admission/admit.test.ts"],
  },
  {
    name: "connections of an address unlimited",
    guarantee: "One address cannot use all connections of an HTTP server.",
    file: "packages/runtime/src/address-limits.ts",
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
    file: "packages/runtime/src/client-address.ts",
    find: `  if (isIPv6(plain)) return \`\${firstGroups(plain, 4).join(":")}::/64\`;
`,
    replace: "",
    tests: ["packages/runtime/src/client-address.test.ts"],
  },
  {
    name: "X-Forwarded-For trusted from anybody",
    guarantee: "Only a trusted proxy names the client.",
    file: "packages/runtime/src/client-address.ts",
    find: "proxyAddress(request, isTrusted)",
    replace: "proxyAddress(request, () => true)",
    tests: ["packages/runtime/src/client-address.test.ts"],
  },
];
