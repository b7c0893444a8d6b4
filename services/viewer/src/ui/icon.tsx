import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** An icon beside a text, or within a control that has a name: screen readers pass over it. */
export function Icon({ of: Of, size = 16 }: { of: LucideIcon; size?: number }): ReactNode {
  return <Of size={size} strokeWidth={1.75} aria-hidden="true" />;
}
