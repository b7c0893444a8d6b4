import {
  type ActionToRecord,
  type Actor,
  processActor,
  recordAction,
} from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** The settings of a station that its owner may change; omitted ones stay. */
interface StationSettings {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly sourceType?: string | null | undefined;
  readonly showsExactPosition?: boolean | undefined;
  /** Shown to its owner only. */
  readonly hidden?: boolean | undefined;
  readonly keyPolicy?: "any" | "required" | undefined;
  /** Whether other users see who the owner is. */
  readonly acceptsMessages?: boolean | undefined;
}

/**
 * Changes a station, by its ident or by its id; with an account only when it is that one's.
 *
 * @returns its id and ident, null when there is no such station.
 */
export async function change(
  sql: Sql,
  which: { ident: string } | { id: number; accountId: string },
  settings: StationSettings,
  actor: Actor = processActor,
): Promise<{ id: number; ident: string } | null> {
  const { latitude, longitude, countryCode, sourceType, showsExactPosition, hidden } = settings;
  const { keyPolicy, acceptsMessages } = settings;
  const changes = [
    sql`updated_at = now()`,
    latitude === undefined ? null : sql`, latitude = ${latitude}`,
    longitude === undefined ? null : sql`, longitude = ${longitude}`,
    countryCode === undefined ? null : sql`, country_code = ${countryCode}`,
    sourceType === undefined ? null : sql`, source_type = ${sourceType}`,
    showsExactPosition === undefined ? null : sql`, shows_exact_position = ${showsExactPosition}`,
    hidden === undefined ? null : sql`, hidden = ${hidden}`,
    keyPolicy === undefined ? null : sql`, key_policy = ${keyPolicy}`,
    acceptsMessages === undefined ? null : sql`, accepts_messages = ${acceptsMessages}`,
  ].filter((one) => one !== null);
  const about = {
    actor,
    ...actionOf(settings),
    object: { kind: "station", id: sql`id` },
    accountId: sql`account_id`,
  };
  const isChange = changes.length > 1;
  const [row] = await sql<{ id: number; ident: string }[]>`
    with changed as (
      update stations set ${changes}
      where ${
        "ident" in which
          ? sql`ident = ${which.ident}`
          : sql`id = ${which.id} and account_id = ${which.accountId}`
      }
      returning id, ident, account_id
    ), recorded as (${recordAction(sql, about, sql`from changed where ${isChange}`)})
    select id, ident from changed`;
  return row ?? null;
}

/** A position is left out: an erasure of the station could not reach it. */
function actionOf(settings: StationSettings): Pick<ActionToRecord, "action" | "details"> {
  const { hidden, keyPolicy, showsExactPosition, acceptsMessages } = settings;
  const changed = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (hidden !== undefined && changed.length === 1) {
    return { action: hidden ? "station.hide" : "station.show" };
  }
  const details = { changed, hidden, keyPolicy, showsExactPosition, acceptsMessages };
  return { action: "station.set", details };
}
