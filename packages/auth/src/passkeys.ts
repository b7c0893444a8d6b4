import { createHash, randomBytes } from "node:crypto";

/** The site to which passkeys belong (the relying party of WebAuthn). */
export interface PasskeySite {
  /** The host name. Browsers refuse IP addresses. */
  readonly id: string;
  readonly origin: string;
}

/** A passkey as it is stored. */
export interface StoredPasskey {
  /** base64url. */
  readonly credentialId: string;
  /** COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A new passkey as a browser returns it (`RegistrationResponseJSON`); texts are base64url. */
export interface PasskeyRegistration {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** A sign-in as a browser returns it (`AuthenticationResponseJSON`); texts are base64url. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

/** A challenge: 256 random bits. Its SHA-256 is stored. */
export interface PasskeyChallenge {
  readonly challenge: Uint8Array<ArrayBuffer>;
  readonly challengeHash: Buffer;
}

/** The account that gets a passkey. */
export interface PasskeyUser {
  /** The id of the account, a UUID. */
  readonly id: string;
  readonly username: string;
  /** Ids of its passkeys, which are not made again. */
  readonly credentialIds: readonly string[];
}

const timeoutMs = 300_000;
/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257];
const selection = { residentKey: "required", userVerification: "required" } as const;

/** The library has hundreds of modules. Most processes verify tokens and never a passkey. */
const loadLibrary = async () => await import("@simplewebauthn/server");

export function makePasskeyChallenge(): PasskeyChallenge {
  const challenge = Uint8Array.from(randomBytes(32));
  return { challenge, challengeHash: sha256(challenge) };
}

/** Returns the options with which a browser makes a passkey. */
export async function passkeyCreationOptions(
  site: PasskeySite,
  user: PasskeyUser,
  { challenge }: PasskeyChallenge,
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return await generateRegistrationOptions({
    rpName: "Jetwire",
    rpID: site.id,
    userName: user.username,
    userDisplayName: user.username,
    userID: Uint8Array.from(Buffer.from(user.id.replaceAll("-", ""), "hex")),
    challenge,
    timeout: timeoutMs,
    attestationType: "none",
    excludeCredentials: user.credentialIds.map((id) => ({ id })),
    authenticatorSelection: selection,
    supportedAlgorithmIDs: algorithms,
  });
}

/** Returns the options with which a browser signs in by any passkey of the site, without a user name. */
export async function passkeyRequestOptions(site: PasskeySite, { challenge }: PasskeyChallenge) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return await generateAuthenticationOptions({
    rpID: site.id,
    challenge,
    timeout: timeoutMs,
    userVerification: selection.userVerification,
  });
}

/**
 * Takes the challenge that a browser has signed, by its SHA-256. Returns null if it is unknown: never
 * made, used, expired or made for another browser.
 */
export type ConsumeChallenge<Taken> = (challengeHash: Buffer) => Promise<Taken | null>;

/**
 * Verifies a new passkey: its challenge, which is spent whatever follows, the exact origin, the site,
 * and that the user was verified. Attestation is neither asked for nor read.
 *
 * @returns the passkey and what belongs to the challenge; null if it is not valid
 * @throws what `consume` throws
 */
export async function verifyPasskeyRegistration<Taken>(
  response: PasskeyRegistration,
  site: PasskeySite,
  consume: ConsumeChallenge<Taken>,
): Promise<{ passkey: StoredPasskey; taken: Taken } | null> {
  const taken = await consumeSigned(response.response.clientDataJSON, consume);
  if (taken === null) return null;
  const { transports = [] } = response.response;
  const verified = await nullIfInvalid(async () => {
    const { verifyRegistrationResponse } = await loadLibrary();
    if (await hasCertificate(response.response.attestationObject)) return null;
    return await verifyRegistrationResponse({
      response: {
        ...response,
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: response.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      // It was taken by its hash.
      expectedChallenge: () => true,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
  });
  if (verified?.verified !== true) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { passkey: { credentialId: id, publicKey, counter, transports }, taken };
}

/**
 * Verifies a sign-in by a passkey: its challenge, which is spent whatever follows, the exact origin, the
 * site, that the user was verified, the signature, and that the counter has not decreased.
 *
 * @returns the new counter; null if it is not valid
 * @throws what `consume` throws
 */
export async function verifyPasskeyAssertion(
  response: PasskeyAssertion,
  passkey: StoredPasskey | null,
  site: PasskeySite,
  consume: ConsumeChallenge<unknown>,
): Promise<{ counter: number } | null> {
  const taken = await consumeSigned(response.response.clientDataJSON, consume);
  if (taken === null || passkey === null) return null;
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await nullIfInvalid(() =>
    verifyAuthenticationResponse({
      response: {
        ...response,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: () => true,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  );
  if (verified?.verified !== true) return null;
  return { counter: verified.authenticationInfo.newCounter };
}

/** Takes the challenge of a client's data; null if the data are malformed. */
async function consumeSigned<Taken>(
  clientDataJson: string,
  consume: ConsumeChallenge<Taken>,
): Promise<Taken | null> {
  const challenge = challengeOf(clientDataJson);
  return challenge === null ? null : await consume(sha256(challenge));
}

function challengeOf(clientDataJson: string): Buffer | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    const isData = typeof data === "object" && data !== null && "challenge" in data;
    return isData && typeof data.challenge === "string"
      ? Buffer.from(data.challenge, "base64url")
      : null;
  } catch {
    return null;
  }
}

/** Certificates would be checked with lists of revocations from addresses that the client names. */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const bytes = Uint8Array.from(Buffer.from(attestationObject, "base64url"));
  const decoded = decodeAttestationObject(bytes);
  const format = decoded.get("fmt");
  if (format === "none") return false;
  return format !== "packed" || decoded.get("attStmt").get("x5c") !== undefined;
}

/** The library throws for every input that is not valid. */
async function nullIfInvalid<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
