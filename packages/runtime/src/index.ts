export { type Alarm, type AlarmTargets, createAlarm } from "./metrics/alarm.ts";
export { type AddressSemaphore, createAddressSemaphore } from "./limits/address-limits.ts";
export { createBoundedMap } from "./caches/bounded-map.ts";
export { Cache, CachedValue } from "./caches/cache.ts";
export {
  addressNetwork,
  createClientAddress,
  createProxyTest,
  createRequestHost,
  createSharedTest,
  trustedProxiesVariable,
} from "./http/client-address.ts";
export {
  databaseVariables,
  integerVariable,
  portsVariable,
  portVariable,
  processVariables,
  readConfig,
  redisUrlVariable,
  redisVariables,
  switchVariable,
} from "./config/config.ts";
export { ConfigError } from "./config/config-error.ts";
export { DeadlineError, withDeadline } from "./timing/deadline.ts";
export { diskErrorText } from "./process/disk-error.ts";
export { ephemeralPortsWarning } from "./config/ephemeral-ports.ts";
export { createFairQueue } from "./limits/fair-queue.ts";
export { acquireFileLock, FileLockedError } from "./process/file-lock.ts";
export { hashNetwork } from "./http/hash-network.ts";
export { createHealth, type Health, readinessOf } from "./process/health.ts";
export { type ConnectionBounds, limitConnections } from "./limits/limit-connections.ts";
export { mailIsConfigured, mailVariables } from "./config/mail-variables.ts";
export { retentionVariables } from "./config/retention-variables.ts";
export { createLogger, type Logger } from "./logs/logger.ts";
export { createMessageAge, type MessageAge } from "./metrics/message-age.ts";
export {
  type Counter,
  createMetrics,
  type Gauge,
  type Histogram,
  type Metrics,
} from "./metrics/metrics.ts";
export { backOffMs, pause } from "./timing/pause.ts";
export { readVariable } from "./config/read-variable.ts";
export { readRedisAddress, type RedisAddress, type ServerAddress } from "./config/redis-address.ts";
export { createProcessIdentity, type ProcessIdentity } from "./process/process-identity.ts";
export { every, RetryTimeoutError, retryUntil } from "./timing/repeat.ts";
export { currentRequestId, outsideRequests, requestIdHeader } from "./logs/request-id.ts";
export { runProcess, runServices } from "./process/run-process.ts";
export { createService, type ProcessContext, type RunningService } from "./process/service.ts";
export { createKeyedSemaphore, createSemaphore, type Semaphore } from "./limits/semaphore.ts";
export { type HttpListener, type ListenAddress, serveHttp } from "./http/serve-http.ts";
export { shareNext } from "./timing/share-next.ts";
export { createSteadyClock } from "./timing/steady-clock.ts";
export { createTaskGroup, type TaskGroup } from "./process/task-group.ts";
export {
  type ClockSkew,
  clockSkewMsMax,
  greatestSkewMs,
  watchClock,
} from "./timing/watch-clock.ts";
export { waitTogetherMs } from "./timing/wait-together.ts";
export { createWaker, type Waker } from "./timing/waker.ts";
export {
  messageTraceId,
  stageSpanId,
  type StageTrace,
  type TracedStage,
} from "./tracing/message-trace.ts";
export { openTracing, type Tracing } from "./tracing/tracing.ts";
