import type { ActiveChannel } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Column, Table } from "../table/table.tsx";
import { Leaders } from "../ui/lead.tsx";
import { en } from "../text/en.ts";
import { count, decibels, megahertz } from "../text/numbers.ts";
import { age } from "../text/time.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { Age } from "../text/when.tsx";

const names = en.hf;
const leadersMax = 3;

const keyOf = ({ groundStationId, frequency }: ActiveChannel): string =>
  `${groundStationId} ${frequency}`;

/** The channels that are most likely received, as the answer of the page. */
export function ActiveLeaders(props: {
  channels: readonly ActiveChannel[];
  label: string;
}): ReactNode {
  const { channels, label } = props;
  return (
    <Leaders
      label={label}
      leaders={channels.slice(0, leadersMax).map((channel) => ({
        key: keyOf(channel),
        figure: <span className="nowrap">{megahertz(channel.frequency)}</span>,
        name: <GroundStationLink channel={channel} />,
        detail: evidenceOf(channel),
      }))}
    />
  );
}

function evidenceOf(channel: ActiveChannel): string {
  const { stations, stationsNear, ageSeconds, distance, sunElevation } = channel;
  const parts = [
    stations === 0 ? names.announced : names.by(stations),
    stationsNear > 0 && names.near(stationsNear),
    names.ago(age(ageSeconds * 1_000)),
    distance !== null && names.km(count(distance)),
    sunElevation !== null && names.sunAt(count(sunElevation)),
  ];
  return parts.filter((part) => part !== false).join(" · ");
}

function GroundStationLink({ channel }: { channel: ActiveChannel }): ReactNode {
  const { groundStation, groundStationId } = channel;
  return (
    <Link to="/ground-stations" search={{ g: groundStationId }}>
      <UntrustedText text={groundStation ?? groundStationId} />
    </Link>
  );
}

const columns: readonly Column<ActiveChannel>[] = [
  {
    head: names.frequency,
    className: "mono nowrap",
    cell: ({ frequency }) => megahertz(frequency),
  },
  { head: names.groundStation, cell: (channel) => <GroundStationLink channel={channel} /> },
  {
    head: names.squitter,
    className: "nowrap",
    cell: ({ squitterAt, announcedAt }) => {
      const at = squitterAt ?? announcedAt;
      return at !== null && <Age iso={at} />;
    },
  },
  {
    head: names.received,
    className: "nowrap",
    isWideOnly: true,
    cell: ({ receivedAt }) => receivedAt !== null && <Age iso={receivedAt} />,
  },
  {
    head: names.receptions,
    isNumber: true,
    isWideOnly: true,
    cell: ({ receptions }) => count(receptions),
  },
  {
    head: names.stations,
    isNumber: true,
    isWideOnly: true,
    cell: ({ stations }) => count(stations),
  },
  {
    head: names.aircraft,
    isNumber: true,
    isWideOnly: true,
    cell: ({ reporting }) => count(reporting),
  },
  {
    head: names.snr,
    isNumber: true,
    isWideOnly: true,
    className: "nowrap",
    cell: ({ snr }) => snr !== null && decibels(snr),
  },
  {
    head: names.distance,
    isNumber: true,
    isWideOnly: true,
    className: "nowrap",
    cell: ({ distance }) => distance !== null && names.km(count(distance)),
  },
  {
    head: names.sun,
    isNumber: true,
    isWideOnly: true,
    cell: ({ sunElevation }) => sunElevation !== null && names.degrees(count(sunElevation)),
  },
];

/** All channels that are active, with the evidence. */
export function ActiveTable({ channels }: { channels: readonly ActiveChannel[] }): ReactNode {
  return (
    <section aria-label={names.channels}>
      <h2>{names.channels}</h2>
      <Table rows={channels} keyOf={keyOf} caption={names.channels} columns={columns} isPanel />
    </section>
  );
}
