import { setTimeout as wait } from "node:timers/promises";
import { Problem } from "@jetwire/protocol";
import { BrokenPromise, expectThat } from "./broken-promise.ts";
import { connectStock, type Handshake, type StockClient } from "./stock-client.ts";
import type { TemporaryAccounts } from "./temporary-accounts.ts";

/** The addresses and the key that the contract is tried with. */
export interface Target {
  /** The origin of REST. */
  readonly rest: string;
  /** The address that clients of Socket.IO connect to. */
  readonly realtime: string;
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is something else. */
  readonly json: unknown;
}

interface Asked {
  /** Default: that of the target; null for none. */
  readonly key?: string | null;
  readonly method?: string;
}

const requestMsMax = 15_000;
const retryMsMax = 61_000;

/** A service as the rows try it. What a row opens is closed after it. */
export class Service {
  readonly target: Target;
  /** Accounts of this run; null if nothing may be written. */
  accounts: TemporaryAccounts | null = null;
  #clients: StockClient[] = [];

  constructor(target: Target) {
    this.target = target;
  }

  connect(handshake: Handshake = {}): StockClient {
    const client = connectStock(this.target.realtime, handshake);
    this.#clients.push(client);
    return client;
  }

  /** Asks REST. A key that has used up its minute waits for the next one. */
  async ask(path: string, asked: Asked = {}): Promise<Answer> {
    for (let isRetried = false; ; isRetried = true) {
      const answer = await this.askOnce(path, asked);
      const retryMs = Number(answer.headers.get("retry-after")) * 1_000;
      if (answer.status !== 429 || isRetried || !(retryMs <= retryMsMax)) return answer;
      await wait(retryMs);
    }
  }

  async askOnce(
    path: string,
    { key = this.target.key, method = "GET" }: Asked = {},
  ): Promise<Answer> {
    const response = await fetch(new URL(path, this.target.rest), {
      method,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(requestMsMax),
      redirect: "manual",
    }).catch((error: unknown) => {
      throw new BrokenPromise(`${method} ${path}: ${causeOf(error)}`);
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parseJson(text) };
  }

  /** Reads what is answered with 200. @throws BrokenPromise for another status */
  async read(path: string, asked: Asked = {}): Promise<unknown> {
    const { status, json, text } = await this.ask(path, asked);
    expectThat(status === 200, `GET ${path} is answered with ${status}: ${text.slice(0, 200)}`);
    return json;
  }

  /** Closes what a row has opened. @returns how what it received differed from its schemas */
  endRow(): string[] {
    const faults = this.#clients.flatMap((client) => client.faults);
    for (const { socket } of this.#clients) socket.disconnect();
    this.#clients = [];
    return [...new Set(faults)];
  }
}

/** @throws BrokenPromise unless the answer has a status and problem details of that status */
export function expectProblem({ status, headers, json }: Answer, expected: number): void {
  expectThat(status === expected, `is answered with ${status} instead of ${expected}`);
  const type = headers.get("content-type") ?? "";
  expectThat(type.startsWith("application/problem+json"), `the error has the type ${type}`);
  const problem = Problem.safeParse(json);
  const [issue] = (problem.error?.issues ?? []).filter(({ code }) => code !== "unrecognized_keys");
  expectThat(issue === undefined, `problem details: ${issue?.path.join(".")}: ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
