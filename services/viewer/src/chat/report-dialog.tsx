import { type ReactNode, useState } from "react";
import { endpoints } from "../data/rest/endpoints.ts";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { LongField, optionsOf, Select } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { en } from "../text/en.ts";

const reasons = [{ value: "", text: en.chat.chooseReason }, ...optionsOf(en.chat.reasons)];

/** Reports a message to the operator. It says before what the operator gets. */
export function ReportDialog({
  messageId,
  onClose,
}: {
  messageId: string;
  onClose: () => void;
}): ReactNode {
  const [isDone, setDone] = useState(false);
  return (
    <Dialog title={en.chat.reportAsk} onClose={onClose}>
      {isDone ? (
        <p className="good" role="status">
          {en.chat.reported}
        </p>
      ) : (
        <EndpointForm
          of={endpoints.reportMessage}
          first={{ reason: undefined, note: "" }}
          send={(client, body) => client.reportMessage({ body: { ...body, messageId } })}
          onDone={() => setDone(true)}
          layout="dialog"
          kind="danger"
          submit={en.chat.report}
          others={<Button onClick={onClose}>{en.forms.cancel}</Button>}
        >
          {({ field, select }) => (
            <>
              <p>{en.chat.reportText}</p>
              <Select {...select("reason")} label={en.chat.reason} options={reasons} />
              <LongField {...field("note")} label={en.chat.note} />
            </>
          )}
        </EndpointForm>
      )}
    </Dialog>
  );
}
