import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { Skeleton } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { Details } from "./details.tsx";
import { MessageFailure } from "./failure.tsx";
import { MessageHead } from "./message-head.tsx";
import { useMessage } from "./queries.ts";
import { tabTitleOf } from "./subject.ts";
import "./message.css";

const route = getRouteApi("/messages/$id");

/** The page of one message. */
export function MessagePage(): ReactNode {
  const { id } = route.useParams();
  const { tab = "words" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: message, error, refetch } = useMessage(id);
  const { zone } = useStore(display);
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle
          text={en.message.title}
          tab={message ? tabTitleOf(message, zone) : en.message.title}
        />
      </div>
      <div className="page-body message-page">
        {message && (
          <>
            <MessageHead message={message} />
            <Details
              message={message}
              tab={tab}
              onTab={(next) =>
                void navigate({ search: (all) => ({ ...all, tab: next }), replace: true })
              }
            />
          </>
        )}
        {!message && error && <MessageFailure error={error} onRetry={() => void refetch()} />}
        {!message && !error && <Skeleton lines={8} />}
      </div>
    </div>
  );
}
