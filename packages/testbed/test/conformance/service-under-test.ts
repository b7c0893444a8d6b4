import type { Handshake, StockClient } from "@jetwire/cli";
import type { Message } from "@jetwire/protocol";
import { jetwire, startDeployment } from "../../src/index.ts";
import type { Deployment } from "../../src/index.ts";
import { connectChecked } from "./checked-client.ts";
import { receptionLine, postForIds } from "./feeding.ts";
import type { EventCheck } from "./event-check.ts";

/** The gateways that the suite is run against: one, and as many as a scene has parties. */
export const gatewayCounts = [1, 3];

/** Jetwire as its clients and feeders meet it, with whatever an operator does for them. */
export interface ServiceUnderTest extends AsyncDisposable {
  readonly deployment: Deployment;
  /** A client at a gateway; numbers beyond the last begin anew, so that one gateway takes all. */
  connect(gateway: number, handshake?: Handshake): StockClient;
  /** An account with an API key and so many stations. */
  addFeeder(stations: number): Promise<Feeder>;
  /** An account with a session token. */
  addUser(): Promise<User>;
  /** One message of a station. @returns its id */
  send(station: Pick<Station, "ident">, text?: string): Promise<string>;
  /** The message by REST. */
  read(id: string, apiKey: string): Promise<Message>;
  operate(...argv: string[]): Promise<unknown>;
}

export interface Station {
  readonly id: number;
  readonly ident: string;
}

export interface Feeder {
  readonly userId: string;
  readonly username: string;
  readonly apiKey: string;
  readonly stations: readonly Station[];
  /** The first of them. */
  readonly station: Station;
}

export interface User {
  readonly userId: string;
  readonly username: string;
  readonly token: string;
}

/** Starts it; disposal disconnects all clients and stops it. */
export async function startService(
  gateways: number,
  eventCheck: EventCheck,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceUnderTest> {
  await using stack = new AsyncDisposableStack();
  const deployment = stack.use(await startDeployment({ gateways, environment }));
  const { gatewayUrls, restUrl } = deployment;
  const operate = (...argv: string[]) => jetwire(deployment, ...argv);
  let accounts = 0;
  let stations = 0;

  async function addAccount(): Promise<{ userId: string; username: string }> {
    const username = `account${++accounts}`;
    const { id } = (await operate("accounts", "add", username)) as { id: string };
    return { userId: id, username };
  }

  async function addStation(username: string): Promise<Station> {
    const ident = `CF-${++stations}`;
    const options = ["--account", username, "--source-type", "acars"];
    const { id } = (await operate("stations", "add", ident, ...options)) as { id: number };
    return { id, ident };
  }

  const opened = stack.move();
  return {
    deployment,
    operate,
    connect(gateway, handshake = {}) {
      const url = gatewayUrls[gateway % gatewayUrls.length] ?? "";
      const client = connectChecked(url, handshake, eventCheck);
      opened.defer(() => void client.socket.disconnect());
      return client;
    },
    async addFeeder(count) {
      const account = await addAccount();
      const own: Station[] = [];
      while (own.length < count) own.push(await addStation(account.username));
      const issued = await operate("keys", "issue", "--account", account.username);
      const { key: apiKey } = issued as { key: string };
      return { ...account, apiKey, stations: own, station: own[0] ?? { id: 0, ident: "" } };
    },
    async addUser() {
      const account = await addAccount();
      const issued = await operate("tokens", "issue", "--account", account.username);
      return { ...account, token: (issued as { token: string }).token };
    },
    async send({ ident }, text) {
      const [id = ""] = await postForIds(deployment, [receptionLine(ident, text)]);
      return id;
    },
    async read(id, apiKey) {
      const response = await fetch(`${restUrl}/v1/messages/${id}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      return (await response.json()) as Message;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
