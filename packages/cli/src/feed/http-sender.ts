import { IngestAnswer, Problem } from "@jetwire/protocol";
import { backOffMs, pause } from "@jetwire/runtime";
import { CliError } from "../cli-error.ts";
import type { Sender } from "./sender.ts";

const triesMax = 10;
const requestMsMax = 30_000;
const retryAfterSecondsMax = 60;
const retriedStatuses = new Set([429, 500, 502, 503, 504]);

/** What came back: an answer, or when to try again and why. */
type Reply =
  | { readonly outcome: "answered"; readonly answer: Omit<IngestAnswer, "items"> }
  | { readonly outcome: "again"; readonly afterMs: number | null; readonly why: string };

/**
 * NDJSON posts, one at a time. A post that the receiver is too busy for, or that gets no answer, is
 * sent again as `Retry-After` says, ten times at most; what it already had, it drops as repeated.
 */
export function openHttpSender(url: URL, batchMax: number): Sender {
  const answers = { accepted: 0, ignored: 0, rejected: 0, limited: 0 };
  let sent = 0;
  return {
    batchMax,
    async send(lines) {
      const answer = await postUntilAnswered(url, lines);
      answers.accepted += answer.accepted;
      answers.ignored += answer.ignored;
      answers.rejected += answer.rejected;
      answers.limited += answer.limited;
      sent += lines.length;
    },
    async finish() {
      return { sent, answers };
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function postUntilAnswered(url: URL, lines: readonly Buffer[]) {
  const body = Buffer.concat(lines.flatMap((line) => [line, lineFeed]));
  let why = "";
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const reply = await post(url, body, lines.length);
    if (reply.outcome === "answered") return reply.answer;
    why = reply.why;
    if (attempt < triesMax) await pause(reply.afterMs ?? backOffMs(attempt, 200, 10_000));
  }
  throw new CliError(
    "unavailable",
    `${url.host} did not take a batch in ${triesMax} tries: ${why}`,
  );
}

async function post(url: URL, body: Uint8Array<ArrayBuffer>, count: number): Promise<Reply> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
      body,
      signal: AbortSignal.timeout(requestMsMax),
    });
    text = await response.text();
  } catch (error) {
    return { outcome: "again", afterMs: null, why: networkError(error) };
  }
  if (response.status === 202) return { outcome: "answered", answer: readAnswer(text) };
  const problem = readProblem(text);
  const why = `${response.status} ${problem?.message ?? ""}`.trim();
  if (retriedStatuses.has(response.status)) {
    return { outcome: "again", afterMs: retryAfterMs(response), why };
  }
  // A batch of nothing but garbage is refused as a whole.
  if (response.status === 400 && problem?.code === "invalid_request") {
    return {
      outcome: "answered",
      answer: { accepted: 0, ignored: 0, rejected: count, limited: 0 },
    };
  }
  throw new CliError("unavailable", `${url.href} answered ${why}`);
}

function readAnswer(text: string): IngestAnswer {
  try {
    return IngestAnswer.parse(JSON.parse(text));
  } catch (error) {
    throw new CliError("unavailable", "what answered is not Jetwire's ingest", { cause: error });
  }
}

function readProblem(text: string): Problem | undefined {
  try {
    return Problem.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds, retryAfterSecondsMax) * 1_000 : null;
}

function networkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

const lineFeed = Buffer.from("\n");
