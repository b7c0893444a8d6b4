import type { GroundStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SourceType } from "../look/marks.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { position } from "../words/numbers.ts";
import { Age } from "../words/when.tsx";
import { Frequencies } from "./frequencies.tsx";
import { typeOf } from "./systems.ts";

const names = en.stations.ground;

interface GroundStationTableProps {
  readonly stations: readonly GroundStation[];
  readonly openId: string | undefined;
}

/** Ground stations with their frequencies; a name opens the details. */
export function GroundStationTable({ stations, openId }: GroundStationTableProps): ReactNode {
  return (
    <div className="table-scroll">
      <table className="table">
        <caption className="visually-hidden">{names.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{names.name}</th>
            <th scope="col">{names.kind}</th>
            <th scope="col" className="wide-only">
              {names.position}
            </th>
            <th scope="col" className="wide-only">
              {names.frequencies}
            </th>
            <th scope="col" className="wide-only">
              {names.lastReceived}
            </th>
            <th scope="col">{names.lastActive}</th>
          </tr>
        </thead>
        <tbody>
          {stations.map((station) => (
            <Row key={station.id} station={station} isOpen={station.id === openId} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ station, isOpen }: { station: GroundStation; isOpen: boolean }): ReactNode {
  const { id, system, name, address, latitude, longitude } = station;
  return (
    <tr data-open={isOpen || undefined}>
      <td>
        <Link
          to="/ground-stations"
          search={(all) => ({ ...all, g: id })}
          resetScroll={false}
          className="strong"
          aria-current={isOpen ? "true" : undefined}
        >
          <Foreign text={name ?? address} />
        </Link>
        {station.airports.length > 0 && (
          <span className="quiet">
            {" "}
            <Foreign text={station.airports.slice(0, 3).join(", ")} />
          </span>
        )}
      </td>
      <td>
        <SourceType type={typeOf(system)} />
      </td>
      <td className="wide-only nowrap mono">
        {latitude !== null && longitude !== null && position(latitude, longitude)}
      </td>
      <td className="wide-only">
        <Frequencies station={station} shownMax={4} />
      </td>
      <td className="wide-only nowrap">
        {station.lastHeardAt !== null && <Age iso={station.lastHeardAt} />}
      </td>
      <td className="nowrap">
        {station.lastActiveAt !== null && <Age iso={station.lastActiveAt} />}
      </td>
    </tr>
  );
}
