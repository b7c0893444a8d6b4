import * as db from "@jetwire/db";
import {
  AppError,
  type RouteFile,
  type RouteFilesManifest,
  routeFilesPath,
  routeManifestName,
} from "@jetwire/protocol";
import { cachedValue, createCache } from "@jetwire/runtime";
import cors from "cors";
import { type Request, type Response, Router } from "express";
import type { Read } from "../database-reader.ts";
import { hasTag } from "../http/send-answer.ts";
import { sendStream } from "../http/send-stream.ts";

/** A new snapshot is given out within this time. */
const manifestMs = 60_000;
/** Other bytes would not be those of the checksum. */
const cacheControl = "public, max-age=300, no-transform";
/** 16 MB: downloads at the same time read each part of Postgres once. */
const partsKept = 64;
const partMs = 600_000;
const mediaTypes = {
  "routes.csv": "text/csv; charset=utf-8",
  "routes.sqlite": "application/vnd.sqlite3",
};

/**
 * Serves the files of usual routes and their manifest to anybody. The bytes come from Postgres, so that every replica gives out the
 * same ones with the same tag (the SHA-256), and a download may continue at another replica.
 */
export function serveRouteFiles(
  read: Read,
  admit: (request: Request, response: Response) => Promise<void>,
): Router {
  const router = Router();
  const newest = cachedValue(() => read(db.routeFiles.newestManifest), { ttlMs: manifestMs });
  const parts = createCache<string, Buffer | null>({
    entriesMax: partsKept,
    ttlMs: partMs,
    fetch(key) {
      const [sha256 = "", part] = key.split(" ");
      return read((sql) => db.routeFiles.readPart(sql, sha256, Number(part)));
    },
  });

  router.use(
    routeFilesPath,
    cors({
      origin: "*",
      methods: ["GET", "HEAD"],
      allowedHeaders: ["Range", "If-Range", "If-None-Match"],
      exposedHeaders: ["Accept-Ranges", "Content-Length", "Content-Range", "ETag"],
      maxAge: 86_400,
    }),
  );
  router.get(`${routeFilesPath}/:name`, async (request, response) => {
    await admit(request, response);
    const manifest = await newest.get();
    if (manifest === null) throw new AppError("not_found", "No files of routes were made yet");
    const { name } = request.params;
    if (name === routeManifestName) return sendManifest(request, response, manifest);
    const file = manifest.files.find((one) => one.name === name);
    if (file === undefined) throw new AppError("not_found", "There is no such file of routes");
    await sendFile(request, response, { file, madeAt: manifest.madeAt });
  });
  return router;

  async function sendFile(
    request: Request,
    response: Response,
    { file, madeAt }: { file: RouteFile; madeAt: string },
  ): Promise<void> {
    const tag = `"${file.sha256}"`;
    response.set("Accept-Ranges", "bytes");
    if (isUnchanged(request, response, { tag, madeAt })) return;
    const range = rangeOf(request, file.bytes, [tag, response.get("Last-Modified") ?? ""]);
    if (range === "unsatisfiable") {
      response.set("Content-Range", `bytes */${file.bytes}`);
      return void response.status(416).end();
    }
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    response.set("Content-Length", String(end - start + 1));
    if (range !== null) response.set("Content-Range", `bytes ${start}-${end}/${file.bytes}`);
    await sendStream(request, response, range === null ? 200 : 206, {
      stream: bytesOf(file.sha256, start, end),
      type: mediaTypes[file.name],
      headers: { "Cache-Control": cacheControl },
    });
  }

  /** @throws AppError `unavailable` if the file was replaced long ago */
  async function* bytesOf(sha256: string, start: number, end: number): AsyncGenerator<Buffer> {
    const { partBytes } = db.routeFiles;
    for (let part = Math.floor(start / partBytes); part * partBytes <= end; part++) {
      const content = await parts.get(`${sha256} ${part}`);
      if (content === null) throw new AppError("unavailable", "The file is being replaced");
      const from = part * partBytes;
      yield content.subarray(Math.max(0, start - from), Math.min(content.length, end + 1 - from));
    }
  }
}

function sendManifest(request: Request, response: Response, manifest: RouteFilesManifest): void {
  const { madeAt } = manifest;
  if (isUnchanged(request, response, { tag: `"${Date.parse(madeAt)}"`, madeAt })) return;
  response.type("application/json").send(JSON.stringify(manifest));
}

/** Sets the headers by which clients ask again, and answers 304 if they have what would be sent. */
function isUnchanged(
  request: Request,
  response: Response,
  { tag, madeAt }: { tag: string; madeAt: string },
): boolean {
  response.set({
    "Cache-Control": cacheControl,
    ETag: tag,
    "Last-Modified": new Date(madeAt).toUTCString(),
  });
  if (!hasTag(request.get("if-none-match"), tag)) return false;
  response.status(304).end();
  return true;
}

/** Returns the range asked for; null for the whole file, also if the client has a part of another one. */
function rangeOf(
  request: Request,
  bytes: number,
  validators: readonly string[],
): { start: number; end: number } | "unsatisfiable" | null {
  const ifRange = request.get("if-range");
  if (ifRange !== undefined && !validators.includes(ifRange)) return null;
  const ranges = request.range(bytes);
  if (ranges === -1) return "unsatisfiable";
  // Several ranges, and what is no range of bytes, may be ignored.
  if (!Array.isArray(ranges) || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
