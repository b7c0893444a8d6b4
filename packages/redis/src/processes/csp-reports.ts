import { CspReport } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

const keptMax = 50;
const keptSeconds = 7 * 86_400;

/** The last violations of the page's policy. Every method rejects when Redis does not answer. */
export type CspReportStore = ReturnType<typeof createCspReportStore>;

export function createCspReportStore(redis: RedisClient, keys: Keys) {
  const { cspReports } = keys;
  return {
    async add(report: CspReport): Promise<void> {
      await redis.lpush(cspReports, JSON.stringify(report));
      await redis.ltrim(cspReports, 0, keptMax - 1);
      await redis.expire(cspReports, keptSeconds);
    },
    /** Returns the last 50, newest first. */
    async list(): Promise<CspReport[]> {
      const texts = await redis.lrange(cspReports, 0, keptMax - 1);
      return texts.flatMap((text) => {
        const report = CspReport.safeParse(JSON.parse(text));
        return report.success ? [report.data] : [];
      });
    },
  };
}
