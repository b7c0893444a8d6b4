import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import "./sign-in.css";

/** The layout of the pages of signing in: one narrow column. */
export function SignInLayout({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="page sign-in">
      <div className="sign-in-column panel">
        <PageTitle text={title} />
        {children}
      </div>
    </div>
  );
}
