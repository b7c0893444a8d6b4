import type { ReactNode } from "react";
import { en } from "../words/en.ts";

/** Names and values, in columns as wide as the page allows. */
export function Facts({ children }: { children: ReactNode }): ReactNode {
  return <dl className="facts">{children}</dl>;
}

/** One value with its name. An unknown value is a dash. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const isUnknown = [null, undefined, false, ""].some((nothing) => children === nothing);
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{isUnknown ? en.states.unknown : children}</dd>
    </div>
  );
}
