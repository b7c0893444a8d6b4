import type { ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SourceType } from "../look/marks.tsx";
import { countryName } from "../words/country.ts";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";
import { count, percent } from "../words/numbers.ts";
import { Age } from "../words/when.tsx";
import { StateMark } from "./state-mark.tsx";
import { lastHour } from "./last-hour.ts";
import { stationState } from "./station-state.ts";

const names = en.stations;

/** Stations with their state and their rates. */
export function StationTable({ stations }: { stations: readonly ListedStation[] }): ReactNode {
  return (
    <div className="table-scroll">
      <table className="table">
        <caption className="visually-hidden">{names.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{names.station}</th>
            <th scope="col" className="wide-only">
              {names.type}
            </th>
            <th scope="col">{names.state}</th>
            <th scope="col" className="wide-only">
              {names.country}
            </th>
            <th scope="col" className="wide-only number" title={names.now}>
              {names.nowShort}
            </th>
            <th scope="col" className="wide-only number" title={names.usual}>
              {names.usualShort}
            </th>
            <th scope="col" className="wide-only number" title={names.firstHint}>
              {names.firstShare}
            </th>
            <th scope="col" className="wide-only number">
              {names.stored}
            </th>
            <th scope="col">{names.lastMessage}</th>
          </tr>
        </thead>
        <tbody>
          {stations.map((station) => (
            <StationRow key={station.id} station={station} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StationRow({ station }: { station: ListedStation }): ReactNode {
  const { id, ident, sourceType, countryCode, lastHeardAt } = station;
  const rates = station.rates?.messagesPerHour;
  const laterShare = station.rates?.laterShare ?? null;
  return (
    <tr>
      <td>
        <Link to="/stations/$id" params={{ id: String(id) }} className="strong" title={ident}>
          <ForeignName text={shortIdent(ident)} />
        </Link>
        {sourceType !== null && (
          <span className="narrow-only">
            <SourceType type={sourceType} />
          </span>
        )}
        {station.simulated && (
          <>
            {" "}
            <span className="badge badge-dashed quiet wide-only">{names.simulated}</span>
          </>
        )}
      </td>
      <td className="wide-only">{sourceType !== null && <SourceType type={sourceType} />}</td>
      <td>
        <StateMark state={stationState(station, rates)} />
      </td>
      <td className="wide-only">{countryCode !== null && countryName(countryCode)}</td>
      <td className="wide-only number">{rates && lastHour(rates)}</td>
      <td className="wide-only number">{rates?.usual != null && count(rates.usual)}</td>
      <td className="wide-only number">{laterShare !== null && percent(1 - laterShare)}</td>
      <td className="wide-only number">{count(station.messagesCount)}</td>
      <td className="nowrap">{lastHeardAt !== null && <Age iso={lastHeardAt} />}</td>
    </tr>
  );
}
