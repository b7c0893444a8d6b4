/** Returns why a version cannot be released with this changelog; null if it can. */
export function findObstacle(changelog: string, version: string): string | null {
  const parts = partsOf(version);
  if (parts === null) return `${version} is not a version: expected three numbers, as 0.1.0`;
  const released = releasedVersions(changelog);
  const later = released.find((one) => compareParts(partsOf(one) ?? [], parts) >= 0);
  if (later !== undefined) return `${version} is not later than ${later}, which was released`;
  const { unreleased } = cut(changelog);
  if (!/^- /m.test(unreleased)) return "CHANGELOG.md has nothing under [Unreleased]";
  return null;
}

/** Returns the changelog with all unreleased changes in a section of the version, of a day as `2026-01-31`. */
export function cutChangelog(changelog: string, version: string, day: string): string {
  const { before, unreleased, after } = cut(changelog);
  const head = before.replace("\nThere is no release yet.", "");
  return `${head}## [Unreleased]\n\n## [${version}] - ${day}\n\n${unreleased.trim()}\n${after === "" ? "" : `\n${after}`}`;
}

function cut(changelog: string): { before: string; unreleased: string; after: string } {
  const heading = "## [Unreleased]\n";
  const at = changelog.indexOf(heading);
  if (at < 0) throw new Error("CHANGELOG.md has no section [Unreleased]");
  const rest = changelog.slice(at + heading.length);
  const next = rest.search(/^## /m);
  const end = next < 0 ? rest.length : next;
  return {
    before: changelog.slice(0, at),
    unreleased: rest.slice(0, end),
    after: rest.slice(end),
  };
}

function releasedVersions(changelog: string): string[] {
  return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = ""]) => version);
}

function partsOf(version: string): number[] | null {
  const isVersion = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.test(version);
  return isVersion ? version.split(".").map(Number) : null;
}

function compareParts(left: readonly number[], right: readonly number[]): number {
  const difference = left.map((part, index) => part - (right[index] ?? 0)).find((one) => one !== 0);
  return difference ?? 0;
}
