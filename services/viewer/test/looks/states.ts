import type { Route } from "playwright-core";

/** A page with a fault, to look at what it tells. */
export interface LookedState {
  readonly name: string;
  readonly path: string;
  /** `offline`: the network is lost after the page has loaded. Otherwise the answer to some requests. */
  readonly fault: "offline" | { readonly requests: string; readonly answer: StateAnswer };
}

/** The answer to a request: a problem, an empty list, or none at all. */
type StateAnswer = "none" | "empty" | { readonly status: number; readonly detail: string };

const unavailable = { status: 503, detail: "The database does not answer" };
const limited = { status: 429, detail: "Too many requests" };

export const states: readonly LookedState[] = [
  { name: "live-offline", path: "/", fault: "offline" },
  { name: "map-offline", path: "/map", fault: "offline" },
  { name: "stations-offline", path: "/stations", fault: "offline" },
  { name: "stations-failed", path: "/stations", fault: faultOf("/v1/stations?*", unavailable) },
  { name: "stations-loading", path: "/stations", fault: faultOf("/v1/stations?*", "none") },
  { name: "stations-empty", path: "/stations?ident=x", fault: faultOf("/v1/stations?*", "empty") },
  { name: "search-limited", path: "/search?q=a", fault: faultOf("/v1/messages?*", limited) },
  { name: "search-empty", path: "/search?q=a", fault: faultOf("/v1/messages?*", "empty") },
  { name: "statistics-failed", path: "/stats", fault: faultOf("/v1/stats*", unavailable) },
  { name: "session-failed", path: "/desk", fault: faultOf("/v1/auth/session", unavailable) },
];

/** Answers a request as the state wants it. */
export async function answerAs(route: Route, answer: StateAnswer): Promise<void> {
  if (answer === "none") return;
  if (answer === "empty") {
    await route.fulfill({ status: 200, contentType: "application/json", body: "[]" });
    return;
  }
  const { status, detail } = answer;
  const code = status === 429 ? "rate_limited" : "unavailable";
  const body = { title: detail, status, detail, code, message: detail, requestId: "r-1" };
  await route.fulfill({
    status,
    contentType: "application/problem+json",
    headers: { "retry-after": "30" },
    body: JSON.stringify({ type: "about:blank", ...body }),
  });
}

function faultOf(requests: string, answer: StateAnswer): LookedState["fault"] {
  return { requests: `**${requests}`, answer };
}
