import { RestoreState } from "@jetwire/protocol";
import { z } from "zod";
import { oneChunk } from "./catalog.ts";
import { collectSealed, seal, unseal } from "./seal.ts";

/** The offer of a process that restores: to which recipient requests are sealed, and the state that everybody may see. */
export const RestoreOffer = z.object({ recipient: z.string(), state: RestoreState });
export type RestoreOffer = z.infer<typeof RestoreOffer>;

const RestoreRequest = z.object({ name: z.string(), recoveryKey: z.string() });
/** A back-up to restore, and the key that opens it. */
export type RestoreRequest = z.infer<typeof RestoreRequest>;

const bytesMax = 65_536;

/** Seals a request, so that nobody but the process that restores reads the recovery key. Returns it in base64. */
export async function sealRequest(request: RestoreRequest, recipient: string): Promise<string> {
  const text = Buffer.from(JSON.stringify(request));
  const sealed = await collectSealed(seal(oneChunk(text), [recipient]), bytesMax);
  return sealed.toString("base64");
}

/** Opens a request. @throws Error if it was sealed to another process, or is none */
export async function openRequest(sealed: string, key: string): Promise<RestoreRequest> {
  const opened = unseal(oneChunk(Buffer.from(sealed, "base64")), key);
  return RestoreRequest.parse(JSON.parse((await collectSealed(opened, bytesMax)).toString("utf8")));
}
