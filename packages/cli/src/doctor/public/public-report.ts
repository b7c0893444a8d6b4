import type { Severity } from "@jetwire/health";
import type { CommandOutput } from "../../command.ts";
import { publicChecks } from "./public-checks.ts";
import type { NameFacts, PublicFacts } from "./public-facts.ts";

/** The result of a check. */
interface PublicResult {
  readonly check: string;
  /** `skipped` if what it needs was not known. */
  readonly result: "passed" | "warning" | "failed" | "skipped";
  readonly what: string;
  /** Null if there is nothing to do. */
  readonly todo: string | null;
}

/** Judges what strangers see. The exit code is 1 if a check has failed; warnings do not change it. */
export function reportPublic(facts: PublicFacts): CommandOutput {
  const isReached = facts.addresses.some(({ failure }) => failure === null);
  const results = publicChecks.flatMap((check): PublicResult[] => {
    const { name, passes, severity, remedy } = check;
    const skipped = isReached ? check.skipped : "nothing accepts connections";
    const faults = check.faults(facts);
    if (faults === null) return [{ check: name, result: "skipped", what: skipped, todo: null }];
    if (faults.length === 0) return [{ check: name, result: "passed", what: passes, todo: null }];
    return faults.map((fault) => ({
      check: name,
      result: resultOf(fault.severity ?? severity),
      what: fault.sentence,
      todo: fault.remedy ?? remedy,
    }));
  });
  const isRight = results.every(({ result }) => result !== "failed");
  const notes = notesOf(facts);
  return {
    value: {
      ok: isRight,
      url: facts.url.href,
      addresses: facts.addresses.map(({ address }) => address),
      checks: results,
      notes,
    },
    text: [
      `${facts.url.origin} · ${facts.addresses.map(({ address }) => address).join(", ") || "no address"}`,
      [...results.flatMap(linesOf), ...skippedLines(results)].join("\n"),
      ...notes,
      summaryOf(results),
    ].join("\n\n"),
    exitCode: isRight ? 0 : 1,
  };
}

function resultOf(severity: Severity): PublicResult["result"] {
  return severity === "critical" ? "failed" : "warning";
}

const signs = { passed: "✓", warning: "!", failed: "✗" } as const;

function linesOf({ result, what, todo }: PublicResult): string[] {
  if (result === "skipped") return [];
  return [`${signs[result]} ${what}`, ...(todo === null ? [] : [`  → ${todo}`])];
}

/** Returns a line for each reason. */
function skippedLines(results: readonly PublicResult[]): string[] {
  const skipped = results.filter(({ result }) => result === "skipped");
  const reasons = Map.groupBy(skipped, ({ what }) => what);
  return [...reasons].map(
    ([what, checks]) => `- Not looked at: ${checks.map(({ check }) => check).join(", ")} (${what})`,
  );
}

function summaryOf(results: readonly PublicResult[]): string {
  const failed = results.filter(({ result }) => result === "failed").length;
  const warned = results.filter(({ result }) => result === "warning").length;
  if (failed + warned === 0) return "From here, all is well.";
  return `${failed} failed, ${warned} to look at.`;
}

function notesOf({ name, feedName, ownAddresses }: PublicFacts): string[] {
  const all = [name, ...(feedName === null ? [] : [feedName])];
  const isOwn = all.some((one: NameFacts) =>
    [...one.a, ...one.aaaa].some((address) => ownAddresses.includes(address)),
  );
  if (!isOwn) return [];
  return [
    "This is the host of the service itself: firewalls and routers in front were not passed. Run the command on a machine elsewhere, too.",
  ];
}
