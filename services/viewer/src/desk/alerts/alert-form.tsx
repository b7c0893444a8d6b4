import type { AlertRule } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { endpoints } from "../../data/rest/endpoints.ts";
import { readProblem } from "../../data/rest/problem.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { alertFields, filterNameOf } from "../../entity/alert-fields.ts";
import { FilterField } from "../../filters/filter-field.tsx";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Field, optionsOf, Select } from "../../form/field.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/query-state/query-state.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { en } from "../../text/en.ts";
import { count } from "../../text/numbers.ts";
import { AlertDelivery } from "./alert-delivery.tsx";
import {
  type AlertTexts,
  describeAlertFilter,
  filterOfTexts,
  textsOfFilter,
} from "./alert-filter.ts";
import { useOwnStations } from "../own-stations.ts";
import "../../filters/filters.css";

const previewMs = 600;
const nameCharsMax = 64;

interface AlertFormProps {
  /** The rule to change; null for a new one. */
  readonly rule: AlertRule | null;
  readonly first: AlertTexts;
  /** The names of filters that a new rule should have had, and that rules do not have. */
  readonly leftOut?: readonly string[];
  onClose(): void;
}

/** Makes or changes an alert rule, and shows how often it would have matched. */
export function AlertForm({ rule, first, leftOut = [], onClose }: AlertFormProps): ReactNode {
  const stations = useOwnStations().data ?? [];
  const [kind, setKind] = useState("messages");
  const [texts, setTexts] = useState<AlertTexts>(rule?.filter ? textsOfFilter(rule.filter) : first);
  return (
    <Dialog title={rule ? en.alerts.edit : en.alerts.add} onClose={onClose} width="wide">
      {leftOut.length > 0 && <p className="warn">{en.alerts.leftOut(leftOut.join(", "))}</p>}
      <EndpointForm
        of={endpoints.addAlert}
        first={{
          name: rule?.name ?? nameOf(first),
          stationId: undefined,
          notify: rule?.notify ?? true,
          email: rule?.email ?? false,
        }}
        needs={kind === "station" ? ["stationId"] : []}
        send={async (client, { stationId, ...rest }) => {
          const filter = filterOfTexts(texts);
          if (rule) await client.changeAlert({ id: rule.id, body: { ...rest, filter } });
          else if (stationId === undefined) await client.addAlert({ body: { ...rest, filter } });
          else await client.addAlert({ body: { ...rest, stationId } });
        }}
        keys={[["alerts"]]}
        onDone={onClose}
        layout="dialog"
        kind="main"
        submit={en.alerts.save}
        others={<Button onClick={onClose}>{en.forms.cancel}</Button>}
      >
        {({ field, select, check }) => (
          <>
            <Field {...field("name")} label={en.alerts.name} />
            {!rule && stations.length > 0 && (
              <Select
                label={en.alerts.kind}
                options={optionsOf(en.alerts.kinds)}
                value={kind}
                onText={setKind}
              />
            )}
            {kind === "station" ? (
              <Select
                {...select("stationId")}
                label={en.alerts.station}
                options={[
                  { value: "", text: en.filters.any },
                  ...stations.map(({ id, ident }) => ({ value: id, text: ident })),
                ]}
              />
            ) : (
              <AlertFilterFields texts={texts} onChange={setTexts} />
            )}
            <AlertDelivery notify={check("notify")} email={check("email")} />
          </>
        )}
      </EndpointForm>
    </Dialog>
  );
}

interface AlertFilterFieldsProps {
  readonly texts: AlertTexts;
  onChange(texts: AlertTexts): void;
}

/** The filter of a rule of messages, and how often it would have matched. */
function AlertFilterFields({ texts, onChange }: AlertFilterFieldsProps): ReactNode {
  const preview = usePreview(texts);
  const faults = preview.error ? readProblem(preview.error).fields : {};
  const faultOf = (field: string) => faults[`filter.${field}`];
  const isSaid = alertFields.some((field) => faultOf(field) !== undefined);
  return (
    <>
      <p className="quiet small">{en.alerts.filterText}</p>
      <div className="alert-fields">
        {alertFields.map((field) => (
          <FilterField
            key={field}
            name={filterNameOf(field)}
            value={texts[field] ?? ""}
            without={["none"]}
            fault={faultOf(field)}
            onChange={(value) => onChange({ ...texts, [field]: value })}
          />
        ))}
      </div>
      <div aria-live="polite">
        {preview.error && !isSaid && <Failure error={preview.error} />}
        {preview.data && (
          <p className={preview.data.more ? "warn" : ""}>
            {en.alerts.preview(count(preview.data.matches), preview.data.more)}{" "}
            {preview.data.more && en.alerts.tooBroad}
          </p>
        )}
      </div>
    </>
  );
}

/** Names a rule after the filter that it begins with. */
function nameOf(texts: AlertTexts): string {
  return describeAlertFilter(filterOfTexts(texts)).slice(0, nameCharsMax);
}

/** Asks how often a filter would have matched, once nothing was changed for a moment. */
function usePreview(texts: AlertTexts) {
  const text = useDebounced(JSON.stringify(filterOfTexts(texts)), previewMs);
  return useRest(
    ["alert-preview", text],
    (client, signal) =>
      client.previewAlert(
        { body: { filter: JSON.parse(text) as ReturnType<typeof filterOfTexts> } },
        { signal },
      ),
    { isEnabled: text !== "{}", staleMs: 60_000 },
  );
}
