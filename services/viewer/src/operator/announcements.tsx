import type { ListedAnnouncement } from "@jetwire/protocol";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { OperatorTable } from "./operator-table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useAsked } from "./use-asked.tsx";

type Level = ListedAnnouncement["level"];

/** Texts of the operators for everybody. */
export function Announcements(): ReactNode {
  const { ask, dialog } = useAsked("announcements");
  const announcements = useRest(["announcements"], (client, signal) =>
    Array.fromAsync(client.listAnnouncements({}, { signal })),
  );
  function publish(text: string, level: Level): void {
    ask({
      title: en.operator.publishTitle,
      text: en.operator.publishText,
      canUndo: true,
      run: async (reason) =>
        await (await rest()).publishAnnouncement({ body: { text, level, reason } }),
    });
  }
  function end({ id }: ListedAnnouncement): void {
    ask({
      title: en.operator.endAnnouncement,
      text: en.operator.endAnnouncementText,
      canUndo: false,
      run: async (reason) => await (await rest()).endAnnouncement({ id, body: { reason } }),
    });
  }
  return (
    <>
      <PublishForm onPublish={publish} />
      <QueryState query={announcements} lines={3}>
        {(shown) => (
          <OperatorTable
            caption={en.operator.sections.announcements}
            empty={en.operator.empty.announcements}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                head: en.operator.text,
                cell: ({ text }) => (
                  <div className="preview-text">
                    <Foreign text={text} lines />
                  </div>
                ),
              },
              { head: en.operator.level, cell: ({ level }) => en.operator.levels[level] },
              { head: en.operator.from, cell: ({ from }) => <TimeCell at={from} /> },
              {
                head: en.operator.to,
                cell: ({ until, endedAt }) => <TimeCell at={endedAt ?? until} />,
              },
              { head: en.operator.by, cell: ({ by }) => <ForeignName text={by} /> },
              {
                head: en.operator.notified,
                isNumber: true,
                cell: ({ notified }) => count(notified),
              },
              {
                head: en.operator.actions,
                cell: (announcement) =>
                  announcement.endedAt === null && (
                    <button type="button" className="button" onClick={() => end(announcement)}>
                      {en.operator.endAnnouncement}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
    </>
  );
}

function PublishForm({
  onPublish,
}: {
  onPublish: (text: string, level: Level) => void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState("");
  const [level, setLevel] = useState<Level>("info");
  return (
    <form
      className="panel panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        onPublish(text.trim(), level);
      }}
    >
      <div className="field">
        <label htmlFor={`${id}-text`}>{en.operator.text}</label>
        <textarea
          id={`${id}-text`}
          className="input"
          required
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-level`}>{en.operator.level}</label>
        <select
          id={`${id}-level`}
          className="select"
          value={level}
          onChange={(event) => setLevel(event.target.value as Level)}
        >
          {Object.entries(en.operator.levels).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <button type="submit" className="button button-main">
          {en.operator.publish}
        </button>
      </div>
    </form>
  );
}
