import { AsyncLocalStorage } from "node:async_hooks";
import type { Server, ServerResponse } from "node:http";

/** The header of answers that has the id of the request. What clients send in it is ignored. */
export const requestIdHeader = "X-Request-Id";

/** A request that is being worked on. */
interface CurrentRequest {
  /** Null after the answer: connections that the work has opened live longer, and keep the answer in memory no longer. */
  response: ServerResponse | null;
  /** The id, once the answer is complete. */
  id: string | undefined;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

/**
 * Returns the id of the HTTP request for which the caller works, also in work that the request has started and that goes on
 * after its answer. It is the one that the answer has in its header. Undefined elsewhere.
 */
export function currentRequestId(): string | undefined {
  const request = requests.getStore();
  return request?.response == null ? request?.id : idOf(request.response);
}

/** Runs work that belongs to no request, although one may have started it: events of a connection that requests share. */
export function outsideRequests(work: () => void): void {
  requests.exit(work);
}

/** Makes the requests of a server known to `currentRequestId`. Call it after the server has its handlers of requests. */
export function trackRequests(server: Server): void {
  const handlers = server.listeners("request") as ((...args: unknown[]) => void)[];
  server.removeAllListeners("request");
  server.on("request", (incoming, response) => {
    const request: CurrentRequest = { response, id: undefined };
    response.once("close", () => {
      request.id = idOf(response);
      request.response = null;
    });
    requests.run(request, () => {
      for (const handler of handlers) handler.call(server, incoming, response);
    });
  });
}

function idOf(response: ServerResponse): string | undefined {
  const id = response.getHeader(requestIdHeader);
  return typeof id === "string" ? id : undefined;
}
