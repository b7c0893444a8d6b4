import { Limits, Message } from "@jetwire/protocol";
import { z } from "zod";
import { expectThat, SkippedRow } from "../broken-promise.ts";
import { type Row, withAccounts } from "../row.ts";
import { expectProblem, type Service } from "../service.ts";

const pageRows = 5;
const unknownId = "00000000-0000-7000-8000-000000000000";
const nextPattern = /<([^>]+)>; *rel="next"/;

/** The promises of REST. */
export const restRows: readonly Row[] = [
  {
    rows: ["R-09"],
    promise: "a request without a credential, or with a wrong one, is refused with 401",
    async try(service) {
      expectProblem(await service.ask("/v1/messages", { key: null }), 401);
      expectProblem(await service.ask("/v1/messages", { key: "jw_wrong" }), 401);
    },
  },
  {
    rows: ["R-10"],
    promise: "HTTPS is required outside the machine of the service",
    async try({ target }) {
      const { protocol, hostname, host } = new URL(target.rest);
      if (/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
        throw new SkippedRow("the service is on this machine");
      }
      expectThat(protocol === "https:", `${target.rest} answers without encryption`);
      expectThat(target.realtime.startsWith("wss:"), `${target.realtime} is not encrypted`);
      const plain = await fetch(`http://${host}/v1/messages`, {
        headers: { authorization: "Bearer jw_wrong" },
        redirect: "manual",
        signal: AbortSignal.timeout(10_000),
      }).catch(() => null);
      // Not reachable at all, sent on to https, or refused.
      const isRefused = plain === null || (plain.status >= 300 && plain.status < 500);
      expectThat(isRefused && plain?.status !== 401, "a request over http is answered");
    },
  },
  {
    rows: ["R-11"],
    promise: "a key has a tier, and its limit",
    async try(service) {
      const limits = Limits.safeParse(await service.read("/v1/limits"));
      const [issue] = (limits.error?.issues ?? []).filter(isFault);
      expectThat(issue === undefined, `/v1/limits: ${issue?.path.join(".")}: ${issue?.message}`);
    },
  },
  {
    rows: ["R-06"],
    promise: "messages are listed newest first, page by page, none twice",
    async try(service) {
      const first = await readPage(service, `/v1/messages?limit=${pageRows}`);
      if (first.messages.length < pageRows) throw new SkippedRow("there are too few messages");
      expectThat(first.next !== null, 'the first page has no Link rel="next"');
      const second = await readPage(service, first.next);
      const ids = [...first.messages, ...second.messages].map(({ id }) => id);
      expectThat(new Set(ids).size === ids.length, "a message is on two pages");
      const isOrdered = ids.every((id, at) => at === 0 || id < (ids[at - 1] ?? ""));
      expectThat(isOrdered, `the newest is not first: ${ids.join(" ")}`);
    },
  },
  {
    rows: ["R-07"],
    promise: "the parameter `flight` selects the messages of a flight",
    async try(service) {
      const { messages } = await readPage(service, "/v1/messages?limit=50");
      const flight = messages.find(({ flightNumber }) => flightNumber !== null)?.flightNumber;
      if (flight == null) throw new SkippedRow("none of the last 50 messages names a flight");
      const query = new URLSearchParams({ flight, limit: "20" });
      const found = await readPage(service, `/v1/messages?${query.toString()}`);
      expectThat(found.messages.length > 0, `flight=${flight} finds nothing`);
      const numbers = found.messages.map((one) => numberOf(one.flightNumber));
      const other = numbers.find((number) => number !== null && number !== numberOf(flight));
      expectThat(other === undefined, `flight=${flight} finds ${other}`);
    },
  },
  {
    rows: ["R-03", "R-08"],
    promise: "a message is read by its id, with the shape that it has in a list",
    async try(service) {
      const [listed] = (await readPage(service, "/v1/messages?limit=1")).messages;
      if (listed === undefined) throw new SkippedRow("there are no messages");
      const read = await service.read(`/v1/messages/${listed.id}`);
      const { error, data } = Message.safeParse(read);
      const [issue] = (error?.issues ?? []).filter(isFault);
      expectThat(issue === undefined, `${issue?.path.join(".")}: ${issue?.message}`);
      expectThat((data ?? listed).id === listed.id, "another message is read");
      const keys = [listed, read].map((one) =>
        Object.keys(one as object)
          .toSorted()
          .join(),
      );
      expectThat(keys[0] === keys[1], "the list and the message have different members");
    },
  },
  {
    rows: ["R-08", "R-18"],
    promise: "an unknown id is answered with 404 and problem details",
    async try(service) {
      expectProblem(await service.ask(`/v1/messages/${unknownId}`), 404);
    },
  },
  {
    rows: ["R-18"],
    promise: "a wrong parameter is answered with 400, which names it",
    async try(service) {
      const answer = await service.ask("/v1/messages?limit=none");
      expectProblem(answer, 400);
      expectThat(answer.text.includes('"limit"'), `the answer does not name limit: ${answer.text}`);
    },
  },
  {
    rows: ["R-51"],
    promise: "the first segment of a path is the version",
    async try(service) {
      const { status } = await service.ask("/v0.0/messages");
      expectThat(status === 404, `another version is answered with ${status}`);
    },
  },
  withAccounts(
    ["R-12", "R-13", "R-14"],
    "a request above the limit of a minute gets 429 and Retry-After",
    async (service, { owner }) => {
      const key = owner.apiKey;
      const { json } = await service.askOnce("/v1/limits", { key });
      const limits = Limits.safeParse(json).data;
      const most = limits?.requests.limit ?? 60;
      if (most > 500) throw new SkippedRow(`the tier feeder has ${most} requests a minute`);
      for (let sent = 0; sent <= most; sent++) {
        const answer = await service.askOnce("/v1/limits", { key });
        if (answer.status !== 429) continue;
        expectProblem(answer, 429);
        const seconds = Number(answer.headers.get("retry-after"));
        expectThat(seconds >= 1 && seconds <= 60, `Retry-After is ${seconds}`);
        expectThat(sent >= most - 10, `the limit is ${most}, and ${sent} were answered`);
        return;
      }
      expectThat(false, `${most + 1} requests in a minute were answered`);
    },
  ),
];

const Listed = z.array(
  z.looseObject({
    id: z.string(),
    flightNumber: z.string().nullable(),
    flightId: z.string().nullable(),
  }),
);

async function readPage(service: Service, path: string) {
  const answer = await service.ask(path);
  expectThat(answer.status === 200, `GET ${path} is answered with ${answer.status}`);
  const { data } = Listed.safeParse(answer.json);
  expectThat(data !== undefined, `GET ${path} is no list of messages`);
  const next = nextPattern.exec(answer.headers.get("link") ?? "")?.[1] ?? null;
  return { messages: data, next };
}

/** Returns the number of a flight, which its IATA and its ICAO form share: 123 of UA0123 and of UAL123. */
function numberOf(flight: string | null): string | null {
  return /[A-Z]0*(\d+)[A-Z]?$/.exec(flight ?? "")?.[1] ?? null;
}

/** Members that this release does not know are no fault: the interface grows. */
function isFault({ code }: { readonly code?: string | undefined }): boolean {
  return code !== "unrecognized_keys";
}
