import { suite } from "vitest";

/**
 * Registers a group of tests. If something that they need is missing, the group is skipped and its
 * title names the reason: `the page [skipped: no Chromium on the PATH]`. `npm test` prints these
 * reasons in its closing lines, so tests are skipped in this way only.
 *
 * @param missing what is missing, as one line; null if nothing is
 */
export function describeUnless(missing: string | null, title: string, tests: () => void): void {
  const reason = missing === null ? "" : ` [skipped: ${missing.replaceAll(/\s+/g, " ")}]`;
  suite.skipIf(missing !== null)(`${title}${reason}`, () => {
    tests();
  });
}
