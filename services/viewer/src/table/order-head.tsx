import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";

interface OrderHeadProps {
  readonly text: string;
  readonly hint: string | undefined;
  readonly className: string | undefined;
  /** The direction in which the table is sorted by this column; null if it is not. */
  readonly direction: "ascending" | "descending" | null;
  onToggle(): void;
}

/** The head of a column by which a table can be sorted. */
export function OrderHead(props: OrderHeadProps): ReactNode {
  const { text, hint, className, direction, onToggle } = props;
  const arrow = direction === null ? ArrowDownUp : direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={className} title={hint} aria-sort={direction ?? "none"}>
      <button type="button" className="order-head" onClick={onToggle}>
        {text}
        <Icon of={arrow} size={12} />
      </button>
    </th>
  );
}
