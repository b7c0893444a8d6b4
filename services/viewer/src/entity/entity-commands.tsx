import type { ReactNode } from "react";
import { CopyButton } from "../look/copy-button.tsx";
import { en } from "../words/en.ts";

/** Copies the address of the page, and the request that returns its messages. */
export function EntityCommands({ path }: { path: string }): ReactNode {
  const request = `curl -H "Authorization: Bearer $JETWIRE_KEY" '${location.origin}${path}?limit=100'`;
  return (
    <div className="page-commands">
      <CopyButton text={location.origin + location.pathname} label={en.entity.copyLink} />
      <CopyButton text={request} label={en.entity.copyRequest} />
    </div>
  );
}
