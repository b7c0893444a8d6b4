import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type RouteFile,
  type RouteFileName,
  routeFilesFormat,
  RouteFilesManifest,
  routeFilesPath,
  routeManifestName,
} from "@jetwire/protocol";
import { CliError } from "../cli-error.ts";
import { showProgress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";

const manifestMsMax = 30_000;
/** A slow line gets on; one that stands still is interrupted, and continued by the next call. */
const silentMsMax = 30_000;
const manifestBytesMax = 65_536;

/** Describes the file that is on the disk after a download. */
export interface FetchedRoutes {
  readonly routes: number;
  readonly madeAt: string;
  readonly licence: string | null;
  readonly sha256: string;
  /** False if the file was the newest one before. */
  readonly isNew: boolean;
}

/**
 * Downloads the newest file of usual routes into a file, unless that is the same. What an interrupted call has received is kept in
 * `FILE.part` and continued if the instance still has the same file.
 *
 * @throws CliError if the instance has none, or sends other bytes than its manifest says: then FILE stays as it was
 */
export async function fetchRoutes(
  address: string,
  to: string,
  terminal: Pick<Terminal, "stderr" | "cwd">,
): Promise<FetchedRoutes> {
  const base = baseOf(address);
  const target = resolve(terminal.cwd, to);
  const manifest = await readManifest(base);
  const wanted: RouteFileName = to.endsWith(".csv") ? "routes.csv" : "routes.sqlite";
  const file = manifest.files.find(({ name }) => name === wanted);
  if (file === undefined) throw new CliError("not_found", `the instance has no ${wanted}`);
  const { routes, madeAt, licence } = manifest;
  const found = { routes, madeAt, licence, sha256: file.sha256 };
  if ((await sha256Of(target)) === file.sha256) return { ...found, isNew: false };

  const part = `${target}.part`;
  await download(base, { file, part }, terminal);
  if ((await sha256Of(part)) !== file.sha256) {
    await rm(part, { force: true });
    throw new CliError(
      "unavailable",
      `the checksum of the downloaded ${wanted} is wrong; it is deleted, and ${to} is unchanged`,
    );
  }
  await rename(part, target);
  return { ...found, isNew: true };
}

async function readManifest(base: string): Promise<RouteFilesManifest> {
  const response = await request(`${base}/${routeManifestName}`, {
    signal: AbortSignal.timeout(manifestMsMax),
  });
  if (response.status === 404) {
    throw new CliError(
      "not_found",
      "the instance gives out no files of routes, or has made none yet",
    );
  }
  const text = response.ok ? await response.text() : "";
  const read = RouteFilesManifest.safeParse(
    text.length <= manifestBytesMax ? parsedJson(text) : null,
  );
  if (!read.success) {
    throw new CliError(
      "unavailable",
      `${response.url} is no manifest of routes (${response.status})`,
    );
  }
  if (read.data.format !== routeFilesFormat) {
    throw new CliError(
      "conflict",
      `the files have format ${read.data.format}; this command reads format ${routeFilesFormat}`,
    );
  }
  return read.data;
}

/** Adds to the part what it lacks, or begins it again if the instance has another file. */
async function download(
  base: string,
  { file, part }: { file: RouteFile; part: string },
  { stderr }: Pick<Terminal, "stderr">,
): Promise<void> {
  const had = await sizeOf(part);
  const isResumable = had > 0 && had < file.bytes;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silentMsMax);
  try {
    const response = await request(`${base}/${file.name}`, {
      headers: isResumable ? { range: `bytes=${had}-`, "if-range": `"${file.sha256}"` } : {},
      signal: silence.signal,
    });
    if (!response.ok || response.body === null) {
      throw new CliError("unavailable", `${response.url} answered ${response.status}`);
    }
    const continues = response.status === 206;
    await using writer = await open(part, continues ? "a" : "w");
    let bytes = continues ? had : 0;
    using progress = showProgress(stderr, file.bytes);
    for await (const chunk of response.body) {
      timer.refresh();
      bytes += chunk.length;
      // A file that never ends must not fill the disk; the checksum then tells that it is wrong.
      if (bytes > file.bytes) break;
      await writer.write(chunk);
      progress.update(bytes, bytes);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const text = `the download was interrupted; call the command again to continue it`;
    throw new CliError("unavailable", text, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new CliError("unavailable", `${url} cannot be reached`, { cause: error });
  }
}

function baseOf(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CliError("usage", "the address must begin with https:// or http://");
  }
  return url.origin + url.pathname.replace(/\/+$/, "") + routeFilesPath;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Returns the SHA-256 of a file; null if there is none. */
async function sha256Of(path: string): Promise<string | null> {
  if ((await sizeOf(path)) === 0) return null;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
