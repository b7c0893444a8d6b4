import type { AuditEntry } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

/** An account by its name, with the operator's page of it. */
export function AccountLink({ username }: { username: string }): ReactNode {
  return (
    <Link to="/operator/{-$section}" params={{ section: "accounts" }} search={{ q: username }}>
      <UntrustedName text={username} />
    </Link>
  );
}

/** A station by its ident, with its page. */
export function StationLink({ id, ident }: { id: number | string; ident: string }): ReactNode {
  return (
    <Link to="/stations/$id" params={{ id: String(id) }}>
      <UntrustedName text={ident} />
    </Link>
  );
}

/** The object of an action: by its name, with its page if it has one. */
export function ObjectLink({ object }: { object: AuditEntry["object"] }): ReactNode {
  const { kind, id, name } = object;
  return (
    <>
      {en.operator.objectKinds[kind] ?? kind} <NamedObject kind={kind} id={id} name={name} />
    </>
  );
}

function NamedObject({ kind, id, name }: AuditEntry["object"]): ReactNode {
  if (kind === "account" && name !== null) return <AccountLink username={name} />;
  if (kind === "station" && name !== null) return <StationLink id={id} ident={name} />;
  if (kind === "message") {
    return (
      <Link to="/messages/$id" params={{ id }} className="mono">
        {shortId(id)}
      </Link>
    );
  }
  return (
    <span className="mono quiet" title={id}>
      <UntrustedText text={shortId(id)} />
    </span>
  );
}

/** Shortens ids that nobody reads; names stay whole. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `${id.slice(0, 8)}…` : id;
}
