import type { ListedAnnouncement } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { LongField, optionsOf, Select } from "../form/field.tsx";
import { Form } from "../form/form.tsx";
import { useFields } from "../form/use-fields.ts";
import { Button } from "../ui/button.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

type Level = ListedAnnouncement["level"];

/** Texts of the operators for everybody. */
export function Announcements(): ReactNode {
  const { ask, dialog } = useConfirmation("announcements");
  const announcements = useRest(["announcements"], (client, signal) =>
    Array.fromAsync(client.listAnnouncements({}, { signal })),
  );
  function publish(text: string, level: Level): void {
    ask({
      title: en.operator.publishTitle,
      text: en.operator.publishText,
      canUndo: true,
      run: (client, reason) => client.publishAnnouncement({ body: { text, level, reason } }),
    });
  }
  function end({ id }: ListedAnnouncement): void {
    ask({
      title: en.operator.endAnnouncement,
      text: en.operator.endAnnouncementText,
      canUndo: false,
      run: (client, reason) => client.endAnnouncement({ id, body: { reason } }),
    });
  }
  return (
    <>
      <PublishForm onPublish={publish} />
      <QueryState query={announcements} lines={3}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.sections.announcements}
            empty={en.operator.empty.announcements}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                head: en.operator.text,
                cell: ({ text }) => (
                  <div className="preview-text">
                    <UntrustedText text={text} lines />
                  </div>
                ),
              },
              {
                head: en.operator.level,
                cell: ({ level }) => en.operator.levels[level],
                order: ["level", ({ level }) => level],
              },
              {
                head: en.operator.from,
                cell: ({ from }) => <TimeCell at={from} />,
                order: ["from", ({ from }) => from],
              },
              {
                head: en.operator.to,
                cell: ({ until, endedAt }) => <TimeCell at={endedAt ?? until} />,
              },
              { head: en.operator.by, cell: ({ by }) => <UntrustedName text={by} /> },
              {
                head: en.operator.notified,
                isNumber: true,
                cell: ({ notified }) => count(notified),
              },
              {
                head: en.operator.actions,
                cell: (announcement) =>
                  announcement.endedAt === null && (
                    <Button onClick={() => end(announcement)}>{en.operator.endAnnouncement}</Button>
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
  const { field, select, read } = useFields(endpoints.publishAnnouncement.body, {
    text: "",
    level: "info",
  });
  return (
    <section className="panel">
      <Form
        onSend={() => {
          const body = read();
          if (body !== null) onPublish(body.text, body.level ?? "info");
        }}
      >
        <LongField {...field("text")} label={en.operator.text} />
        <Select
          {...select("level")}
          label={en.operator.level}
          options={optionsOf(en.operator.levels)}
        />
        <div className="form-buttons">
          <Button type="submit" kind="main">
            {en.operator.publish}
          </Button>
        </div>
      </Form>
    </section>
  );
}
