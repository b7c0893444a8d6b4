import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import OidcProvider from "oidc-provider";

/** A provider of identities on loopback, at which every sign-in succeeds at once. */
export interface OidcIssuer extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The identity that signs in from now on. */
  signInAs(subject: string, claims?: Readonly<Record<string, unknown>>): void;
  /** Opens an address of the provider as a browser does. @returns the address to which it returns */
  follow(url: string): Promise<string>;
}

const redirectsMax = 10;

/**
 * Starts a provider.
 *
 * @param redirectUri the address to which it returns
 * @param publishesOtherKeys whether its published keys are not those that sign its tokens
 * @param audience the client that ID tokens name in place of the one that asked
 */
export async function startOidcIssuer(
  redirectUri: string,
  {
    publishesOtherKeys = false,
    audience,
  }: { publishesOtherKeys?: boolean; audience?: string } = {},
): Promise<OidcIssuer> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const client = { clientId: "jetwire", clientSecret: "the secret of the client" };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  let signedIn: { subject: string; claims: Readonly<Record<string, unknown>> } = {
    subject: "nobody",
    claims: {},
  };
  const provider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", kid: "test" }] },
    cookies: { keys: ["a key of cookies"] },
    pkce: { required: () => true },
    claims: { email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...signedIn.claims }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const { publicKey: otherKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const otherKeys = { keys: [{ ...otherKey.export({ format: "jwk" }), use: "sig", kid: "test" }] };
  server.on("request", (request, response) => {
    if (publishesOtherKeys && request.url === "/jwks") {
      response.setHeader("content-type", "application/json");
      return void response.end(JSON.stringify(otherKeys));
    }
    if (audience !== undefined && request.url === "/token") {
      changeIdToken(response, { aud: audience }, privateKey);
    }
    if (request.url?.startsWith("/interaction/") !== true) return void answer(request, response);
    const result = { login: { accountId: signedIn.subject } };
    provider.interactionFinished(request, response, result).catch(() => response.destroy());
  });
  return {
    issuer,
    ...client,
    signInAs(subject, claims = {}) {
      signedIn = { subject, claims };
    },
    async follow(url) {
      const cookies = new Map<string, string>();
      let at = url;
      for (let n = 0; n < redirectsMax && at.startsWith(issuer); n++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(at, { headers: { cookie }, redirect: "manual" });
        for (const set of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`no redirect: ${await response.text()}`);
        at = new URL(location, issuer).href;
      }
      return at;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Changes claims of the ID token in an answer that is about to be written, and signs it again. */
function changeIdToken(
  response: ServerResponse,
  claims: Readonly<Record<string, unknown>>,
  key: KeyObject,
): void {
  const end = response.end.bind(response);
  response.end = (body: unknown) => {
    const answer = JSON.parse(String(body)) as { id_token?: string };
    const [header = "", payload = ""] = answer.id_token?.split(".") ?? [];
    const before = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...before, ...claims })).toString("base64url");
    const signature = sign("RSA-SHA256", Buffer.from(`${header}.${changed}`), key);
    const text = JSON.stringify({
      ...answer,
      id_token: `${header}.${changed}.${signature.toString("base64url")}`,
    });
    response.setHeader("content-length", Buffer.byteLength(text));
    return end(text);
  };
}
