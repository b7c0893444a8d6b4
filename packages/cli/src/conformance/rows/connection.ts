import { expectThat, SkippedRow } from "../broken-promise.ts";
import { type Row, withAccounts } from "../row.ts";
import { expectProblem } from "../service.ts";
import type { Handshake } from "../stock-client.ts";

const streamCharsMax = 4_096;
const polling = "/socket.io/?EIO=4&transport=polling";

/** The promises of connecting. */
export const connectionRows: readonly Row[] = [
  {
    rows: ["R-19"],
    promise: "WebSocket is the only transport",
    async try({ target }) {
      const address = target.realtime.replace(/^ws/, "http");
      const response = await fetch(new URL(polling, address), {
        signal: AbortSignal.timeout(10_000),
      });
      const text = await response.text();
      const isRefused = response.status >= 400 && !text.includes('"sid"');
      expectThat(isRefused, `HTTP long-polling is answered with ${response.status}`);
    },
  },
  {
    rows: ["R-25", "R-31", "R-39"],
    promise: "a client without credentials may subscribe, and gets nothing unasked",
    async try(service) {
      const client = service.connect();
      client.socket.emit("messages:sniff");
      const { browserId } = await client.receive("messages:sniff:started");
      expectThat(client.events[0] === "messages:sniff:started", `${client.events[0]} came first`);
      expectThat(browserId !== "", "browserId is empty");
    },
  },
  ...(["auth", "query"] as const).map((location): Row => ({
    rows: ["R-05", "R-20", "R-21"],
    promise: `a valid key in \`${location}\` is answered with the account and its stations`,
    async try(service) {
      const apiKey = service.accounts?.owner.apiKey ?? service.target.key;
      const client = service.connect({ [location]: { apiKey } });
      const { stations, userId } = await client.receive("feed:authenticated");
      expectThat(typeof userId === "string", "userId is no text");
      const isNumber = stations.every(({ id }) => Number.isInteger(id));
      expectThat(isNumber, "the id of a station is no number");
    },
  })),
  ...(["auth", "query"] as const).map((location): Row =>
    withAccounts(
      ["R-20", "R-22"],
      `a valid token in \`${location}\` is answered with the user`,
      async (service, { owner: { token, id } }) => {
        const client = service.connect({ [location]: { token } });
        const { userId } = await client.receive("chat:authenticated");
        expectThat(userId === id, `another user is authenticated: ${userId}`);
      },
    ),
  ),
  refusal("R-23", "an invalid key", "feed:error", { auth: { apiKey: "jw_conformance_wrong" } }),
  refusal("R-24", "an invalid token", "chat:error", { auth: { token: "conformance.wrong.token" } }),
  {
    rows: ["E-01"],
    promise: "GET /v1/stream has the firehose as server-sent events",
    async try(service) {
      const address = service.target.realtime.replace(/^ws/, "http");
      const response = await fetch(new URL("/v1/stream?source=firehose", address), {
        headers: { authorization: `Bearer ${service.target.key}` },
        signal: AbortSignal.timeout(15_000),
      });
      if (response.status === 404) throw new SkippedRow(`${address} has no /v1/stream`);
      const type = response.headers.get("content-type") ?? "";
      const { status } = response;
      expectThat(status === 200, `is answered with ${status}`);
      expectThat(type.startsWith("text/event-stream"), `has the type ${type}`);
      let text = "";
      for await (const part of (response.body ?? new ReadableStream()).pipeThrough(
        new TextDecoderStream(),
      )) {
        text += part;
        if (text.includes("\nevent: started") || text.length > streamCharsMax) break;
      }
      expectThat(text.includes("\nevent: started"), `begins with ${text.slice(0, 100)}`);
    },
  },
  {
    rows: ["E-01"],
    promise: "GET /v1/stream refuses a wrong parameter before it begins",
    async try(service) {
      const address = service.target.realtime.replace(/^ws/, "http");
      const response = await fetch(new URL("/v1/stream?source=nothing", address), {
        signal: AbortSignal.timeout(15_000),
      });
      if (response.status === 404) throw new SkippedRow(`${address} has no /v1/stream`);
      const text = await response.text();
      const { status, headers } = response;
      expectProblem({ status, headers, text, json: JSON.parse(text) }, 400);
    },
  },
];

function refusal(
  row: string,
  what: string,
  event: "feed:error" | "chat:error",
  handshake: Handshake,
): Row {
  return {
    rows: [row, "R-47"],
    promise: `${what} is refused by \`${event}\`, and nothing is authenticated`,
    async try(service) {
      const client = service.connect(handshake);
      const { message } = await client.receive(event);
      expectThat(message !== "", "the message is empty");
      const others = client.events.filter((one) => one !== event);
      expectThat(others.length === 0, `also came: ${others.join(", ")}`);
    },
  };
}
