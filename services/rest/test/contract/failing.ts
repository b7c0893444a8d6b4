import { type Endpoint, endpoints } from "@jetwire/protocol";
import type { Principal } from "../../src/admission/principal.ts";
import type { Route } from "../../src/route.ts";
import { startApp } from "../app-under-test.ts";

const principal: Principal = {
  by: "session",
  accountId: "",
  username: "alice",
  role: "user",
  tier: "unlimited",
  scopes: ["read", "feed"],
  requestsPerMinute: 1,
  tokenId: "",
  expiresAtMs: 0,
  signedInAtMs: null,
};

/** The whole interface, of which nothing works: every route throws what nobody expects. */
export async function startFailing() {
  const routes = Object.values<Endpoint>(endpoints).map((endpoint): Route => ({
    // Whatever is asked gets as far as the route.
    endpoint: { ...endpoint, body: endpoints.readMe.body },
    answer: async () => {
      throw new TypeError("of undefined");
    },
  }));
  return await startApp(routes, { admission: { admit: async () => principal } });
}
