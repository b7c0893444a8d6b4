import { createHmac } from "node:crypto";
import { Cache } from "@jetwire/runtime";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import type { OidcProvider } from "./oidc-provider.ts";

const discoveryTtlMs = 3_600_000;
const timeoutSeconds = 10;
const providersMax = 16;

/** An identity that a provider has confirmed. */
export interface ConfirmedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The e-mail address, if the provider says that it has verified it; not normalized. */
  readonly email: string | null;
}

/** A sign-in at a provider that has begun in a browser. */
export interface BegunSignIn {
  readonly provider: string;
  /** The redirect URI, exactly as it is registered at the provider. */
  readonly redirectUri: string;
  readonly state: string;
  /** A value that only this browser has: the verifier of PKCE and the nonce are made of it. */
  readonly browserValue: string;
}

/** The provider does not answer, or its answer is not valid. */
export class OidcError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "OidcError";
  }
}

export type OidcClients = ReturnType<typeof createOidcClients>;

/** Creates the clients of providers. A provider is asked for its addresses when it is first used. */
export function createOidcClients(providers: readonly OidcProvider[]) {
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  const configurations = new Cache<string, Configuration>({
    entriesMax: providersMax,
    ttlMs: discoveryTtlMs,
    staleOnError: true,
    fetch: async (id) => {
      const provider = byId.get(id);
      if (provider === undefined) throw new Error(`no provider is called ${id}`);
      return await discover(provider);
    },
  });

  return {
    /** The providers as people see them. */
    names: providers.map(({ id, name }) => ({ id, name })),
    has: (id: string): boolean => byId.has(id),
    /** Returns the address at which the provider asks the user to sign in. @throws OidcError */
    async authorizationUrl(begun: BegunSignIn): Promise<string> {
      try {
        const configuration = await configurations.get(begun.provider);
        const { verifier, nonce } = secretsOf(begun);
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: begun.redirectUri,
          scope: byId.get(begun.provider)?.scopes.join(" ") ?? "openid",
          state: begun.state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
        return url.href;
      } catch (error) {
        throw new OidcError("the provider does not answer", error);
      }
    },
    /**
     * Exchanges the code of a callback for the identity.
     *
     * @param search the query of the callback
     * @throws OidcError if the provider refused, or state, issuer, audience, nonce or signature are wrong
     */
    async confirm(begun: BegunSignIn, search: string): Promise<ConfirmedIdentity> {
      try {
        const configuration = await configurations.get(begun.provider);
        const { verifier, nonce } = secretsOf(begun);
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(search, begun.redirectUri),
          {
            pkceCodeVerifier: verifier,
            expectedNonce: nonce,
            expectedState: begun.state,
            idTokenExpected: true,
          },
        );
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("there is no ID token");
        const { iss: issuer, sub: subject, email, email_verified: isVerified } = claims;
        return {
          issuer,
          subject,
          email: isVerified === true && typeof email === "string" ? email : null,
        };
      } catch (error) {
        throw new OidcError("the provider's answer is not valid", error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  const server = new URL(issuer);
  const configuration = await discovery(server, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    execute: [
      // By default the library checks no signature of an ID token that comes from the token endpoint.
      enableNonRepudiationChecks,
      // The schema allows this for loopback only.
      ...(server.protocol === "http:" ? [allowInsecureRequests] : []),
    ],
  });
  configuration.timeout = timeoutSeconds;
  return configuration;
}

/**
 * Makes the verifier and the nonce of a sign-in. They need not be stored: they follow from its state and
 * from a secret of the browser, so that no other browser can finish it.
 */
function secretsOf({ state, browserValue }: BegunSignIn): { verifier: string; nonce: string } {
  const of = (purpose: string) =>
    createHmac("sha256", browserValue).update(`${purpose} ${state}`).digest("base64url");
  return { verifier: of("verifier"), nonce: of("nonce") };
}
