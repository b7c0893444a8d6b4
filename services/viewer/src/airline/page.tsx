import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";

/** Shows the title until the page is written. */
export function AirlinePage(): ReactNode {
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text="AirlinePage" />
      </div>
    </div>
  );
}
