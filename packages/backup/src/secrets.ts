import { z } from "zod";
import { oneChunk } from "./catalog.ts";
import { seal, unseal } from "./seal.ts";

const bytesMax = 1 << 20;
const FileName = z.string().regex(/^(secrets\/)?[a-z0-9][a-z0-9.-]{0,63}$/);

/** Secrets of a deployment: contents by path, `secrets/rest-password` and `compose.env`. */
const SecretFiles = z.record(FileName, z.string());
export type SecretFiles = z.infer<typeof SecretFiles>;

/** Seals secrets to a recipient. */
export async function sealSecrets(files: SecretFiles, recipient: string): Promise<Uint8Array> {
  const text = JSON.stringify(SecretFiles.parse(files));
  return await collect(seal(oneChunk(Buffer.from(text)), [recipient]));
}

/** Opens sealed secrets. @throws Error if the key is another one, or they are not what was sealed */
export async function unsealSecrets(
  sealed: AsyncIterable<Uint8Array>,
  key: string,
): Promise<SecretFiles> {
  const text = Buffer.from(await collect(unseal(sealed, key))).toString("utf8");
  return SecretFiles.parse(JSON.parse(text));
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error("secrets have more than 1 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
