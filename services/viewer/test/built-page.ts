import { fileURLToPath } from "node:url";
import { buildPage as buildPageOf } from "@jetwire/testbed";

/** The time limit of a hook that may wait for a build, by this or by another test file. */
export const buildHookMs = 180_000;

/**
 * Builds the page for production, unless it is newer than its sources. Test files that run at the same time wait for
 * one build.
 *
 * @returns its folder
 */
export async function buildPage(): Promise<string> {
  return await buildPageOf(fileURLToPath(new URL("../../..", import.meta.url)));
}
