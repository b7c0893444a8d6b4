import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { encodeCbor } from "./cbor.ts";

/** The options of the service that a page passes on, and the origin of the page. */
export interface AskedOfAuthenticator {
  /** base64url. */
  readonly challenge: string;
  /** The origin of the page. */
  readonly origin: string;
  /** The site that the page names; the host of the origin by default. */
  readonly site?: string;
  /** Whether the authenticator has verified its user; true by default. */
  readonly isVerified?: boolean;
}

/** A new passkey, as a browser returns it. */
export interface CreatedPasskey {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
  readonly clientExtensionResults: Readonly<Record<string, never>>;
}

/** A sign-in by a passkey, as a browser returns it. */
export interface SignedPasskey {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
  readonly clientExtensionResults: Readonly<Record<string, never>>;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

/**
 * An authenticator with one passkey, in software, with the browser around it: ES256 and no
 * attestation. It signs whatever it is asked to, also for a foreign origin.
 */
export function createSoftwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const named = { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
  let counter = 0;

  return {
    id,
    create(asked: AskedOfAuthenticator): CreatedPasskey {
      const length = Buffer.from([0, credentialId.length]);
      const attested = [Buffer.alloc(16), length, credentialId, coseKey(publicKey)];
      const data = [authenticatorData(asked, flags.attested, counter), ...attested];
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", Buffer.concat(data)],
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", asked).toString("base64url"),
        attestationObject: encodeCbor(attestation).toString("base64url"),
        transports: ["internal"],
      };
      return { ...named, response };
    },
    sign(asked: AskedOfAuthenticator): SignedPasskey {
      counter++;
      const client = clientData("webauthn.get", asked);
      const data = authenticatorData(asked, 0, counter);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      };
      return { ...named, response };
    },
    /** Makes the next signature look like one of a copy that was made before `times` sign-ins. */
    rewind(times: number): void {
      counter -= times;
    },
  };
}

function clientData(type: string, { challenge, origin }: AskedOfAuthenticator): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(
  { origin, site = new URL(origin).hostname, isVerified = true }: AskedOfAuthenticator,
  more: number,
  counter: number,
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const bits = flags.present | (isVerified ? flags.verified : 0) | more;
  return Buffer.concat([createHash("sha256").update(site).digest(), Buffer.from([bits]), count]);
}

/** Encodes a P-256 key as COSE: EC2, ES256, the curve and the point. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return encodeCbor(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}
