export { LaunchError } from "./launch-error.ts";
export { startPostgres } from "./servers/postgres.ts";
export { redisBinary } from "./servers/redis-binary.ts";
export { startRedis } from "./servers/redis.ts";
export type { RunningServer, ServerOptions } from "./servers/server.ts";
export { type Instance, startInstance } from "./instance.ts";
export type { Ready } from "./ready-file.ts";
