import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { en } from "../text/en.ts";
import { AlertLink } from "./alert-link.tsx";

interface EntityCommandsProps {
  /** The path by which REST lists the messages. */
  readonly path: string;
  /** The filter of an alert rule for the entity, as in an address; without it none is offered. */
  readonly alert?: Readonly<Record<string, string>>;
}

/** Copies the address of the page and the request that returns its messages, and begins an alert rule. */
export function EntityCommands({ path, alert }: EntityCommandsProps): ReactNode {
  const request = `curl -H "Authorization: Bearer $JETWIRE_KEY" '${location.origin}${path}?limit=100'`;
  return (
    <div className="page-commands">
      {alert && <AlertLink filter={alert} />}
      <CopyButton text={location.origin + location.pathname} label={en.entity.copyLink} />
      <CopyButton text={request} label={en.entity.copyRequest} />
    </div>
  );
}
