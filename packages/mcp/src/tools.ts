import type { RestClient } from "@jetwire/client";
import { type Endpoint, endpoints } from "@jetwire/protocol";
import { z } from "zod";

/** A tool: an operation of REST that only reads, under a name that says what it is for. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments: the parameters of the endpoint's path and query. */
  readonly inputSchema: { readonly type: "object"; readonly [member: string]: unknown };
  /** Calls the operation. @throws RestError, or ZodError naming what is wrong */
  call(rest: RestClient, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
}

/** The tools by the operation that each calls. */
const named = {
  listMessages: "search_messages",
  readMessage: "read_message",
  readConversation: "read_conversation",
  listFlights: "search_flights",
  readFlight: "read_flight",
  readFlightFacts: "read_flight_facts",
  readFlightTrack: "read_flight_track",
  readRoute: "find_route",
  readAirframe: "read_aircraft",
  listAirframeFlights: "list_flights_of_aircraft",
  listStations: "search_stations",
  readStation: "read_station",
  readStationStatus: "read_station_status",
  readAirport: "read_airport",
  listAirportFlights: "list_flights_of_airport",
  lookUp: "look_up",
  readStats: "read_statistics",
  listActiveChannels: "list_active_hf_channels",
} as const satisfies Partial<Record<keyof typeof endpoints, string>>;

type OperationName = keyof typeof named;

/** Items of a list in one answer; more would fill the context of a model. */
const itemsMax = 25;

export const tools: readonly Tool[] = (Object.keys(named) as OperationName[]).map(toolOf);

function toolOf(operation: OperationName): Tool {
  const endpoint: Endpoint = endpoints[operation];
  return {
    name: named[operation],
    description: [endpoint.summary, endpoint.description].filter(Boolean).join(". "),
    inputSchema: inputSchemaOf(endpoint),
    async call(rest, input, signal) {
      const limited = isPaged(endpoint) ? { limit: String(itemsMax), ...input } : input;
      const call = rest[operation] as (
        given: Record<string, unknown>,
        options: { signal: AbortSignal; itemsMax: number },
      ) => AsyncIterable<unknown> | Promise<unknown>;
      const answer = call(limited, { signal, itemsMax });
      if (!(Symbol.asyncIterator in answer)) return await answer;
      const items: unknown[] = [];
      for await (const item of answer) items.push(item);
      return items;
    },
  };
}

function inputSchemaOf({ params, query }: Endpoint): Tool["inputSchema"] {
  const parts = [params, query].map((part) =>
    z.toJSONSchema(part, { io: "input", unrepresentable: "any" }),
  );
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as object,
    required: parts.flatMap(({ required = [] }) => required),
    additionalProperties: false,
  };
}

function isPaged({ query }: Endpoint): boolean {
  return query instanceof z.ZodObject && "limit" in query.shape;
}
