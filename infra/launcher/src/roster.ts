import { type Ready, type ReadyService, removeReady, writeReady } from "./ready-file.ts";

type Addresses = Omit<Ready, "services" | "demo">;

/**
 * Who runs under which process id. From `open` on every change is written to `ready.json`; before,
 * there is none, so that nobody takes half a start for a whole one.
 */
export class Roster {
  readonly #dataDir: string;
  readonly #services = new Map<string, ReadyService>();
  #addresses: Addresses | undefined;
  #demo: Ready["demo"] = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Announces processes that have a health address. */
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

  open(addresses: Addresses): void {
    this.#addresses = addresses;
    this.#write();
  }

  addDemo(demo: Ready["demo"]): void {
    this.#demo = demo;
    this.#write();
  }

  /** The instance is going down: its file is gone and none is written any more. */
  close(): void {
    this.#addresses = undefined;
    removeReady(this.#dataDir);
  }

  get ready(): Ready {
    if (this.#addresses === undefined) throw new Error("the instance is not open");
    return { ...this.#addresses, services: [...this.#services.values()], demo: this.#demo };
  }

  #write(): void {
    if (this.#addresses !== undefined) writeReady(this.#dataDir, this.ready);
  }
}
