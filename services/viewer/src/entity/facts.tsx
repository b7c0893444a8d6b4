import { createContext, type ReactNode, useContext } from "react";
import { en } from "../text/en.ts";

const IsShort = createContext(false);

interface FactsProps {
  /** Whether unknown values take no space. */
  readonly isShort?: boolean;
  readonly children: ReactNode;
}

/** Names and values, in columns as wide as the page allows. */
export function Facts({ isShort = false, children }: FactsProps): ReactNode {
  return (
    <IsShort value={isShort}>
      <dl className="facts">{children}</dl>
    </IsShort>
  );
}

/** One value with its name. An unknown value is a dash, or left out. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const isShort = useContext(IsShort);
  const isUnknown = [null, undefined, false, ""].some((nothing) => children === nothing);
  if (isUnknown && isShort) return null;
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{isUnknown ? en.states.unknown : children}</dd>
    </div>
  );
}
