import { shortLine } from "./failure.ts";
import { portOf } from "./name-checks.ts";
import type { PublicCheck, PublicFault } from "./public-check.ts";
import type { PublicFacts } from "./public-facts.ts";

const noConnection = "nothing accepts connections";
const noStatus = "the status could not be read";

/** Checks of what browsers and programs use: the page, REST and Socket.IO. */
export const pageChecks: readonly PublicCheck[] = [
  {
    name: "page",
    passes: "The page is served",
    severity: "critical",
    remedy: "look at the logs of the balancer and of rest; behind a proxy, let it pass the name on",
    skipped: noConnection,
    faults: pageFaults,
  },
  {
    name: "status",
    passes: "The service says that it is well",
    severity: "critical",
    remedy: "look at the log of rest; a proxy in front must pass /v1 on unchanged",
    skipped: noConnection,
    faults: statusFaults,
  },
  {
    name: "address",
    passes: "The service knows by which address people come",
    severity: "warning",
    remedy: "set PUBLIC_URL, which links in mails and invitations begin with",
    skipped: "the service does not describe itself (GET /v1/aggregator)",
    faults: addressFaults,
  },
  {
    name: "realtime",
    passes: "Socket.IO opens by WebSocket",
    severity: "critical",
    remedy:
      "let the proxy in front pass upgrades of /socket.io/ to the gateway, and look at the log of the gateway",
    skipped: noStatus,
    faults: realtimeFaults,
  },
];

function pageFaults({ url, page }: PublicFacts): PublicFault[] | null {
  if (page === null) return null;
  if (page.failure !== undefined) {
    return [{ sentence: `The page does not answer: ${page.failure}` }];
  }
  const { status, contentType, body, location } = page.value;
  if (status >= 300 && status < 400) {
    const to = shortLine(location ?? "nowhere");
    return [
      {
        sentence: `The page answers ${status}, and leads to ${to}`,
        remedy: `ask for that address, or let ${url.host} serve the page itself`,
      },
    ];
  }
  if (status !== 200) return [{ sentence: `The page answers ${status} in place of 200` }];
  if (contentType.startsWith("text/html") && body.includes("Jetwire")) return [];
  return [
    {
      sentence: "Something else than Jetwire's page is served",
      remedy: `another program answers on port ${portOf(url)}: stop it, or correct the records of the name`,
    },
  ];
}

function statusFaults({ status }: PublicFacts): PublicFault[] | null {
  if (status === null) return null;
  if (status.failure !== undefined) {
    return [{ sentence: `/v1/status cannot be read: ${status.failure}` }];
  }
  return status.value.degraded.map(({ part, reason }) => ({
    sentence: `The service says of ${shortLine(part)}: ${shortLine(reason)}`,
    remedy: "run `jetwire doctor` on its host, which says what to do",
  }));
}

function addressFaults({ url, aggregator }: PublicFacts): PublicFault[] | null {
  if (aggregator?.value === undefined) return null;
  const { page } = aggregator.value.status;
  const origin = URL.canParse(page) ? new URL(page).origin : page;
  if (origin === url.origin) return [];
  return [{ sentence: `The service says that its page is at ${shortLine(origin)}` }];
}

function realtimeFaults({ url, status, realtime }: PublicFacts): PublicFault[] | null {
  if (status?.value === undefined) return null;
  const target = status.value.realtime;
  if (target === null || !URL.canParse(target)) {
    return [
      {
        sentence: "The service does not say where Socket.IO is",
        remedy: "set DOMAIN, or REST_WS_URL with a TLS terminator of your own",
      },
    ];
  }
  const shown = shortLine(target);
  const isMixed = url.protocol === "https:" && /^(ws|http):/.test(target);
  if (isMixed) {
    return [
      {
        sentence: `Browsers refuse ${shown}, because it is not encrypted and the page is`,
        remedy: `set REST_WS_URL=wss://${url.host}`,
      },
    ];
  }
  if (realtime?.failure === undefined) return realtime === null ? null : [];
  return [{ sentence: `Socket.IO at ${shown} does not open: ${realtime.failure}` }];
}
