import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { createStore, useStore } from "../../data/store.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";

const pollMs = 120_000;
const dismissed = createStore<ReadonlySet<string>>(new Set());

/** The announcements of the operators, until the reader closes them. */
export function AnnouncementLines(): ReactNode {
  const closed = useStore(dismissed);
  const { data = [] } = useRest(
    ["current-announcements"],
    (client, signal) => Array.fromAsync(client.readAnnouncements({}, { signal })),
    { everyMs: pollMs, staleMs: pollMs },
  );
  return data
    .filter(({ id }) => !closed.has(id))
    .map(({ id, text, level }) => (
      <div
        key={id}
        className="banner"
        data-kind={level === "warning" ? "warn" : "quiet"}
        role="status"
      >
        <p className="announcement">
          <UntrustedText text={text} lines />
        </p>
        <Button onClick={() => dismissed.set(new Set([...closed, id]))}>{en.frame.close}</Button>
      </div>
    ));
}
