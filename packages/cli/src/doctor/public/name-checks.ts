import { isPublicAddress } from "@jetwire/auth";
import { certificateProblem, type ServerCertificate } from "@jetwire/health";
import type { PublicCheck, PublicFault } from "./public-check.ts";
import type { NameFacts, PublicFacts } from "./public-facts.ts";

/** Checks of the way to the page: DNS, connections and TLS. */
export const nameChecks: readonly PublicCheck[] = [
  {
    name: "dns",
    passes: "The name has public addresses",
    severity: "critical",
    remedy: "correct the records of the name (docs/operations/domain.md)",
    skipped: "",
    faults: ({ name }) => nameFaults(name),
  },
  {
    name: "connection",
    passes: "Every address accepts connections",
    severity: "critical",
    remedy:
      "start the balancer, publish its port (LISTEN_ADDRESS=0.0.0.0), and open it in firewalls and routers",
    skipped: "the name has no address",
    faults: connectionFaults,
  },
  {
    name: "certificate",
    passes: "Clients accept the certificate, and it is not about to expire",
    severity: "critical",
    remedy:
      "correct the DNS or open port 80, and restart the balancer: it renews the certificate at once",
    skipped: "nothing accepts connections",
    faults: certificateFaults,
  },
  {
    name: "redirect",
    passes: "Plain HTTP leads to HTTPS",
    severity: "warning",
    remedy:
      "open port 80 to the balancer, which redirects it, and proves there that the name is yours",
    skipped: "only the port of HTTPS is known (--http-port)",
    faults: redirectFaults,
  },
];

/** Returns what is wrong with the records of a name. */
export function nameFaults({ name, a, aaaa, error, local }: NameFacts): PublicFault[] {
  const all = [...a, ...aaaa];
  if (all.length === 0) {
    const why = error === null ? "" : ` (${error})`;
    const remedy = "add an A record with the public IPv4 address of the service";
    const isLocal = (local ?? []).length > 0;
    const sentence = isLocal
      ? `Only this machine knows an address of ${name}: DNS has none${why}`
      : `${name} has no address${why}`;
    return [{ sentence, remedy }];
  }
  return [...hiddenFaults({ name, local }, all), ...localFaults(name, local ?? [], all)];
}

function hiddenFaults(
  { name, local }: Pick<NameFacts, "name" | "local">,
  all: readonly string[],
): PublicFault[] {
  const hidden = all.filter((address) => !isPublicAddress(address));
  if (hidden.length === 0) return [];
  // Who names an address, or localhost, makes a trial.
  const severity = local === null ? "warning" : "critical";
  const remedy = "give the name the public address of the service, or of the router in front";
  const sentence = hidden.includes(name)
    ? `${name} is an address that strangers do not reach`
    : `${name} has the address ${hidden.join(", ")}, which strangers do not reach`;
  return [{ sentence, severity, remedy }];
}

function localFaults(
  name: string,
  local: readonly string[],
  all: readonly string[],
): PublicFault[] {
  const other = local.filter((address) => !all.includes(address));
  if (other.length === 0) return [];
  const sentence = `This machine resolves ${name} to ${other.join(", ")} by itself, and DNS to ${all.join(", ")}`;
  const remedy = "the addresses of DNS were looked at; correct the hosts file if it is old";
  return [{ sentence, severity: "warning", remedy }];
}

function connectionFaults({ url, addresses }: PublicFacts): PublicFault[] | null {
  if (addresses.length === 0) return null;
  return addresses.flatMap(({ address, failure }) => {
    if (failure === null) return [];
    const sentence = `${address} does not accept connections on port ${portOf(url)}: ${failure}`;
    if (!address.includes(":")) return [{ sentence }];
    const remedy =
      "remove the AAAA record, because the compose file publishes ports for IPv4 only, or publish the ports for IPv6";
    return [{ sentence, remedy }];
  });
}

function certificateFaults({ url, certificates, addresses, nowMs }: PublicFacts) {
  if (certificates === null) {
    return addresses.some(({ failure }) => failure === null)
      ? [
          {
            sentence: `${url.href} is not encrypted: everybody on the way can read and change it`,
            severity: "warning" as const,
            remedy: "set DOMAIN, or put a TLS terminator in front (docs/operations/domain.md)",
          },
        ]
      : null;
  }
  if (certificates.length === 0) return null;
  return certificates.flatMap(({ address, read }): PublicFault[] => {
    if (read.failure !== undefined) {
      return [
        {
          sentence: `${address} shows no certificate on port ${portOf(url)}: ${read.failure}`,
          remedy:
            "let the balancer serve HTTPS on that port: set DOMAIN, or correct the TLS terminator in front",
        },
      ];
    }
    const problem = certificateProblem(url.hostname, read.value, nowMs);
    if (problem === null) return [];
    const remedy = certificateRemedy(url.hostname, read.value, nowMs);
    return [{ sentence: `${problem}${ofAddress(certificates.length, address)}`, ...remedy }];
  });
}

const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/;

function certificateRemedy(
  host: string,
  { refusal, names, expiresMs }: ServerCertificate,
  nowMs: number,
): Pick<PublicFault, "remedy" | "severity"> {
  if (expiresMs <= nowMs) return {};
  if (refusal === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return { remedy: `it is for ${names.join(", ")}: get one for ${host}, or correct DOMAIN` };
  }
  if (refusal === "UNABLE_TO_VERIFY_LEAF_SIGNATURE") {
    return { remedy: "serve the whole chain: the certificate with those between it and the root" };
  }
  if (refusal !== null && untrusted.test(refusal)) {
    return {
      remedy:
        "get one of a public authority; for one of your own, name its file in NODE_EXTRA_CA_CERTS",
    };
  }
  return refusal === null ? { severity: "warning" } : {};
}

function ofAddress(count: number, address: string): string {
  return count === 1 ? "" : ` (at ${address})`;
}

function redirectFaults({ url, plain, certificates }: PublicFacts): PublicFault[] | null {
  if (plain === null || certificates === null) return null;
  if (plain.failure !== undefined) {
    return [{ sentence: `http://${url.hostname} does not answer: ${plain.failure}` }];
  }
  const { status, location } = plain.value;
  const target = location !== null && URL.canParse(location) ? new URL(location) : null;
  const isRedirect = [301, 302, 307, 308].includes(status);
  if (isRedirect && target?.protocol === "https:" && target.hostname === url.hostname) return [];
  const what = isRedirect ? `leads to ${target?.origin ?? "nowhere"}` : `answers ${status}`;
  return [
    {
      sentence: `http://${url.hostname} ${what} in place of leading to ${url.origin}`,
      remedy: "let port 80 lead to the balancer, or redirect it in the proxy in front",
    },
  ];
}

/** Returns the port of an address, with that of its scheme by default. */
export function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" || protocol === "wss:" ? 443 : 80;
}
