import { decoderPrograms } from "@jetwire/decoders";
import { type Aggregator, endpoints, identCharsMax } from "@jetwire/protocol";
import type { RestConfig } from "../config.ts";
import { type RestRequest, type Route, route } from "../route.ts";
import { dataLicenceOf } from "./data-licence.ts";
import { feedHost, feedPorts, pageOrigin } from "./feed-address.ts";

/** `GET /v1/aggregator`: what lists of aggregators need to know of this service. It changes with the settings only. */
export function aggregatorRoute(config: RestConfig): Route {
  const headers = { "Cache-Control": "public, max-age=300" };
  return route(endpoints.readAggregator, (request) =>
    Promise.resolve({ body: describe(request, config), headers }),
  );
}

function describe(request: RestRequest, config: RestConfig): Aggregator {
  const origin = pageOrigin(request, config);
  const host = feedHost(request, config);
  const { udp, tcp, http } = feedPorts(config);
  const { name, url } = dataLicenceOf(config);
  return {
    name: URL.canParse(origin) ? new URL(origin).hostname : host,
    operator: config.OPERATOR_NAME ?? null,
    contact: config.PRIVACY_CONTACT ?? null,
    accountNeeded: false,
    ident: { charactersMax: identCharsMax, uuid: true },
    send: {
      host,
      udp: [...udp],
      tcp: [...tcp],
      http: httpAddress(origin, host, http),
      asf2: config.INGEST_ASF2_PORT ?? null,
      formats: [...decoderPrograms],
    },
    status: {
      page: `${origin}/heard`,
      feeding: `${origin}/v1/feeding`,
      service: `${origin}/v1/status`,
    },
    privacyPolicy: `${origin}/privacy`,
    dataLicence: { name, url, page: `${origin}/licence` },
  };
}

/** Returns the address for HTTP. A page by HTTPS has a balancer in front, which passes the path to ingest too. */
function httpAddress(origin: string, host: string, port: number | null): string | null {
  if (origin.startsWith("https:")) return `${origin}/v1/ingest`;
  return port === null
    ? null
    : `http://${host.includes(":") ? `[${host}]` : host}:${port}/v1/ingest`;
}
