import { createHash } from "node:crypto";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName, type RouteFile, type RouteFileName, routeFilesFormat } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import { writeRouteFiles } from "../route-files/write-route-files.ts";
import { runQuery } from "../run-query.ts";

const everyMs = 3_600_000;
/** Both files of so many routes need about 40 MB, which fits into the `/tmp` of a container. */
const routesMax = 250_000;

/**
 * Creates a job that makes the files of usual routes once on each day (UTC), and none as long as there are no routes. They become visible when all of
 * their parts are stored. Two runs at the same time only store a second snapshot.
 */
export function makeRouteFilesJob(
  database: Database,
  licence: string | undefined,
  now: () => number,
): Job {
  return {
    name: jobName.makeRouteFiles,
    everyMs,
    async run() {
      const madeAt = new Date(now()).toISOString();
      const newest = await runQuery(database, db.routeFiles.newestManifest);
      if (newest?.madeAt.slice(0, 10) === madeAt.slice(0, 10)) return { routes: 0 };
      const folder = await mkdtemp(join(tmpdir(), "jetwire-routes-"));
      try {
        const since = await runQuery(database, (sql) => db.routeFiles.oldestDay(sql, routesMax));
        const { routes, paths } = await writeRouteFiles(folder, {
          pageAfter: (after, limit) =>
            runQuery(database, (sql) => db.routeFiles.listPage(sql, { since, after, limit })),
          airports: () => runQuery(database, (sql) => db.routeFiles.airportsOf(sql, since)),
          about: { format: String(routeFilesFormat), made_at: madeAt, licence: licence ?? "" },
        });
        if (routes === 0) return { routes };
        const files: RouteFile[] = [];
        for (const [name, path] of paths) files.push(await storeFile(name, path));
        const manifest = { format: routeFilesFormat, madeAt, routes, licence: licence ?? null };
        await runQuery(database, (sql) => db.routeFiles.addSnapshot(sql, { ...manifest, files }));
        await runQuery(database, db.routeFiles.deleteOld);
        return { routes };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };

  async function storeFile(name: RouteFileName, path: string): Promise<RouteFile> {
    await using file = await open(path);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const part of partsOf(file)) {
      hash.update(part);
      bytes += part.length;
    }
    const sha256 = hash.digest("hex");
    let part = 0;
    for await (const content of partsOf(file)) {
      const stored = { sha256, part: part++, content };
      await runQuery(database, (sql) => db.routeFiles.storePart(sql, stored));
    }
    return { name, bytes, sha256 };
  }
}

/** Reads a file from its beginning in parts of the stored size. */
async function* partsOf(file: Awaited<ReturnType<typeof open>>): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += db.routeFiles.partBytes) {
    const buffer = Buffer.alloc(db.routeFiles.partBytes);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    if (bytesRead < buffer.length) return;
  }
}
