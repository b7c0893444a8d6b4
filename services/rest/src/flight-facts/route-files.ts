import * as db from "@jetwire/db";
import { AppError, endpoints, type RouteFileName } from "@jetwire/protocol";
import { Cache, CachedValue } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { type FileAnswer, type Route, route } from "../route.ts";

/** A new snapshot is given out within this time. */
const manifestMs = 60_000;
/** Other bytes would not be those of the checksum. */
const cacheControl = "public, max-age=300, no-transform";
/** 16 MB: downloads at the same time read each part of Postgres once. */
const partsKept = 64;
const partMs = 600_000;

/**
 * `/v1/routes/files/…`: the files of usual routes and their manifest. The bytes come from Postgres, so that every replica gives out
 * the same ones with the same tag (the SHA-256), and a download may continue at another replica.
 */
export function routeFileRoutes(read: Read, config: Pick<RestConfig, "PUBLIC_ROUTES">): Route[] {
  const newest = new CachedValue(() => read(db.routeFiles.newestManifest), { ttlMs: manifestMs });
  const parts = new Cache<string, Buffer | null>({
    entriesMax: partsKept,
    ttlMs: partMs,
    fetch(key) {
      const [sha256 = "", part] = key.split(" ");
      return read((sql) => db.routeFiles.readPart(sql, sha256, Number(part)));
    },
  });
  return [
    route(endpoints.readRouteFilesManifest, async () => {
      const manifest = await requireManifest();
      const lastModified = new Date(manifest.madeAt).toUTCString();
      const headers = { "Cache-Control": cacheControl, "Last-Modified": lastModified };
      return { body: manifest, headers };
    }),
    route(endpoints.readRoutesCsv, () => fileOf("routes.csv", "text/csv; charset=utf-8")),
    route(endpoints.readRoutesSqlite, () => fileOf("routes.sqlite", "application/vnd.sqlite3")),
  ];

  async function requireManifest() {
    if (!config.PUBLIC_ROUTES) throw new AppError("not_found", "Routes are not public here");
    const manifest = await newest.get();
    if (manifest === null) throw new AppError("not_found", "No files of routes were made yet");
    return manifest;
  }

  async function fileOf(name: RouteFileName, type: string): Promise<FileAnswer> {
    const { files, madeAt } = await requireManifest();
    const file = files.find((one) => one.name === name);
    if (file === undefined) throw new AppError("not_found", "There is no such file of routes");
    const { bytes, sha256 } = file;
    const stream = (start: number, end: number) => bytesOf(sha256, start, end);
    return { file: { bytes, sha256, madeAt, type, cacheControl, read: stream } };
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
