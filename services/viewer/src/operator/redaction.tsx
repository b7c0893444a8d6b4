import type { RedactionTarget } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { Field, LongField } from "../form/field.tsx";
import { Form } from "../form/form.tsx";
import { Button } from "../ui/button.tsx";
import { useCommand } from "../data/rest/use-command.ts";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { type RedactionTexts, redactionTarget } from "./redaction-target.ts";
import { useConfirmation } from "./use-confirmation.tsx";
import { useCounted } from "./use-counted.ts";

const roundsMax = 1_000;

interface Counted {
  readonly target: RedactionTarget;
  readonly messages: number;
}

/** Deletes messages: counted first, then with a reason. */
export function Redaction(): ReactNode {
  const { ask, dialog } = useConfirmation("redactions");
  const [texts, setTexts] = useState<RedactionTexts>({
    ids: "",
    stationId: "",
    since: "",
    until: "",
  });
  const { counted, redacted, setCounted, setRedacted, forget } = useCounted<Counted>();
  const target = redactionTarget(texts);
  const preview = useCommand(
    async (client, wanted: RedactionTarget) => {
      const { messages } = await client.previewRedaction({ body: { target: wanted } });
      return { target: wanted, messages };
    },
    { onDone: setCounted },
  );
  function set(changed: Partial<RedactionTexts>): void {
    setTexts({ ...texts, ...changed });
    forget();
  }
  function redact(chosen: RedactionTarget, messages: number): void {
    ask({
      title: en.operator.redact,
      text: en.operator.counted(count(messages)),
      canUndo: false,
      confirm: String(messages),
      run: async (client, reason) => {
        let sum = 0;
        for (let round = 0; round < roundsMax; round++) {
          const result = await client.redactMessages({ body: { target: chosen, reason } });
          sum += result.redacted;
          setRedacted(sum);
          if (!result.more) break;
        }
        setCounted(null);
      },
    });
  }
  return (
    <section className="panel" aria-labelledby="redact">
      <Form onSend={() => target && preview.run(target)}>
        <h2 id="redact">{en.operator.redactTitle}</h2>
        <p>{en.operator.redactText}</p>
        <LongField label={en.operator.byIds} value={texts.ids} onText={(ids) => set({ ids })} />
        <h3>{en.operator.byStation}</h3>
        <Field
          label={en.operator.stationId}
          inputMode="numeric"
          value={texts.stationId}
          onText={(stationId) => set({ stationId })}
        />
        <Field
          label={`${en.operator.from} (${en.list.utc})`}
          type="datetime-local"
          value={texts.since}
          onText={(since) => set({ since })}
        />
        <Field
          label={`${en.operator.to} (${en.list.utc})`}
          type="datetime-local"
          value={texts.until}
          onText={(until) => set({ until })}
        />
        <CommandFailure command={preview} />
        <div className="row-actions">
          <Button type="submit" disabled={!target || preview.isRunning}>
            {en.operator.count}
          </Button>
          {counted && counted.messages > 0 && (
            <Button kind="danger" onClick={() => redact(counted.target, counted.messages)}>
              {en.operator.redact}
            </Button>
          )}
        </div>
        <p role="status">
          {redacted !== null
            ? en.operator.redacted(count(redacted))
            : counted && en.operator.counted(count(counted.messages))}
        </p>
      </Form>
      {dialog}
    </section>
  );
}
