import type { RestClient } from "@jetwire/client";
import type { ReadMessage } from "@jetwire/protocol";
import { isMessageId, messageIdTimeMs } from "@jetwire/protocol/plain";
import type { UseQueryResult } from "@tanstack/react-query";
import { readProblem } from "../data/rest/problem.ts";
import { useRest } from "../data/rest/use-rest.ts";

/** The parts of a message that its page shows. */
export const messageInclude =
  "raw,tree,assembled,station,airframe,flight,receptions,ground_station";

const freshMs = 3_600_000;
/** A message this young may not be stored yet, and may still be received by more stations, which may decode more of it. */
const youngMs = 20_000;
const youngPollMs = 3_000;
const retryMs = 1_000;

/** Reads a message with all its parts; a young one again, because later receptions may say more. */
export function useMessage(id: string): UseQueryResult<ReadMessage> {
  return useRest(["message", id], async (rest, signal) => await readStored(rest, id, signal), {
    staleMs: isYoung(id) ? 0 : freshMs,
    everyMs: () => isYoung(id) && youngPollMs,
  });
}

/** Reads what belongs together with a message. */
export function useConversation(id: string, isEnabled: boolean) {
  return useRest(
    ["conversation", id],
    async (rest, signal) => await rest.readConversation({ id, include: "station" }, { signal }),
    { staleMs: isYoung(id) ? 0 : freshMs, isEnabled },
  );
}

/** Reads a message; one that was received a moment ago is asked for until it is stored. */
async function readStored(rest: RestClient, id: string, signal: AbortSignal): Promise<ReadMessage> {
  for (;;) {
    try {
      return await rest.readMessage({ id, include: messageInclude }, { signal });
    } catch (error) {
      if (!(error instanceof Error) || readProblem(error).status !== 404 || !isYoung(id)) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      signal.throwIfAborted();
    }
  }
}

function isYoung(id: string): boolean {
  return isMessageId(id) && Date.now() - messageIdTimeMs(id) < youngMs;
}
