import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { en } from "../text/en.ts";

/** The link from a page of the desk to the desk itself. It stands before the heading. */
export function DeskWayBack(): ReactNode {
  return (
    <Link to="/desk" className="button button-plain">
      <Icon of={ArrowLeft} />
      {en.desk.title}
    </Link>
  );
}
