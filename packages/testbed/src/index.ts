export * from "./feeding/acarsdec-line.ts";
export * from "./deployment/add-feeder.ts";
export * from "./servers/test-database.ts";
export * from "./servers/test-message.ts";
export * from "./servers/test-whole.ts";
export { withPort } from "./servers/with-port.ts";
export { startClusterScenario } from "./cluster/cluster-scenario.ts";
export { injectClusterFault, type FaultResult, faultNames } from "./cluster/faults.ts";
export { type ClusterResult, readClusterResult } from "./cluster/cluster-result.ts";
export { compileCache } from "./deployment/compile-cache.ts";
export { programOf } from "./deployment/program-of.ts";
export * from "./feeding/accounting.ts";
export { type DeployedGateway, type Deployment, startDeployment } from "./deployment/deployment.ts";
export { type GatewayProcess, startGatewayProcess } from "./deployment/gateway-process.ts";
export { startWorkerProcess } from "./deployment/worker-process.ts";
export * from "./checks/decoder-corpus.ts";
export * from "./checks/describe-unless.ts";
export { checkDocument } from "./checks/document-check.ts";
export { testSigningKeySecret } from "./tokens/signing-key-secret.ts";
export { faultyTokens } from "./tokens/faulty-tokens.ts";
export {
  authIssuers,
  encodeToken,
  makeIssuerKey,
  otherIssuer,
  unsignedToken,
} from "./tokens/issued-token.ts";
export { type KeyServer, startKeyServer } from "./tokens/key-server.ts";
export { findPython } from "./checks/python.ts";
export { isInstalled } from "./checks/is-installed.ts";
export * from "./checks/until.ts";
export { createSeededRandom, type SeededRandom } from "@jetwire/simulator";
export { clientFrame } from "./fuzz/client-frame.ts";
export {
  brokenFrame,
  hostileEvent,
  hostileJson,
  malformedPacket,
  nested,
} from "./fuzz/hostile-frames.ts";
export { hostileText, mutateBytes, mutateValue } from "./fuzz/mutations.ts";
export { jetwire } from "./deployment/jetwire.ts";
export { type OperatedRest, startOperatedRest } from "./deployment/operated-rest.ts";
export * from "./feeding/post-lines.ts";
export { addSentHours } from "./feeding/sent-hours.ts";
export { createPersistentFeeder } from "./feeding/persistent-feeder.ts";
export { buildPage, freePorts } from "@jetwire/launcher";
export { type AcarsRouter, noAcarsRouter, startAcarsRouter } from "./servers/acars-router.ts";
export { type RedisCluster, startRedisCluster } from "./servers/redis-cluster.ts";
export { startS3 } from "./servers/s3-stand-in.ts";
export { startTcpProxy } from "./servers/tcp-proxy.ts";
export { startReplicatedDatabase } from "./servers/replicated-database.ts";
export { startOwnDatabase } from "./servers/own-database.ts";
export * from "./servers/test-redis.ts";
export type { InjectedFault } from "./rig/inject-fault.ts";
export { runSlice, type SliceResult } from "./rig/run-slice.ts";
export { applyMutant, type Mutant } from "./mutants/mutant.ts";
export { mutants } from "./mutants/mutants.ts";
export { type OidcIssuer, startOidcIssuer } from "./oidc/oidc-issuer.ts";
export { type MailCatcher, startMailCatcher } from "./mail/mail-catcher.ts";
export { type Receiver, startReceiver } from "./deliveries/receiver.ts";
export { createSoftwareAuthenticator } from "./passkeys/software-authenticator.ts";
export { connectFeed } from "./clients/feed-client.ts";
export { connectToFeed } from "./clients/reconnecting-client.ts";
export { openHalfRequests } from "./clients/half-open.ts";
export { canaryRun, processOf, wellAtMs, wellFacts } from "./health/well-facts.ts";
