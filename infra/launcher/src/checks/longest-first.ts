import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take half a minute or more, longest first. Most of that time they wait: for timeouts, for processes to end,
 * for a browser. Begun last, they would run on alone when all others have ended.
 */
const longest: readonly string[] = [
  "services/rest/test/fuzz/fuzz.test.ts",
  "packages/testbed/test/frozen-consumers.test.ts",
  "packages/testbed/test/documents.test.ts",
  "services/rest/test/contract/endpoints.test.ts",
  "services/ingest/test/lost-end.test.ts",
  "packages/testbed/test/cluster.test.ts",
  "packages/testbed/test/dashboards.test.ts",
  "packages/testbed/test/kills.test.ts",
  "services/viewer/test/axe.test.ts",
  "services/viewer/test/states.test.ts",
  "packages/testbed/test/content-agreement.test.ts",
  "packages/testbed/test/full-redis.test.ts",
  "packages/testbed/test/feed-faults.test.ts",
  "services/rest/test/failure-limit.test.ts",
  "packages/testbed/test/tracing.test.ts",
  "services/viewer/test/flows/operator.test.ts",
  "services/viewer/test/flows/visitor.test.ts",
  "services/gateway/test/feed-resume.test.ts",
  "services/ingest/test/restarts.test.ts",
];

/** Runs the longest files first, and the others as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await BaseSequencer.prototype.sort.call(this, files);
    return usual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((path) => moduleId.endsWith(path));
  return rank === -1 ? longest.length : rank;
}
