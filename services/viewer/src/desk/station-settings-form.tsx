import type { Station } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { en } from "../words/en.ts";

type Policy = NonNullable<Station["settings"]>["keyPolicy"];

/** Position, visibility and key policy of a station. */
export function StationSettingsForm({
  station,
  settings,
}: {
  station: Station;
  settings: NonNullable<Station["settings"]>;
}): ReactNode {
  const id = useId();
  const queries = useQueryClient();
  const action = useAction();
  const [latitude, setLatitude] = useState(textOf(station.latitude));
  const [longitude, setLongitude] = useState(textOf(station.longitude));
  const [exact, setExact] = useState(settings.showsExactPosition);
  const [hidden, setHidden] = useState(settings.hidden);
  const [acceptsMessages, setAcceptsMessages] = useState(settings.acceptsMessages);
  const [policy, setPolicy] = useState<Policy>(settings.keyPolicy);
  const [isSaved, setSaved] = useState(false);
  return (
    <form
      className="panel desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        setSaved(false);
        void action.run(async () => {
          await (
            await rest()
          ).changeStation({
            id: String(station.id),
            body: {
              latitude: numberOf(latitude),
              longitude: numberOf(longitude),
              showsExactPosition: exact,
              hidden,
              acceptsMessages,
              keyPolicy: policy,
            },
          });
          setSaved(true);
          await queries.invalidateQueries({ queryKey: ["station", String(station.id)] });
        });
      }}
    >
      <h2>{en.stationSettings.position}</h2>
      <div className="two-fields">
        <div className="field">
          <label htmlFor={`${id}-lat`}>{en.stationSettings.latitude}</label>
          <input
            id={`${id}-lat`}
            className="input"
            inputMode="decimal"
            pattern="-?[0-9]+([.][0-9]+)?"
            value={latitude}
            onChange={(event) => setLatitude(event.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-lon`}>{en.stationSettings.longitude}</label>
          <input
            id={`${id}-lon`}
            className="input"
            inputMode="decimal"
            pattern="-?[0-9]+([.][0-9]+)?"
            value={longitude}
            onChange={(event) => setLongitude(event.target.value)}
          />
        </div>
      </div>
      <label className="check-line">
        <input
          type="checkbox"
          className="check"
          checked={exact}
          onChange={(event) => setExact(event.target.checked)}
        />
        {en.stationSettings.exact}
      </label>
      <label className="check-line">
        <input
          type="checkbox"
          className="check"
          checked={hidden}
          onChange={(event) => setHidden(event.target.checked)}
        />
        {en.stationSettings.hidden}
      </label>
      <label className="check-line">
        <input
          type="checkbox"
          className="check"
          checked={acceptsMessages}
          onChange={(event) => setAcceptsMessages(event.target.checked)}
        />
        {en.stationSettings.acceptsMessages}
      </label>
      <div className="field">
        <label htmlFor={`${id}-policy`}>{en.stationSettings.policy}</label>
        <select
          id={`${id}-policy`}
          className="select"
          value={policy}
          onChange={(event) => setPolicy(event.target.value as Policy)}
        >
          {Object.entries(en.stationSettings.policies).map(([value, text]) => (
            <option key={value} value={value} disabled={value === "required" && !settings.proven}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <SensitiveFailure action={action} />
      <div className="account-buttons">
        <button type="submit" className="button button-main" disabled={action.isRunning}>
          {en.stationSettings.save}
        </button>
        {isSaved && (
          <p className="good" role="status">
            {en.stationSettings.saved}
          </p>
        )}
      </div>
    </form>
  );
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
