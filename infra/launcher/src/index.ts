export { buildPage, buildPrograms } from "./built-files.ts";
export { freePorts } from "./servers/free-ports.ts";
export { bundleOf } from "./programs.ts";
export { Supervised } from "./processes/supervised.ts";
export { startPostgres } from "./servers/postgres.ts";
export { redisBinary } from "./servers/redis-binary.ts";
export { startRedis } from "./servers/redis.ts";
export type { RunningServer } from "./servers/server.ts";
export { type Instance, type InstanceOptions, startInstance } from "./instance.ts";
