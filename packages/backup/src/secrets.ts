import { z } from "zod";
import { oneChunk } from "./catalog.ts";
import { collectSealed, seal, unseal } from "./seal.ts";

const bytesMax = 1 << 20;
const FileName = z.string().regex(/^(secrets\/)?[a-z0-9][a-z0-9.-]{0,63}$/);

/** Secrets of a deployment: contents by path, `secrets/rest-password` and `compose.env`. */
const SecretFiles = z.record(FileName, z.string());
export type SecretFiles = z.infer<typeof SecretFiles>;

/** Seals secrets to a recipient. */
export async function sealSecrets(files: SecretFiles, recipient: string): Promise<Uint8Array> {
  const text = JSON.stringify(SecretFiles.parse(files));
  return await collectSealed(seal(oneChunk(Buffer.from(text)), [recipient]), bytesMax);
}

/** Opens sealed secrets. @throws Error if the key is another one, or they are not what was sealed */
export async function unsealSecrets(
  sealed: AsyncIterable<Uint8Array>,
  key: string,
): Promise<SecretFiles> {
  const text = (await collectSealed(unseal(sealed, key), bytesMax)).toString("utf8");
  return SecretFiles.parse(JSON.parse(text));
}
