import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

const levelsMax = 16;
const entriesMax = 200;
/** Levels that are unfolded at first. */
const openLevels = 2;

/** A decoder's tree as an outline that folds. */
export function TreeOutline({ tree }: { tree: Readonly<Record<string, unknown>> }): ReactNode {
  return <Branch value={tree} level={0} />;
}

function Branch({ value, level }: { value: object; level: number }): ReactNode {
  const entries = Object.entries(value);
  return (
    <ul className="tree">
      {entries.slice(0, entriesMax).map(([name, child]) => (
        <li key={name}>
          <Node name={name} value={child} level={level} />
        </li>
      ))}
      {entries.length > entriesMax && (
        <li className="quiet">{en.message.treeMore(entries.length - entriesMax)}</li>
      )}
    </ul>
  );
}

function Node({ name, value, level }: { name: string; value: unknown; level: number }): ReactNode {
  if (typeof value === "object" && value !== null && level < levelsMax) {
    return (
      <details open={level < openLevels}>
        <summary>
          <UntrustedText text={name} />
        </summary>
        <Branch value={value} level={level + 1} />
      </details>
    );
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <>
      <span className="tree-name">
        <UntrustedText text={name} />
      </span>{" "}
      <UntrustedText text={text} lines />
    </>
  );
}
