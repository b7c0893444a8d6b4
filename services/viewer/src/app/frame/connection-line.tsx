import type { ReactNode } from "react";
import { overHttp } from "../../data/live/over-http.ts";
import { connection } from "../../data/live/realtime.ts";
import { useStore } from "../../data/store.ts";
import { en } from "../../text/en.ts";

/** The state of the realtime connection: a mark and a word. */
export function ConnectionLine({ iconsOnly }: { iconsOnly: boolean }): ReactNode {
  const { state: realtime } = useStore(connection);
  const isOverHttp = useStore(overHttp) === "open";
  const state = isOverHttp ? "http" : realtime;
  const text = isOverHttp
    ? en.frame.overHttp
    : state === "connected"
      ? en.frame.connected
      : state === "connecting"
        ? en.frame.connecting
        : en.frame.offline;
  return (
    <p className="connection-line" data-state={state} title={text}>
      <span aria-hidden="true" className="connection-dot" />
      <span className={iconsOnly ? "visually-hidden" : ""}>{text}</span>
    </p>
  );
}
