import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { S3Uploads } from "./s3-uploads.ts";

/** The key by which requests are signed. */
export interface Signer {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

/** An answer in place of the right one, once: to the first request whose method, path and query match. */
interface WrongAnswer {
  readonly to: RegExp;
  readonly status: number;
  readonly body?: string;
}

interface StoredObject {
  bytes: Buffer;
  changedAt: Date;
}

const xmlType = { "content-type": "application/xml" };
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Starts a server that keeps objects in memory as S3 does: whole objects, uploads in parts, ranges and lists. It refuses each
 * request whose signature (AWS Signature Version 4) is not that of the signer.
 */
export async function startS3(signer: Signer) {
  const objects = new Map<string, StoredObject>();
  const refused: string[] = [];
  const wrong: WrongAnswer[] = [];
  const put = (key: string, bytes: Buffer) => objects.set(key, { bytes, changedAt: new Date() });
  const uploads = new S3Uploads(put);
  const server = createServer((asked, answer) => {
    const serve = async () => {
      const body = await buffer(asked);
      const url = new URL(asked.url ?? "/", "http://stand-in");
      const key = decodeURIComponent(url.pathname).split("/").slice(2).join("/");
      if (!isSigned(asked, url, body, signer)) {
        refused.push(`${asked.method} ${asked.url}`);
        return answer.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
      }
      const fault = wrong.findIndex(({ to }) => to.test(`${asked.method} ${asked.url}`));
      if (fault !== -1) {
        const [{ status, body: text } = { status: 500 }] = wrong.splice(fault, 1);
        return answer.writeHead(status, xmlType).end(text);
      }
      if (url.searchParams.has("uploads") || url.searchParams.has("uploadId")) {
        const upload = uploads.answer(asked.method ?? "", key, url.searchParams, body);
        const headers = upload.etag === undefined ? xmlType : { etag: `"${upload.etag}"` };
        return answer.writeHead(upload.status, headers).end(upload.body);
      }
      if (url.searchParams.has("list-type")) {
        return answer
          .writeHead(200, xmlType)
          .end(listOf(objects, url.searchParams.get("prefix") ?? ""));
      }
      if (asked.method === "PUT") {
        put(key, body);
        return answer.writeHead(200, { etag: `"${sha256(body)}"` }).end();
      }
      if (asked.method === "DELETE") {
        objects.delete(key);
        return answer.writeHead(204).end();
      }
      const found = objects.get(key);
      if (found === undefined) return answer.writeHead(404).end();
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(asked.headers.range ?? "") ?? [];
      const part =
        from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1);
      return answer
        .writeHead(from === undefined ? 200 : 206, { "content-length": part.length })
        .end(asked.method === "HEAD" ? undefined : part);
    };
    serve().catch(() => answer.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    /** Uploads that were neither completed nor aborted, by their ids. */
    uploads: uploads.open,
    refused,
    wrong,
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      return Promise.resolve();
    },
  };
}

/** Computes the signature of a request, and compares it with the one that it has. */
function isSigned(asked: IncomingMessage, url: URL, body: Buffer, signer: Signer): boolean {
  const { authorization = "" } = asked.headers;
  const [, id, day, region, names = "", given] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      authorization,
    ) ?? [];
  if (id !== signer.keyId || region !== signer.region || day === undefined) return false;
  const bodyHash = String(asked.headers["x-amz-content-sha256"] ?? "");
  if (bodyHash !== "UNSIGNED-PAYLOAD" && bodyHash !== sha256(body)) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join("&");
  const headers = names
    .split(";")
    .map((name) => `${name}:${String(asked.headers[name] ?? "").trim()}\n`)
    .join("");
  const canonical = [asked.method, url.pathname, query, headers, names, bodyHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const date = String(asked.headers["x-amz-date"]);
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${signer.secret}`, day), region));
  return hmac(key, toSign).toString("hex") === given;
}

function listOf(objects: ReadonlyMap<string, StoredObject>, prefix: string): string {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(
      ([key, { bytes, changedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified>` +
        `<ETag>"${sha256(bytes)}"</ETag><Size>${bytes.length}</Size></Contents>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}</ListBucketResult>`;
}
