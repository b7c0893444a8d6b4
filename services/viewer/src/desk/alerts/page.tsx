import type { AlertRule } from "@jetwire/protocol";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { NeedsUser } from "../../app/needs-user.tsx";
import { PageTitle } from "../../app/page-title.tsx";
import { clock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { useCommand } from "../../data/rest/use-command.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { display } from "../../ui/display/display.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { UntrustedText, UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { age, shortTime } from "../../text/time.ts";
import { DeskWayBack } from "../desk-way-back.tsx";
import { AlertForm } from "./alert-form.tsx";
import { alertFilterOf, describeAlertFilter, leftOutOf } from "./alert-filter.ts";
import { useOwnStations } from "../own-stations.ts";
import "../desk.css";

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
          <Link to="/desk/destinations" className="button">
            {en.destinations.title}
          </Link>
          <Button kind="main" onClick={() => setEditing("new")}>
            {en.alerts.add}
          </Button>
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
          leftOut={leftOutOf(query)}
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
  const { id } = rule;
  const keys = [["alerts"]];
  const mute = useCommand(
    (client, mutedUntil: string | null) => client.changeAlert({ id, body: { mutedUntil } }),
    { keys },
  );
  const remove = useCommand((client) => client.removeAlert({ id }), { keys });
  const stations = useOwnStations();
  const isMuted = rule.mutedUntil !== null && Date.parse(rule.mutedUntil) > nowMs;
  const station = stations.data?.find((one) => one.id === rule.stationId);
  return (
    <li className="panel desk-station">
      <div className="choice-line">
        <strong>
          <UntrustedName text={rule.name} />
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
          <UntrustedName text={`${en.alerts.kinds.station}: ${station?.ident ?? rule.stationId}`} />
        ) : (
          <UntrustedText text={describeAlertFilter(rule.filter)} />
        )}
      </p>
      <div className="account-buttons">
        {rule.filter !== null && <Button onClick={onEdit}>{en.alerts.edit}</Button>}
        <Button
          disabled={mute.isRunning}
          onClick={() => mute.run(isMuted ? null : new Date(Date.now() + dayMs).toISOString())}
        >
          {isMuted ? en.alerts.unmute : en.alerts.mute}
        </Button>
        <Button kind="danger" aria-label={en.alerts.removeAsk(rule.name)} command={remove}>
          {en.alerts.remove}
        </Button>
      </div>
      <CommandFailure command={mute} />
      <CommandFailure command={remove} />
    </li>
  );
}
