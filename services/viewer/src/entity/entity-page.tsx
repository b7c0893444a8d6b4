import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useRef } from "react";
import type { ReadMessage } from "@jetwire/protocol";
import type { RestList } from "../data/rest/use-rest-list.ts";
import { ShareFailures } from "../ui/query-state/share-failures.tsx";
import { isMissing } from "./is-missing.ts";
import { MessageHistory } from "./message-history.tsx";
import { lazyPart } from "../app/lazy-part.ts";
import "./entity.css";

const MessagePanel = lazyPart(() => import("../message/panel.tsx"), "MessagePanel");

interface EntityPageProps {
  /** The facts about the entity, above its messages. */
  readonly children: ReactNode;
  /** Whether the facts are still to come. The messages wait for them, because they would be moved. */
  readonly isLoading: boolean;
  readonly messages: RestList<ReadMessage>;
  /** The heading of the messages. */
  readonly heading: string;
  /** Says why there are no messages. */
  readonly empty: string;
}

/** The page of a thing that has messages: facts, then its messages, newest first. */
export function EntityPage(props: EntityPageProps): ReactNode {
  const { children, isLoading, messages, heading, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const openId = useSearch({ strict: false, select: (query) => query["m"] });
  const navigate = useNavigate();
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ to: ".", search: (all) => ({ ...all, m: id }), resetScroll: false }),
    [navigate],
  );
  const close = useCallback(() => open(undefined), [open]);
  return (
    <div className="page entity-page">
      <div className="entity-body">
        <div className="entity-scroller" ref={scroller} data-scroll-restoration-id="entity">
          <ShareFailures>
            {children}
            {!isLoading && !isMissing(messages) && (
              <section className="entity-messages" aria-label={heading}>
                <h2 className="history-head">{heading}</h2>
                <MessageHistory
                  list={messages}
                  empty={empty}
                  openId={openId}
                  onOpen={open}
                  scroller={scroller}
                />
              </section>
            )}
          </ShareFailures>
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
