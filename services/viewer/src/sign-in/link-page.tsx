import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";

/** Shows the title until the page is written. */
export function LinkPage(): ReactNode {
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text="LinkPage" />
      </div>
    </div>
  );
}
