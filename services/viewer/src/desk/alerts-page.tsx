import type { AlertRule } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { clock } from "../data/clock.ts";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { Failure, QueryState } from "../look/query-state.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { age, shortTime } from "../words/time.ts";
import { DeskWayBack } from "./desk-way-back.tsx";
import { AlertForm } from "./alert-form.tsx";
import { alertFilterOf, describeAlertFilter } from "./alert-filter.ts";
import { useOwnStations } from "./own-stations.ts";
import "./desk.css";

const route = getRouteApi("/desk/alerts");
const dayMs = 86_400_000;

/** The page of the account's alert rules. */
export function AlertsPage(): ReactNode {
  return (
    <NeedsUser title={en.alerts.title} purpose={en.alerts.purpose}>
      <Alerts />
    </NeedsUser>
  );
}

function Alerts(): ReactNode {
  const query = route.useSearch();
  const navigate = route.useNavigate();
  // An address with a filter begins a rule with it.
  const first = alertFilterOf(query);
  const [editing, setEditing] = useState<AlertRule | "new" | null>(null);
  const rules = useRest(["alerts"], (client, signal) =>
    Array.fromAsync(client.listAlerts({}, { signal })),
  );
  const isEditing = editing !== null || Object.keys(first).length > 0;
  return (
    <div className="page">
      <div className="page-head">
        <DeskWayBack />
        <PageTitle text={en.alerts.title} />
        <div className="page-commands">
          <button type="button" className="button button-main" onClick={() => setEditing("new")}>
            {en.alerts.add}
          </button>
        </div>
      </div>
      <div className="page-body desk-narrow">
        <p className="quiet">{en.alerts.purpose}</p>
        <QueryState query={rules} lines={3}>
          {(shown) =>
            shown.length === 0 ? (
              <p className="empty">{en.alerts.none}</p>
            ) : (
              <ul className="desk-stations">
                {shown.map((rule) => (
                  <RuleRow key={rule.id} rule={rule} onEdit={() => setEditing(rule)} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </div>
      {isEditing && (
        <AlertForm
          rule={editing === "new" ? null : editing}
          first={first}
          onClose={() => {
            setEditing(null);
            void navigate({ search: {}, replace: true });
          }}
        />
      )}
    </div>
  );
}

function RuleRow({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(clock);
  const queries = useQueryClient();
  const action = useAction();
  const stations = useOwnStations();
  const isMuted = rule.mutedUntil !== null && Date.parse(rule.mutedUntil) > nowMs;
  const station = stations.data?.find((one) => one.id === rule.stationId);
  async function change(step: () => Promise<unknown>): Promise<void> {
    await action.run(async () => {
      await step();
      await queries.invalidateQueries({ queryKey: ["alerts"] });
    });
  }
  return (
    <li className="panel desk-station">
      <div className="choice-line">
        <strong>
          <ForeignName text={rule.name} />
        </strong>
        <span className="quiet small">
          {isMuted && rule.mutedUntil !== null
            ? en.alerts.mutedUntil(shortTime(rule.mutedUntil, zone, nowMs))
            : rule.lastMatchedAt === null
              ? rule.filter !== null && en.alerts.noMatch
              : en.alerts.lastMatch(age(nowMs - Date.parse(rule.lastMatchedAt)))}
        </span>
      </div>
      <p>
        {rule.filter === null ? (
          <ForeignName text={`${en.alerts.kinds.station}: ${station?.ident ?? rule.stationId}`} />
        ) : (
          <Foreign text={describeAlertFilter(rule.filter)} />
        )}
      </p>
      <div className="account-buttons">
        {rule.filter !== null && (
          <button type="button" className="button" onClick={onEdit}>
            {en.alerts.edit}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() =>
            void change(async () => {
              const mutedUntil = isMuted ? null : new Date(Date.now() + dayMs).toISOString();
              await (await rest()).changeAlert({ id: rule.id, body: { mutedUntil } });
            })
          }
        >
          {isMuted ? en.alerts.unmute : en.alerts.mute}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-label={en.alerts.removeAsk(rule.name)}
          disabled={action.isRunning}
          onClick={() =>
            void change(async () => {
              await (await rest()).removeAlert({ id: rule.id });
            })
          }
        >
          {en.alerts.remove}
        </button>
      </div>
      {action.error && <Failure error={action.error} />}
    </li>
  );
}
