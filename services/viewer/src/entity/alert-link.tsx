import { Link } from "@tanstack/react-router";
import { BellPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { en } from "../text/en.ts";

/** Begins an alert rule with a filter, which is given as in an address. */
export function AlertLink({ filter }: { filter: Readonly<Record<string, string>> }): ReactNode {
  return (
    <Link to="/desk/alerts" search={filter} className="button">
      <Icon of={BellPlus} />
      {en.entity.alert}
    </Link>
  );
}
