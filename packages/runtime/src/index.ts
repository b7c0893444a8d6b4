export { type Alarm, type AlarmTargets, createAlarm } from "./alarm.ts";
export { type AddressLimits, createAddressLimits } from "./address-limits.ts";
export { createBoundedMap } from "./bounded-map.ts";
export { type Cache, type CachedValue, cachedValue, createCache } from "./cache.ts";
export {
  addressNetwork,
  createClientAddress,
  createProxyTest,
  createRequestHost,
  createSharedTest,
  trustedProxiesVariable,
} from "./client-address.ts";
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
} from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { DeadlineError, withDeadline } from "./deadline.ts";
export { diskErrorText } from "./disk-error.ts";
export { ephemeralPortsWarning } from "./ephemeral-ports.ts";
export { createFairQueue } from "./fair-queue.ts";
export { acquireFileLock, FileLockedError } from "./file-lock.ts";
export { hashNetwork } from "./hash-network.ts";
export { createHealth, type Health } from "./health.ts";
export { type ConnectionBounds, limitConnections } from "./limit-connections.ts";
export { mailIsConfigured, mailVariables } from "./mail-variables.ts";
export { createLogger, type Logger } from "./logger.ts";
export { createMessageAge, type MessageAge } from "./message-age.ts";
export {
  type Counter,
  createMetrics,
  type Gauge,
  type Histogram,
  type Metrics,
} from "./metrics.ts";
export { backOffMs, pause } from "./pause.ts";
export { readVariable } from "./read-variable.ts";
export { readRedisAddress, type RedisAddress } from "./redis-address.ts";
export { createProcessIdentity, type ProcessIdentity } from "./process-identity.ts";
export { every, RetryTimeoutError, retryUntil } from "./repeat.ts";
export { currentRequestId, outsideRequests, requestIdHeader } from "./request-id.ts";
export { type ProcessContext, runProcess, type RunningService } from "./run-process.ts";
export { createKeyedSemaphore, createSemaphore, type Semaphore } from "./semaphore.ts";
export { type HttpListener, type ListenAddress, serveHttp } from "./serve-http.ts";
export { shareNext } from "./share-next.ts";
export { createSteadyClock } from "./steady-clock.ts";
export { createTaskGroup, type TaskGroup } from "./task-group.ts";
export { type ClockSkew, clockSkewMsMax, greatestSkewMs, watchClock } from "./watch-clock.ts";
export { createWaker, type Waker } from "./waker.ts";
export {
  messageTraceId,
  stageSpanId,
  type StageTrace,
  type TracedStage,
} from "./tracing/message-trace.ts";
export { openTracing, type Tracing } from "./tracing/tracing.ts";
