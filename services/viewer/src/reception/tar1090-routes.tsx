import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { en } from "../text/en.ts";

const names = en.reception.tar1090;

/** Says how the map of a feeder's own receiver shows the routes that are known here. */
export function Tar1090Routes(): ReactNode {
  const line = `useRouteAPI = true; routeApiUrl = "${location.origin}/api/0/routeset";`;
  return (
    <section className="panel column" aria-labelledby="tar1090">
      <h2 id="tar1090">{names.title}</h2>
      <p>{names.text}</p>
      <div className="command">
        <pre tabIndex={0}>{line}</pre>
        <CopyButton text={line} label={en.reception.copy} />
      </div>
    </section>
  );
}
