import { Link } from "@tanstack/react-router";
import { Maximize2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePageKey } from "../app/keys.ts";
import { Skeleton } from "../ui/query-state/query-state.tsx";
import { useMediaQuery } from "../ui/media-query.ts";
import { en } from "../text/en.ts";
import { Details } from "./details.tsx";
import { MessageFailure } from "./failure.tsx";
import { MessageHead } from "./message-head.tsx";
import { useMessage } from "./queries.ts";
import "./message.css";

interface MessagePanelProps {
  readonly id: string;
  onClose(): void;
}

/** A message beside a list; on a phone above the whole page. */
export function MessagePanel({ id, onClose }: MessagePanelProps): ReactNode {
  const [tab, setTab] = useState("words");
  const { data: message, error, refetch } = useMessage(id);
  const close = useRef<HTMLButtonElement>(null);
  const isPhone = useMediaQuery("(max-width: 767px)");
  usePageKey("Escape", onClose);
  useEffect(() => {
    if (isPhone) close.current?.focus();
  }, [isPhone]);
  return (
    <aside
      className="message-panel"
      aria-label={en.message.panel}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <div className="message-panel-bar">
        <h2>{en.message.title}</h2>
        <Link to="/messages/$id" params={{ id }} className="button button-plain">
          <Icon of={Maximize2} />
          {en.message.open}
        </Link>
        <Button
          ref={close}
          kind="plain"
          className="icon-button"
          aria-label={en.message.close}
          onClick={onClose}
        >
          <Icon of={X} />
        </Button>
      </div>
      <div className="message-panel-body">
        {message && (
          <>
            <MessageHead message={message} />
            <Details message={message} tab={tab} onTab={setTab} />
          </>
        )}
        {!message && error && <MessageFailure error={error} onRetry={() => void refetch()} />}
        {!message && !error && <Skeleton lines={8} />}
      </div>
    </aside>
  );
}
