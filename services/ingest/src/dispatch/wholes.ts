import type { ContentReader } from "@jetwire/decoders";
import type { EntryWhole, Message } from "@jetwire/protocol";
import type { JoinedWhole, JoinResult, Stores } from "@jetwire/redis";
import type { Metrics } from "@jetwire/runtime";
import { toBlock } from "./blocks.ts";
import type { LinkRequest } from "./link-request.ts";

/** Joins the blocks of messages of several blocks, whose state is in Redis. */
export class BlockJoiner {
  readonly #assemblies;
  readonly #blocksTotal;
  readonly #wholesTotal;

  constructor(assemblies: Pick<Stores["assemblies"], "join">, metrics: Pick<Metrics, "counter">) {
    this.#assemblies = assemblies;
    this.#blocksTotal = metrics.counter({
      name: "jetwire_ingest_blocks_total",
      help: "Blocks of messages of several blocks, by what became of them: opened a whole, completed one (whole), kept, limited, or none",
      labelNames: ["result"],
    });
    this.#wholesTotal = metrics.counter({
      name: "jetwire_ingest_wholes_total",
      help: "Completed messages of several blocks, by who joined them",
      labelNames: ["joined_by"],
    });
  }

  /**
   * Joins the blocks of a batch, and returns the whole that each message completes. It makes no call for a batch without
   * blocks of longer messages.
   */
  async join(requests: readonly LinkRequest[]): Promise<ReadonlyMap<string, JoinedWhole>> {
    const blocks = requests.map(toBlock).filter((block) => block !== null);
    const results: readonly JoinResult[] =
      blocks.length === 0 ? [] : await this.#assemblies.join(blocks);
    const wholes = new Map<string, JoinedWhole>();
    for (const [index, { status, whole }] of results.entries()) {
      this.#blocksTotal.inc({ result: status });
      const id = blocks[index]?.id;
      if (whole === null || id === undefined) continue;
      this.#wholesTotal.inc({ joined_by: whole.byDecoder ? "decoder" : "service" });
      wholes.set(id, whole);
    }
    return wholes;
  }
}

/**
 * Returns the whole as the entry of the completing message has it. A text that was joined here is read
 * again: what no part says alone, a position or a route across two blocks, the whole does.
 */
export function toEntryWhole(
  { decoded }: LinkRequest,
  message: Message,
  joined: JoinedWhole,
  readContent: ContentReader,
): EntryWhole {
  const { text, byDecoder } = joined;
  const content = byDecoder
    ? message
    : readContent(
        { ...decoded, text, headChars: 0, applications: null, latitude: null, longitude: null },
        Date.parse(message.timestamp),
      );
  const { latitude, longitude, altitude } = content;
  return {
    stationIds: [...joined.stationIds],
    whole: {
      id: message.id,
      groupId: message.groupId,
      stationId: message.stationId,
      timestamp: message.timestamp,
      partIds: [...joined.partIds],
      joinedBy: byDecoder ? "decoder" : "service",
      text,
      decoded: content.decoded,
      latitude,
      longitude,
      altitude,
    },
  };
}
