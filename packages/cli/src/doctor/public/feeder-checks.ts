import { shortLine } from "./failure.ts";
import { nameFaults } from "./name-checks.ts";
import type { PublicCheck, PublicFault } from "./public-check.ts";
import type { PortFacts, PublicFacts } from "./public-facts.ts";

const noDescription = "the service does not describe itself (GET /v1/aggregator)";

/** Checks of what feeders use. */
export const feederChecks: readonly PublicCheck[] = [
  {
    name: "ingest",
    passes: "Ingest takes messages by HTTP",
    severity: "critical",
    remedy: "let the proxy in front pass POST /v1/ingest to ingest, and look at the log of ingest",
    skipped: noDescription,
    faults: ingestFaults,
  },
  {
    name: "feed-name",
    passes: "The name for feeders has public addresses",
    severity: "critical",
    remedy: "set FEED_HOST to a name or an address that leads to ingest without a proxy",
    skipped: noDescription,
    faults: feedNameFaults,
  },
  {
    name: "tcp",
    passes: "Every TCP port of feeders accepts connections",
    severity: "critical",
    remedy: "publish it (LISTEN_ADDRESS=0.0.0.0), and open it in firewalls and routers",
    skipped: noDescription,
    faults: tcpFaults,
  },
  {
    name: "arrival",
    passes: "Messages arrive from every UDP and TCP port of feeders",
    severity: "critical",
    remedy: "open it in firewalls and routers, and publish it for UDP too",
    skipped: "no test messages are sent: name a station for them (--ident)",
    faults: arrivalFaults,
  },
];

function ingestFaults({ url, aggregator, ingest }: PublicFacts): PublicFault[] | null {
  if (aggregator?.value === undefined) return null;
  const { http } = aggregator.value.send;
  if (http === null) {
    return [
      {
        sentence: "The service names no address for messages by HTTP",
        remedy: "set INGEST_HTTP_PORT of rest to that of ingest",
      },
    ];
  }
  if (ingest === null) return null;
  const shown = shortLine(http);
  if (ingest.failure !== undefined) {
    return [{ sentence: `${shown} does not take messages: ${ingest.failure}` }];
  }
  if (url.protocol !== "https:" || http.startsWith("https:")) return [];
  return [
    {
      sentence: `The service names ${shown} to feeders, which is not encrypted`,
      severity: "warning",
      remedy: `set PUBLIC_URL=${url.origin}`,
    },
  ];
}

function feedNameFaults({ name, feedName }: PublicFacts): PublicFault[] | null {
  if (feedName === null) return null;
  // What is wrong with the name of the page is reported once.
  return feedName.name === name.name ? [] : nameFaults(feedName);
}

function tcpFaults({ aggregator, ports }: PublicFacts): PublicFault[] | null {
  if (aggregator?.value === undefined || ports === null) return null;
  if (ports.length === 0) return aggregator.value.send.tcp.length === 0 ? [] : null;
  const addresses = [...new Set(ports.map(({ address }) => address))];
  return addresses.flatMap((address) => portFaults(address, ports));
}

function portFaults(address: string, ports: readonly PortFacts[]): PublicFault[] {
  const own = ports.filter((port) => port.address === address);
  const closed = own.flatMap(({ port, failure }) => (failure === null ? [] : [{ port, failure }]));
  if (closed.length === 0) return [];
  const failures = [...new Set(closed.map(({ failure }) => failure))].join("; ");
  if (closed.length < own.length) {
    const names = closed.map(({ port }) => port).join(", ");
    return [{ sentence: `${address} does not accept connections on ${names}: ${failures}` }];
  }
  const remedy = address.includes(":")
    ? "remove the AAAA record of the name for feeders: decoders that prefer IPv6 lose everything"
    : "publish the ports (LISTEN_ADDRESS=0.0.0.0) and open them; if a proxy for web pages is in front, give feeders a name of their own (FEED_HOST)";
  return [
    { sentence: `${address} accepts connections on no port of feeders: ${failures}`, remedy },
  ];
}

function arrivalFaults({ sent, feedName }: PublicFacts): PublicFault[] | null {
  if (sent === null) return null;
  const { ident, missing, failure } = sent;
  if (failure !== null) {
    return [
      {
        sentence: `The service does not tell whether ${ident} is received: ${failure}`,
        remedy: "look at the log of rest, and at the page /heard of the service",
      },
    ];
  }
  if (missing.length === 0) return [];
  if (missing.length === sent.sent) {
    return [
      {
        sentence: `None of ${sent.sent} test messages of ${ident} to ${feedName?.name ?? "feeders' ports"} has arrived`,
        remedy:
          "open the ports, and choose an ident that needs no station key; ingest's log and /heard say what was refused",
      },
    ];
  }
  return [{ sentence: `Test messages to ${missing.join(", ")} have not arrived` }];
}
