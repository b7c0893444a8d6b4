import type { ServerCertificate } from "@jetwire/health";
import { Aggregator, Feeding, Status } from "@jetwire/protocol";
import { z } from "zod";

/** The part of a status that is used. Newer services may answer more. */
export const ShownStatus = z.object({
  realtime: Status.shape.realtime,
  degraded: z.array(z.object({ part: z.string(), reason: z.string() })),
});
export type ShownStatus = z.infer<typeof ShownStatus>;

const { host, udp, tcp, http } = Aggregator.shape.send.shape;
export const ShownAggregator = z.object({
  send: z.object({ host, udp, tcp, http }),
  status: z.object({ page: Aggregator.shape.status.shape.page }),
});
export type ShownAggregator = z.infer<typeof ShownAggregator>;

export const ShownFeeding = z.object({ messagesLastHour: Feeding.shape.messagesLastHour });

export const ShownIngest = z.object({
  items: z.array(z.object({ status: z.string(), reason: z.string().optional() })),
});

/** A fact, or in a few words why it could not be found: `connection refused`. */
export type Found<Value> =
  | { readonly value: Value; readonly failure?: never }
  | { readonly value?: never; readonly failure: string };

/** The addresses of a name. */
export interface NameFacts {
  readonly name: string;
  /** Those that DNS has; of a name that is an address, this address. */
  readonly a: readonly string[];
  readonly aaaa: readonly string[];
  /** The code of the error of DNS if there is none of either kind. */
  readonly error: string | null;
  /** The addresses that this machine uses by itself, which its own list of hosts may replace; null if it was not asked. */
  readonly local: readonly string[] | null;
}

/** An answer by HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly contentType: string;
  /** The beginning of the body, up to a bound. */
  readonly body: string;
}

/** A port of feeders at an address. */
export interface PortFacts {
  /** `5550/tcp`. */
  readonly port: string;
  readonly address: string;
  /** Null if it accepts connections. */
  readonly failure: string | null;
}

/** The test messages that were sent to each port of feeders. */
export interface SentFacts {
  readonly ident: string;
  readonly sent: number;
  /** The ports, with their address, from which none arrived: `5550/udp of 203.0.113.7`. */
  readonly missing: readonly string[];
  /** Whether each port that is missing was tried alone; otherwise none of all has arrived. */
  readonly failure: string | null;
}

/** The facts that a deployment shows to strangers. What was not looked at is null. */
export interface PublicFacts {
  readonly url: URL;
  readonly nowMs: number;
  readonly name: NameFacts;
  /** The addresses that were tried, with the failure of the connection. */
  readonly addresses: readonly { readonly address: string; readonly failure: string | null }[];
  /** The addresses of interfaces of this machine. */
  readonly ownAddresses: readonly string[];
  /** Null without TLS. */
  readonly certificates:
    | readonly { readonly address: string; readonly read: Found<ServerCertificate> }[]
    | null;
  /** The answer of plain HTTP. */
  readonly plain: Found<HttpAnswer> | null;
  readonly page: Found<HttpAnswer> | null;
  readonly status: Found<ShownStatus> | null;
  readonly aggregator: Found<ShownAggregator> | null;
  /** The first packet of the Socket.IO interface. */
  readonly realtime: Found<string> | null;
  /** The state of a status object that was sent to ingest. */
  readonly ingest: Found<string> | null;
  readonly feedName: NameFacts | null;
  readonly ports: readonly PortFacts[] | null;
  readonly sent: SentFacts | null;
}
