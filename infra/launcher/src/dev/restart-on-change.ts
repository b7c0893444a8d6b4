import { existsSync, globSync, readFileSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../json-file.ts";
import type { Supervised } from "../processes/supervised.ts";

/** Options of `restartOnChange`. */
export interface RestartOptions {
  readonly root: string;
  readonly services: readonly Supervised[];
  readonly print: (line: string) => void;
  /** Applies new database migrations. */
  readonly migrate: () => Promise<void>;
}

/** Changes within this time cause one restart. */
const quietMs = 200;

/**
 * Watches the sources of services and packages until it is disposed of. A change restarts the
 * services that import the changed package, directly or through other packages.
 */
export function restartOnChange({ root, services, print, migrate }: RestartOptions): Disposable {
  const packages = readPackages(root);
  const changed = new Set<string>();
  let hasMigration = false;
  let timer: NodeJS.Timeout | undefined;

  async function restart(): Promise<void> {
    const names = [...changed];
    changed.clear();
    if (hasMigration) await migrate().catch((error: Error) => print(error.message));
    hasMigration = false;
    const affected = services.filter(({ name }) => {
      const imported = importedBy(`@jetwire/${name.slice(0, name.lastIndexOf("-"))}`, packages);
      return names.some((one) => imported.has(one));
    });
    if (affected.length === 0) return;
    print(`${names.join(", ")} changed: restarting ${affected.map(({ name }) => name).join(", ")}`);
    for (const service of affected) service.restart();
  }

  const watchers = [...packages].map(([name, { sources }]) =>
    watch(sources, { recursive: true }, (_, file) => {
      if (file === null || !/(?<!\.test)\.(?:ts|lua|sql|json)$/.test(file)) return;
      changed.add(name);
      hasMigration ||= file.endsWith(".sql");
      clearTimeout(timer);
      timer = setTimeout(() => void restart(), quietMs);
    }),
  );
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

interface Package {
  readonly sources: string;
  readonly dependencies: readonly string[];
}

function readPackages(root: string): ReadonlyMap<string, Package> {
  const manifests = globSync("{services,packages}/*/package.json", { cwd: root });
  const entries = manifests.map((path): [string, Package] => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, path), "utf8"));
    const { name, dependencies } = isRecord(manifest) ? manifest : {};
    const sources = join(root, dirname(path), "src");
    return [String(name), { sources, dependencies: Object.keys(dependencies ?? {}) }];
  });
  return new Map(entries.filter(([, { sources }]) => existsSync(sources)));
}

/** Returns a package and all packages of the workspace that it imports. */
export function importedBy(
  name: string,
  packages: ReadonlyMap<string, Pick<Package, "dependencies">>,
): ReadonlySet<string> {
  const found = new Set([name]);
  for (const one of found) {
    for (const dependency of packages.get(one)?.dependencies ?? []) {
      if (packages.has(dependency)) found.add(dependency);
    }
  }
  return found;
}
