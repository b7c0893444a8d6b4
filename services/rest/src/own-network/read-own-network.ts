import * as db from "@jetwire/db";
import type { LatestReceptions, NetworkStationRow, Sql } from "@jetwire/db";
import {
  type NetworkRefusal,
  networkRefusalsMax,
  type NetworkStation,
  type StationReject,
} from "@jetwire/protocol";
import { decoderVersion } from "./decoder-of.ts";

/** The stations and refusals of a network. */
export interface NetworkRead {
  readonly stations: readonly NetworkStation[];
  readonly refused: readonly NetworkRefusal[];
}

/** The network of who asks, and what they ask for. */
export interface NetworkAsked {
  /** The keyed hash of the network; null if networks are not compared. */
  readonly network: Uint8Array | null;
  readonly ident: string | undefined;
  /** Whether everybody may see the messages of stations that are not hidden. */
  readonly isPublic: boolean;
}

/**
 * The share of a station's hours from which on a network sees what only a feeder needs to know. Forged
 * messages under a foreign ident must not show it, however many they are.
 */
const feederShare = 0.1;

/** Reads what a network, or the station with an ident, shows to who asks. */
export async function readOwnNetwork(
  sql: Sql,
  asked: NetworkAsked,
  nowMs: number,
): Promise<NetworkRead> {
  const { network, ident } = asked;
  const rows =
    network === null && ident === undefined
      ? []
      : await db.stations.listOfNetwork(sql, { network, ident });
  const ids = rows.map(({ id }) => id);
  const [messages, usual, rejects, refused] = await Promise.all([
    db.stationActivity.readLatestReceptions(sql, ids, nowMs),
    db.messages.usualPerHourOf(sql, ids, nowMs),
    db.stationRejects.listOfStations(sql, ids),
    network === null ? [] : db.networkRejects.list(sql, network, networkRefusalsMax),
  ]);
  const stations = rows.map((row) => ({
    ...stationOf(row, messages.get(row.id)),
    lastMessage: lastMessageOf(row, messages.get(row.id), asked),
    messagesPerMinute: {
      now: messages.get(row.id)?.perMinute ?? 0,
      usual: perMinute(usual.get(row.id)),
    },
    refused: isFeeder(row) ? (rejects.get(row.id) ?? []) : null,
  }));
  return { stations, refused: refused.filter((one) => isMeant(one, asked, stations)) };
}

function stationOf(
  { claim, ...shown }: NetworkStationRow,
  messages: LatestReceptions | undefined,
): Omit<NetworkStation, "lastMessage" | "messagesPerMinute" | "refused"> {
  const { source = null, raw = null, clock = null } = messages ?? {};
  const isDisputable = mayDispute(shown, claim);
  return {
    ...shown,
    clock,
    decoder: source === null ? null : { name: source, version: decoderVersion(raw) },
    claim: claim && {
      at: claim.at,
      provisional: claim.provisional,
      username: isDisputable ? claim.username : null,
      disputable: isDisputable && !claim.disputed,
      disputed: isDisputable && claim.disputed,
    },
    provable: claim === null && shown.evidence?.result === "proven",
  };
}

/**
 * Returns whether a network may dispute the owner of a station: it sent on an earlier day than that of the
 * claim, or is one of its networks a short time after the claim.
 */
export function mayDispute(
  station: Pick<NetworkStationRow, "share">,
  claim: NetworkStationRow["claim"],
): boolean {
  return claim !== null && (claim.earlier || (claim.recent && isFeeder(station)));
}

function isFeeder({ share }: Pick<NetworkStationRow, "share">): boolean {
  return (share ?? 0) >= feederShare;
}

function lastMessageOf(
  row: NetworkStationRow,
  messages: LatestReceptions | undefined,
  { isPublic }: NetworkAsked,
): NetworkStation["lastMessage"] {
  if (!isPublic && !isFeeder(row)) return null;
  return messages?.last ?? null;
}

function perMinute(perHour: number | undefined): number | null {
  return perHour === undefined ? null : Math.round(perHour / 6) / 10;
}

/** Returns whether a refusal is listed: those that its station shows are not repeated. */
function isMeant(
  { ident }: NetworkRefusal,
  asked: NetworkAsked,
  stations: readonly { ident: string; refused: readonly StationReject[] | null }[],
): boolean {
  if (asked.ident !== undefined && ident !== asked.ident) return false;
  return !stations.some((station) => station.ident === ident && station.refused !== null);
}
