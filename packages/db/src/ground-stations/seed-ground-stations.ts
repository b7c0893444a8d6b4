import { hfdlGroundStations } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** Writes names and positions of the ground stations of HFDL according to the system table. */
export async function seedGroundStations(sql: Sql): Promise<void> {
  await sql`
    insert into ground_stations (id, system, address, name, latitude, longitude, position_source)
    select 'hfdl-' || number, 'hfdl', number, name, latitude, longitude, 'reference'
    from unnest(
      ${hfdlGroundStations.map(({ id }) => String(id))}::text[],
      ${hfdlGroundStations.map(({ name }) => name)}::text[],
      ${hfdlGroundStations.map(({ latitude }) => latitude)}::float8[],
      ${hfdlGroundStations.map(({ longitude }) => longitude)}::float8[]
    ) as listed (number, name, latitude, longitude)
    on conflict (id) do update set
      name = excluded.name,
      latitude = excluded.latitude,
      longitude = excluded.longitude,
      position_source = excluded.position_source
    where (ground_stations.name, ground_stations.latitude, ground_stations.longitude,
      ground_stations.position_source) is distinct from
      (excluded.name, excluded.latitude, excluded.longitude, excluded.position_source)`;
}
