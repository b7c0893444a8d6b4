import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../../app/page-title.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { en } from "../../text/en.ts";
import "../desk.css";

const route = getRouteApi("/c/$code");

/** Explains the address of a claim's code. Opening it changes nothing. */
export function ClaimCodePage(): ReactNode {
  const { code } = route.useParams();
  const text = `curl -X POST ${location.origin}/c/${encodeURIComponent(code)}`;
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.claim.codeTitle} />
      </div>
      <div className="page-body desk-narrow">
        <p>{en.claim.codePage}</p>
        <div className="command">
          <pre tabIndex={0}>{text}</pre>
          <CopyButton text={text} />
        </div>
      </div>
    </div>
  );
}
