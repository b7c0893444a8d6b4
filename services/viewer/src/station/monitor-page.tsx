import type { Station } from "@jetwire/protocol";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import { Button } from "../look/button.tsx";
import { useStore } from "../data/store.ts";
import "../entity/entity.css";
import { MessageList } from "../list/message-list.tsx";
import { useReading } from "../live/use-reading.ts";
import { en } from "../words/en.ts";
import { Foreign } from "../words/foreign.tsx";
import { count } from "../words/numbers.ts";
import { followStation, monitorView, showMonitored } from "./monitor-feed.ts";
import { lazyPart } from "../app/lazy-part.ts";

const MessagePanel = lazyPart(() => import("../message/panel.tsx"), "MessagePanel");

const names = en.stations;

interface MonitorPageProps {
  readonly station: Station;
  readonly head: ReactNode;
}

/** Every message of a station as it arrives, newest on top. */
export function MonitorPage({ station, head }: MonitorPageProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const isReading = useReading(scroller, false);
  const { rows, waiting, received, refusal } = useStore(monitorView);
  const openId = useSearch({ strict: false, select: (query) => query["m"] });
  const navigate = useNavigate();
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ to: ".", search: (all) => ({ ...all, m: id }), resetScroll: false }),
    [navigate],
  );
  const close = useCallback(() => open(undefined), [open]);
  const { id, ident } = station;
  useEffect(() => followStation({ id, ident }, isReading), [id, ident, isReading]);
  return (
    <div className="page entity-page">
      {head}
      <div className="monitor-line">
        <p className="quiet" role="status">
          {refusal === null ? (
            <>
              {names.monitorLine} · {names.monitorSince(received)}
            </>
          ) : (
            <span className="bad">
              <Foreign text={names.monitorRefused(refusal)} />
            </span>
          )}
        </p>
      </div>
      <div className="entity-body">
        {waiting > 0 && isReading() && (
          <Button
            className="pill"
            onClick={() => {
              showMonitored();
              scroller.current?.scrollTo({ top: 0 });
            }}
          >
            {en.list.newRows(count(waiting))} ↑
          </Button>
        )}
        <div className="entity-scroller" ref={scroller}>
          {rows.length === 0 ? (
            <p className="empty">{names.monitorWaiting}</p>
          ) : (
            <MessageList
              rows={rows}
              openId={openId}
              onOpen={open}
              scroller={scroller}
              label={en.list.messages}
            />
          )}
        </div>
        {openId !== undefined && (
          <Suspense>
            <MessagePanel id={openId} onClose={close} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
