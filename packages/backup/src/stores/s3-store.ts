import { setTimeout as pause } from "node:timers/promises";
import { S3mini } from "s3mini";
import { checkCount, filesMax, type Store } from "./store.ts";

/** A part of a bucket, and how to access it. */
export interface S3Location {
  readonly bucket: string;
  /** The beginning of the names of files, with a slash at its end; may be empty. */
  readonly prefix: string;
  /** The origin of the service; the bucket is the first part of its path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A file has at most 10,000 parts, all of this size but the last one: 320 GB. One part is in memory. */
const partBytes = 32 << 20;
const partsMax = 10_000;
/** Bytes that are read with one request, so that an interrupted one is repeated alone. */
const rangeBytes = 16 << 20;
const attemptsMax = 4;
const requestMsMax = 300_000;

/**
 * Opens a part of a bucket as a store. A file appears when all of its parts are there; parts of a file that was given up are
 * removed.
 */
export function openS3Store(location: S3Location): Store {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = location;
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: requestMsMax,
  });
  const address = `s3://${bucket}/${prefix}`;
  const keyOf = (name: string) => `${prefix}${name}`;

  async function writeParts(name: string, first: Buffer, rest: AsyncIterator<Buffer>) {
    const key = keyOf(name);
    const id = await attempt(() => s3.getMultipartUploadId(key));
    try {
      const parts = [await attempt(() => s3.uploadPart(key, id, first, 1))];
      for (;;) {
        const next = await rest.next();
        if (next.done === true) break;
        const number = parts.length + 1;
        if (number > partsMax) throw new Error(`${name} has more than 320 GB`);
        parts.push(await attempt(() => s3.uploadPart(key, id, next.value, number)));
      }
      await attempt(async () => {
        // The service may begin its answer with status 200, and then say that it failed.
        const { etag }: { etag?: string } = await s3.completeMultipartUpload(key, id, parts);
        if (etag === undefined) throw new Error(`the parts of ${name} were not joined`);
      });
    } catch (error) {
      await s3.abortMultipartUpload(key, id).catch(() => {});
      throw error;
    }
  }

  return {
    address,
    async list() {
      const found = await attempt(() => s3.listObjects("/", prefix, filesMax + 1));
      if (found === null) throw new Error(`there is no bucket ${bucket}`);
      checkCount(found.length, address);
      return found.map(({ Key, Size, LastModified }) => ({
        name: Key.slice(prefix.length),
        bytes: Size,
        changedAtMs: new Date(LastModified).getTime(),
      }));
    },
    async write(name, source) {
      const parts = inParts(source);
      try {
        const first = await parts.next();
        const bytes = first.done === true ? Buffer.alloc(0) : first.value;
        if (bytes.length < partBytes) await attempt(() => s3.putObject(keyOf(name), bytes));
        else await writeParts(name, bytes, parts);
      } finally {
        await parts.return(undefined);
      }
    },
    async *read(name) {
      const key = keyOf(name);
      const bytes = await attempt(() => s3.getContentLength(key));
      for (let from = 0; from < bytes; from += rangeBytes) {
        const to = Math.min(from + rangeBytes, bytes);
        yield await attempt(async () => {
          const response = await s3.getObjectRaw(key, false, from, to);
          const part = Buffer.from(await response.arrayBuffer());
          if (part.length !== to - from) throw new Error(`${name} is cut off`);
          return part;
        });
      }
    },
    async remove(name) {
      await attempt(() => s3.deleteObject(keyOf(name)));
    },
  };
}

/** Divides a stream into parts of equal size, besides the last one. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, partBytes - bytes);
      waiting.push(taken);
      bytes += taken.length;
      rest = rest.subarray(taken.length);
      if (bytes < partBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

/** Repeats a request that failed, unless the service has refused it. */
async function attempt<T>(request: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await request();
    } catch (error) {
      if (attempts === attemptsMax || isRefusal(error)) throw error;
      await pause(250 * 4 ** attempts);
    }
  }
}

function isRefusal(error: unknown): boolean {
  const status = error instanceof Error && "status" in error ? Number(error.status) : 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
