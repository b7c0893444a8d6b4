import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { RestClient } from "@jetwire/client";
import { IngestAnswer } from "@jetwire/protocol";
import { BrokenPromise } from "./broken-promise.ts";

/** An account of the run. */
export interface TemporaryAccount {
  readonly id: string;
  readonly username: string;
  readonly apiKey: string;
  readonly token: string;
}

const reason = "conformance test";
const storedMs = 3_000;
const idsInRequest = 100;

/**
 * Two accounts and a station of the first one, made with a key of an operator. `remove` redacts the messages that were sent,
 * and asks to erase the station and the accounts, which takes minutes. The audit log keeps that it happened.
 */
export class TemporaryAccounts {
  readonly #rest: RestClient;
  readonly #ingest: string;
  readonly #name = `conformance-${randomBytes(4).toString("hex")}`;
  readonly #accounts: TemporaryAccount[] = [];
  readonly #sent: string[] = [];
  #texts = 0;
  station = { id: 0, ident: "" };

  /** @param ingest the address of `POST /v1/ingest` */
  constructor(rest: RestClient, ingest: string) {
    this.#rest = rest;
    this.#ingest = ingest;
  }

  get name(): string {
    return this.#name;
  }

  get owner(): TemporaryAccount {
    return this.#accountAt(0);
  }

  get other(): TemporaryAccount {
    return this.#accountAt(1);
  }

  /** Makes them. What was made before a failure is removed by `remove`. */
  async make(): Promise<void> {
    for (const username of [`${this.#name}-a`, `${this.#name}-b`]) {
      const { id } = await this.#rest.addOperatorAccount({ body: { username, reason } });
      // Known before anything else can fail, so that it is removed.
      const at = this.#accounts.push({ id, username, apiKey: "", token: "" }) - 1;
      const body = { accountId: id, reason };
      const { key } = await this.#rest.issueOperatorKey({ body: { ...body, tier: "feeder" } });
      const { token } = await this.#rest.issueSessionToken({ body });
      this.#accounts[at] = { id, username, apiKey: key, token };
    }
    const ident = this.#name.toUpperCase();
    const asked = { ident, accountId: this.owner.id, sourceType: "acars", reason } as const;
    const { id } = await this.#rest.addOperatorStation({ body: asked });
    this.station = { id, ident };
  }

  /** Sends a message of the station, without an aircraft or a flight, which could not be removed. @returns its id */
  async send(): Promise<string> {
    const line = {
      timestamp: Date.now() / 1_000,
      station_id: this.station.ident,
      channel: 1,
      freq: 131.55,
      level: -20.5,
      error: 0,
      mode: "2",
      label: "5Z",
      block_id: "3",
      ack: false,
      text: `CONFORMANCE TEST ${this.#name} ${++this.#texts}`,
      app: { name: "acarsdec", ver: "4.0" },
    };
    const response = await fetch(this.#ingest, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(line),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (response.status !== 202) {
      throw new BrokenPromise(`POST ${this.#ingest} is answered with ${response.status}: ${text}`);
    }
    const [item] = IngestAnswer.parse(JSON.parse(text)).items;
    if (item?.status !== "accepted" || item.id === undefined) {
      throw new BrokenPromise(`ingest refuses a message: ${JSON.stringify(item)}`);
    }
    this.#sent.push(item.id);
    return item.id;
  }

  /** Removes everything. @returns what could not be removed, with the reason */
  async remove(): Promise<string[]> {
    const left: string[] = [];
    const attempt = async (what: string, step: () => Promise<unknown>) => {
      await step().catch((error: unknown) => left.push(`${what}: ${String(error)}`));
    };
    // Messages that are on their way are stored by then.
    if (this.#sent.length > 0) await wait(storedMs);
    for (let at = 0; at < this.#sent.length; at += idsInRequest) {
      const ids = this.#sent.slice(at, at + idsInRequest);
      await attempt(`messages ${ids.join(" ")}`, () =>
        this.#rest.redactMessages({ body: { target: { ids }, reason } }),
      );
    }
    const { id, ident } = this.station;
    if (id !== 0) {
      await attempt(`station ${ident}`, () =>
        this.#rest.eraseOperatorStation({ id, body: { confirm: ident, reason } }),
      );
    }
    for (const { id: accountId, username } of this.#accounts) {
      await attempt(`account ${username}`, () =>
        this.#rest.eraseAccount({ id: accountId, body: { confirm: username, reason } }),
      );
    }
    return left;
  }

  #accountAt(index: number): TemporaryAccount {
    const account = this.#accounts[index];
    if (account === undefined) throw new Error("there are no temporary accounts");
    return account;
  }
}
