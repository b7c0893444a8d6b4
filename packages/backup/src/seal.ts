import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** A key pair of age. What is sealed to the recipient is opened by the recovery key alone. */
export interface RecoveryKey {
  /** The public half, `age1…`. */
  readonly recipient: string;
  /** The private half, `AGE-SECRET-KEY-1…`. */
  readonly key: string;
}

/** Makes a new key pair. */
export async function makeRecoveryKey(): Promise<RecoveryKey> {
  const key = await generateX25519Identity();
  return { key, recipient: await identityToRecipient(key) };
}

/** Returns whether a text is a recipient of age. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a recovery key as an operator enters it: alone, or as a file of `age-keygen` with comments.
 *
 * @throws Error without the text, if there is none
 */
export function parseRecoveryKey(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const [key, ...others] = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (key === undefined || others.length > 0 || !/^AGE-SECRET-KEY-1[0-9A-Z]{50,80}$/i.test(key)) {
    throw new Error("the recovery key is not one: it is one line, AGE-SECRET-KEY-1…");
  }
  return key.toUpperCase();
}

/** Seals a stream to recipients, each of which opens it alone. */
export async function* seal(
  source: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(webStreamOf(source));
}

/**
 * Opens a sealed stream.
 *
 * @throws Error if the key is of another recipient, or the bytes are not what was sealed
 */
export async function* unseal(
  source: AsyncIterable<Uint8Array>,
  key: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const opened = await decrypter.decrypt(webStreamOf(source)).catch((cause: unknown) => {
    const isForeign = cause instanceof Error && /no identity matched/.test(cause.message);
    const reason = isForeign ? "the recovery key is not that of this back-up" : String(cause);
    throw new Error(`the back-up cannot be opened: ${reason}`, { cause });
  });
  const chunks = opened[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw damageOf(error);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** Collects what is sealed or opened. @throws Error if it has more than so many bytes */
export async function collectSealed(
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`what is sealed has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the recipient that a key opens what is sealed to. @throws Error if it is no key */
export const recipientOf = (key: string): Promise<string> => identityToRecipient(key);

/** Explains what age says of bytes that are not those that were sealed; errors of the source stay as they are. */
function damageOf(error: unknown): unknown {
  const isOfAge =
    error instanceof Error && /^(invalid tag|final chunk is empty)/.test(error.message);
  if (!isOfAge) return error;
  const message = `the back-up is damaged: its bytes are not those that were sealed (${error.message})`;
  return new Error(message, { cause: error });
}

/** Converts a source; the stream ends it when it is cancelled. */
function webStreamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
