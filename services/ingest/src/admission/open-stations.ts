import { type Database, findByIdents, registerStation } from "@jetwire/db";
import { type Keys, readStationIds, type RedisClient, writeStationIds } from "@jetwire/redis";
import type { IngestConfig } from "../config.ts";
import { createStations, type Stations } from "./stations.ts";

const queryMs = 3_000;
/** Idents of the simulator begin so, in whatever decoder's format. */
const simulatedPrefix = "SIM-";

/** Stations looked up in Redis' copy, then in Postgres, where new ones are made. */
export function openStations(
  config: IngestConfig,
  { redis, keys, database }: { redis: RedisClient; keys: Keys; database: Database },
): Stations {
  return createStations(
    {
      readCopy: (idents) => readStationIds(redis, keys, idents),
      writeCopy: (ids) => writeStationIds(redis, keys, ids),
      find: (idents) => database.withQueryDeadline((sql) => findByIdents(sql, idents), queryMs),
      register({ ident, sourceType }) {
        const simulated = ident.startsWith(simulatedPrefix);
        return database.withQueryDeadline(
          (sql) => registerStation(sql, { ident, sourceType, simulated }),
          queryMs,
        );
      },
    },
    {
      newPerAddressMax: config.INGEST_NEW_STATIONS_PER_ADDRESS_MAX,
      newMax: config.INGEST_NEW_STATIONS_MAX,
    },
  );
}
