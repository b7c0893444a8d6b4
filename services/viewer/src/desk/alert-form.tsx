import type { AlertRule } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { FilterField } from "../filters/filter-field.tsx";
import { Dialog } from "../look/dialog.tsx";
import { Failure } from "../look/query-state.tsx";
import { useDebounced } from "../look/use-debounced.ts";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { AlertDelivery } from "./alert-delivery.tsx";
import {
  alertFields,
  type AlertTexts,
  describeAlertFilter,
  filterNameOf,
  filterOfTexts,
  textsOfFilter,
} from "./alert-filter.ts";
import { useOwnStations } from "./own-stations.ts";
import "../filters/filters.css";

const previewMs = 600;
const nameCharsMax = 64;

interface AlertFormProps {
  /** The rule to change; null for a new one. */
  readonly rule: AlertRule | null;
  readonly first: AlertTexts;
  onClose(): void;
}

/** Makes or changes an alert rule, and shows how often it would have matched. */
export function AlertForm({ rule, first, onClose }: AlertFormProps): ReactNode {
  const id = useId();
  const queries = useQueryClient();
  const action = useAction();
  const stations = useOwnStations();
  const [name, setName] = useState(rule?.name ?? nameOf(first));
  const [kind, setKind] = useState<"messages" | "station">("messages");
  const [stationId, setStationId] = useState("");
  const [texts, setTexts] = useState<AlertTexts>(rule?.filter ? textsOfFilter(rule.filter) : first);
  const [notify, setNotify] = useState(rule?.notify ?? true);
  const [email, setEmail] = useState(rule?.email ?? false);
  const own = stations.data ?? [];

  async function save(): Promise<void> {
    const client = await rest();
    const filter = filterOfTexts(texts);
    if (rule) await client.changeAlert({ id: rule.id, body: { name, filter, notify, email } });
    else if (kind === "messages") {
      await client.addAlert({ body: { name, filter, notify, email } });
    } else await client.addAlert({ body: { name, stationId: Number(stationId), notify, email } });
    await queries.invalidateQueries({ queryKey: ["alerts"] });
    onClose();
  }

  return (
    <Dialog title={rule ? en.alerts.edit : en.alerts.add} onClose={onClose} width="wide">
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(save);
        }}
      >
        <div className="field">
          <label htmlFor={`${id}-name`}>{en.alerts.name}</label>
          <input
            id={`${id}-name`}
            className="input"
            required
            maxLength={nameCharsMax}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        {!rule && own.length > 0 && (
          <div className="field">
            <label htmlFor={`${id}-kind`}>{en.alerts.kind}</label>
            <select
              id={`${id}-kind`}
              className="select"
              value={kind}
              onChange={(event) => setKind(event.target.value as typeof kind)}
            >
              {Object.entries(en.alerts.kinds).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        )}
        {kind === "station" ? (
          <div className="field">
            <label htmlFor={`${id}-station`}>{en.alerts.station}</label>
            <select
              id={`${id}-station`}
              className="select"
              required
              value={stationId}
              onChange={(event) => setStationId(event.target.value)}
            >
              <option value="">{en.filters.any}</option>
              {own.map((station) => (
                <option key={station.id} value={station.id}>
                  {station.ident}
                </option>
              ))}
            </select>
          </div>
        ) : (
          <>
            <p className="quiet small">{en.alerts.filterText}</p>
            <div className="alert-fields">
              {alertFields.map((field) => (
                <FilterField
                  key={field}
                  name={filterNameOf(field)}
                  value={texts[field] ?? ""}
                  without={["none"]}
                  onChange={(value) => setTexts({ ...texts, [field]: value })}
                />
              ))}
            </div>
            <Preview texts={texts} />
          </>
        )}
        <AlertDelivery notify={notify} email={email} onNotify={setNotify} onEmail={setEmail} />
        {action.error && <Failure error={action.error} />}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {en.alerts.cancel}
          </button>
          <button type="submit" className="button button-main" disabled={action.isRunning}>
            {en.alerts.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Names a rule after the filter that it begins with. */
function nameOf(texts: AlertTexts): string {
  return describeAlertFilter(filterOfTexts(texts)).slice(0, nameCharsMax);
}

function Preview({ texts }: { texts: AlertTexts }): ReactNode {
  const text = useDebounced(JSON.stringify(filterOfTexts(texts)), previewMs);
  const preview = useRest(
    ["alert-preview", text],
    (client, signal) =>
      client.previewAlert(
        { body: { filter: JSON.parse(text) as ReturnType<typeof filterOfTexts> } },
        { signal },
      ),
    { isEnabled: text !== "{}", staleMs: 60_000 },
  );
  return (
    <div aria-live="polite">
      {preview.error && <Failure error={preview.error} />}
      {preview.data && (
        <p className={preview.data.more ? "warn" : ""}>
          {en.alerts.preview(count(preview.data.matches), preview.data.more)}{" "}
          {preview.data.more && en.alerts.tooBroad}
        </p>
      )}
    </div>
  );
}
