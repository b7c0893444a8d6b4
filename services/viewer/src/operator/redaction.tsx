import type { RedactionTarget } from "@jetwire/protocol";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { Failure } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { type RedactionTexts, redactionTarget } from "./redaction-target.ts";
import { useAsked } from "./use-asked.tsx";
import { useCounted } from "./use-counted.ts";

const roundsMax = 1_000;

interface Counted {
  readonly target: RedactionTarget;
  readonly messages: number;
}

/** Deletes messages: counted first, then with a reason. */
export function Redaction(): ReactNode {
  const id = useId();
  const action = useAction();
  const { ask, dialog } = useAsked("redactions");
  const [texts, setTexts] = useState<RedactionTexts>({
    ids: "",
    stationId: "",
    since: "",
    until: "",
  });
  const { counted, redacted, setCounted, setRedacted, forget } = useCounted<Counted>();
  const target = redactionTarget(texts);
  function set(name: keyof RedactionTexts, value: string): void {
    setTexts({ ...texts, [name]: value });
    forget();
  }
  function redact(chosen: RedactionTarget, messages: number): void {
    ask({
      title: en.operator.redact,
      text: en.operator.counted(count(messages)),
      canUndo: false,
      confirm: String(messages),
      run: async (reason) => {
        const client = await rest();
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
      <form
        className="panel-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!target) return;
          void action.run(async () => {
            const { messages } = await (await rest()).previewRedaction({ body: { target } });
            setCounted({ target, messages });
          });
        }}
      >
        <h2 id="redact">{en.operator.redactTitle}</h2>
        <p>{en.operator.redactText}</p>
        <div className="field">
          <label htmlFor={`${id}-ids`}>{en.operator.byIds}</label>
          <textarea
            id={`${id}-ids`}
            className="input mono"
            value={texts.ids}
            onChange={(event) => set("ids", event.target.value)}
          />
        </div>
        <h3>{en.operator.byStation}</h3>
        <div className="field">
          <label htmlFor={`${id}-station`}>{en.operator.stationId}</label>
          <input
            id={`${id}-station`}
            className="input"
            inputMode="numeric"
            value={texts.stationId}
            onChange={(event) => set("stationId", event.target.value)}
          />
        </div>
        {(["since", "until"] as const).map((name) => (
          <div key={name} className="field">
            <label htmlFor={`${id}-${name}`}>
              {name === "since" ? en.operator.from : en.operator.to} ({en.list.utc})
            </label>
            <input
              id={`${id}-${name}`}
              className="input"
              type="datetime-local"
              value={texts[name]}
              onChange={(event) => set(name, event.target.value)}
            />
          </div>
        ))}
        {action.error && <Failure error={action.error} />}
        <div className="row-actions">
          <button type="submit" className="button" disabled={!target || action.isRunning}>
            {en.operator.count}
          </button>
          {counted && counted.messages > 0 && (
            <button
              type="button"
              className="button button-danger"
              onClick={() => redact(counted.target, counted.messages)}
            >
              {en.operator.redact}
            </button>
          )}
        </div>
        <p role="status">
          {redacted !== null
            ? en.operator.redacted(count(redacted))
            : counted && en.operator.counted(count(counted.messages))}
        </p>
      </form>
      {dialog}
    </section>
  );
}
