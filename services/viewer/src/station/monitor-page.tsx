import type { Station } from "@jetwire/protocol";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import { useStore } from "../data/store.ts";
import "../entity/entity.css";
import { FollowedList } from "../list/followed-list.tsx";
import { en } from "../text/en.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { followStation, monitorRows, monitorState } from "./monitor-feed.ts";
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
  const { received, refusal } = useStore(monitorState);
  const openId = useSearch({ strict: false, select: (query) => query["m"] });
  const navigate = useNavigate();
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ to: ".", search: (all) => ({ ...all, m: id }), resetScroll: false }),
    [navigate],
  );
  const close = useCallback(() => open(undefined), [open]);
  const { id, ident } = station;
  useEffect(() => followStation({ id, ident }), [id, ident]);
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
              <UntrustedText text={names.monitorRefused(refusal)} />
            </span>
          )}
        </p>
      </div>
      <div className="entity-body">
        <FollowedList
          rows={monitorRows}
          openId={openId}
          onOpen={open}
          scroller={scroller}
          className="entity-scroller"
          label={en.list.messages}
          fillsPage
          empty={<p className="empty">{names.monitorWaiting}</p>}
        />
        {openId !== undefined && (
          <Suspense>
            <MessagePanel id={openId} onClose={close} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
