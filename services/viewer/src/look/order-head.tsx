import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./order-head.css";

interface OrderHeadProps {
  readonly text: string;
  readonly className?: string;
  /** The direction in which the table is sorted by this column; null if it is not. */
  readonly direction: "ascending" | "descending" | null;
  onToggle(): void;
}

/** The head of a column by which a table can be sorted. */
export function OrderHead({ text, className, direction, onToggle }: OrderHeadProps): ReactNode {
  const arrow = direction === null ? ArrowDownUp : direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={className} aria-sort={direction ?? "none"}>
      <button type="button" className="order-head" onClick={onToggle}>
        {text}
        <Icon of={arrow} size={12} />
      </button>
    </th>
  );
}
