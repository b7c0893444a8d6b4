import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeJsonFile } from "./json-file.ts";

/** The content of `DIR/ready.json`, for the operator's tools and for tests. */
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

/** A process; `pid` is null while it is being restarted. */
export interface ReadyService {
  readonly name: string;
  readonly replica: number;
  readonly pid: number | null;
  /** Base address of `/livez`, `/readyz` and `/metrics`, or null when it has none. */
  readonly health: string | null;
}

export type Addresses = Omit<Ready, "services" | "demo">;

/**
 * Keeps `ready.json` up to date: it exists from `publish` to `remove` and names the current process
 * ids. Only its owner may read it, because it contains a key and a password.
 */
export class ReadyFile {
  readonly #path: string;
  readonly #services = new Map<string, ReadyService>();
  #addresses: Addresses | undefined;
  #demo: Ready["demo"] = null;

  constructor(dataDir: string) {
    this.#path = readyPath(dataDir);
  }

  /** Adds processes that have a health address. */
  expect(processes: readonly { name: string; replica: number; healthPort: number }[]): void {
    for (const { name, replica, healthPort } of processes) {
      const health = `http://127.0.0.1:${healthPort}`;
      this.#services.set(`${name}-${replica}`, { name, replica, pid: null, health });
    }
  }

  readonly pidChanged = (name: string, replica: number, pid: number | null): void => {
    const health = this.#services.get(`${name}-${replica}`)?.health ?? null;
    this.#services.set(`${name}-${replica}`, { name, replica, pid, health });
    this.#write();
  };

  /** Writes the file. Call it when everything that it names is ready. */
  publish(addresses: Addresses, demo: Ready["demo"]): void {
    this.#addresses = addresses;
    this.#demo = demo;
    this.#write();
  }

  /** Removes the file; later changes do not write it again. */
  remove(): void {
    this.#addresses = undefined;
    rmSync(this.#path, { force: true });
  }

  get content(): Ready {
    if (this.#addresses === undefined) throw new Error("ready.json is not published");
    return { ...this.#addresses, services: [...this.#services.values()], demo: this.#demo };
  }

  #write(): void {
    if (this.#addresses !== undefined) writeJsonFile(this.#path, this.content);
  }
}

/** Returns the path of the file in a data folder. */
export function readyPath(dataDir: string): string {
  return join(dataDir, "ready.json");
}
