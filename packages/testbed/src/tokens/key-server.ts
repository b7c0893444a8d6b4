import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { IssuerKey } from "./issued-token.ts";

/** The key server of another issuer. It answers 500 until keys are published. */
export interface KeyServer extends AsyncDisposable {
  readonly url: string;
  /** Received so far. */
  requests: number;
  answer: (response: ServerResponse) => void;
  /** Answers with these keys from now on. */
  publish(keys: readonly IssuerKey[]): void;
}

export async function startKeyServer(): Promise<KeyServer> {
  const server = createServer((_request, response) => {
    state.requests++;
    state.answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const state: KeyServer = {
    url: `http://127.0.0.1:${port}/keys`,
    requests: 0,
    answer: (response) => void response.writeHead(500).end(),
    publish(keys) {
      const text = JSON.stringify({ keys: keys.map(published) });
      state.answer = (response) => void response.end(text);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return state;
}

function published({ kid, alg, publicKey }: IssuerKey): object {
  return { ...publicKey.export({ format: "jwk" }), kid, alg, use: "sig" };
}
