import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { en } from "../words/en.ts";

/** The link from a page of the desk to the desk itself. It stands before the heading. */
export function DeskWayBack(): ReactNode {
  return (
    <Link to="/desk" className="button button-plain">
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      {en.desk.title}
    </Link>
  );
}
