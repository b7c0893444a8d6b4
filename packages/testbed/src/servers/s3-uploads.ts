import { createHash } from "node:crypto";

/** The status and the body of an answer, and the headers of a part. */
interface UploadAnswer {
  readonly status: number;
  readonly body?: string;
  readonly etag?: string;
}

/** A part that is not the last one has as many bytes at least, as S3 demands. */
const partBytesMin = 5 << 20;

/** Keeps uploads in parts until they are completed or aborted. A completed one is given to `store`. */
export class S3Uploads {
  /** The uploads that are open: the key and the parts of each one by its id. */
  readonly open = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  readonly #store: (key: string, bytes: Buffer) => void;
  #begun = 0;

  constructor(store: (key: string, bytes: Buffer) => void) {
    this.#store = store;
  }

  /** Answers a request whose query has `uploads` or `uploadId`. */
  answer(method: string, key: string, query: URLSearchParams, body: Buffer): UploadAnswer {
    if (method === "POST" && query.has("uploads")) return this.#begin(key);
    const id = query.get("uploadId") ?? "";
    const upload = this.open.get(id);
    if (upload?.key !== key) return fail(404, "NoSuchUpload");
    if (method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return { status: 200, etag: digest(body) };
    }
    if (method === "POST") return this.#complete(id, body.toString());
    this.open.delete(id);
    return { status: 204 };
  }

  #begin(key: string): UploadAnswer {
    const id = `upload-${++this.#begun}`;
    this.open.set(id, { key, parts: new Map() });
    const found = `<Key>${key}</Key><UploadId>${id}</UploadId>`;
    return xml(200, `<InitiateMultipartUploadResult>${found}</InitiateMultipartUploadResult>`);
  }

  #complete(id: string, body: string): UploadAnswer {
    const { key, parts } = this.open.get(id) ?? { key: "", parts: new Map<number, Buffer>() };
    const listed = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(\w+)<\/ETag>/g)].map(
      ([, number, etag]) => ({ number: Number(number), etag }),
    );
    const bytes = listed.map(({ number }) => parts.get(number) ?? Buffer.alloc(0));
    if (listed.some(({ number }, at) => number <= (listed[at - 1]?.number ?? 0))) {
      return fail(400, "InvalidPartOrder");
    }
    if (listed.length === 0 || listed.some(({ etag }, at) => etag !== digest(bytes[at]!))) {
      return fail(400, "InvalidPart");
    }
    if (bytes.slice(0, -1).some((part) => part.length < partBytesMin)) {
      return fail(400, "EntityTooSmall");
    }
    this.#store(key, Buffer.concat(bytes));
    this.open.delete(id);
    const found = `<Key>${key}</Key><ETag>"of-${listed.length}-parts"</ETag>`;
    return xml(200, `<CompleteMultipartUploadResult>${found}</CompleteMultipartUploadResult>`);
  }
}

function fail(status: number, code: string): UploadAnswer {
  return xml(status, `<Error><Code>${code}</Code></Error>`);
}

function xml(status: number, element: string): UploadAnswer {
  return { status, body: `<?xml version="1.0" encoding="UTF-8"?>${element}` };
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
