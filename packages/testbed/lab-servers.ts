import { startPostgres, startRedis } from "/work/main/infra/launcher/src/index.ts";
import { migrate } from "@jetwire/db";
const log = (l: unknown) => console.log(l);
const r = await startRedis({ dir: "/tmp/lab/redis", port: 7801, log } as never);
const p = await startPostgres({ dir: "/tmp/lab/pg", port: 7802, log } as never);
console.log(r.url, p.url);
console.log(await migrate(p.url));
setInterval(() => {}, 1000);
