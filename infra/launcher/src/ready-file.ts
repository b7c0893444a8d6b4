import { rmSync } from "node:fs";
import { join } from "node:path";
import { keep } from "./kept-file.ts";

/** What `DIR/ready.json` says to the operator's tools and to tests once everything is ready. */
export interface Ready {
  readonly rest: string;
  readonly ws: string;
  readonly ingest: {
    readonly http: string;
    readonly udp: readonly number[];
    readonly tcp: readonly number[];
  };
  readonly redis: string;
  readonly postgres: string;
  readonly services: readonly ReadyService[];
  readonly demo: {
    readonly apiKey: string;
    readonly accountId: string;
    readonly userId: string;
  } | null;
}

/** A process; `pid` is null while it is being started again. */
export interface ReadyService {
  readonly name: string;
  readonly replica: number;
  readonly pid: number | null;
  /** Base address of `/livez`, `/readyz` and `/metrics`; null when it has none. */
  readonly health: string | null;
}

/** Replaces the file whole; it holds a key and a password, so only its owner may read it. */
export function writeReady(dataDir: string, ready: Ready): void {
  keep(readyPath(dataDir), ready);
}

export function removeReady(dataDir: string): void {
  rmSync(readyPath(dataDir), { force: true });
}

function readyPath(dataDir: string): string {
  return join(dataDir, "ready.json");
}
