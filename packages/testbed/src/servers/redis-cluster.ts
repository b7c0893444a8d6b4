import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePorts, redisBinary } from "@jetwire/launcher";
import { hasExited } from "./has-exited.ts";
import { until } from "../checks/until.ts";

/** A Redis Cluster on loopback: three masters with a replica each. Disposal stops it and removes its data. */
export interface RedisCluster extends AsyncDisposable {
  /** Its `REDIS_URL`. */
  readonly url: string;
  readonly ports: readonly number[];
  /** Returns the port of the master that holds a key. */
  masterOf(key: string): Promise<number>;
  /** Returns the ports of the masters that serve hash slots. */
  masters(): Promise<number[]>;
  /** Returns how many bytes of a master's writes its replica has not received. */
  replicationLag(port: number): Promise<number>;
  /** `kill -9`; resolves when the process has exited. */
  kill(port: number): Promise<void>;
  /**
   * Stops replication from a master. Its replica remains part of the Cluster, so everything written
   * from now on is lost if the master fails.
   */
  cutReplication(port: number): Promise<void>;
  /** SIGSTOP and SIGCONT: a frozen node keeps its connections and does not answer. */
  freeze(port: number): void;
  resume(port: number): void;
  /** Restarts a killed node with its data; it becomes the replica of its successor. */
  restart(port: number): Promise<void>;
  /** Resolves once every hash slot has a master and every master a connected replica. */
  untilComplete(): Promise<void>;
  /** Moves a key's hash slot with its data to another master, while it is in use. */
  moveSlotOf(key: string): Promise<void>;
  /** Runs a command on one node by `redis-cli`. */
  ask(port: number, ...command: readonly string[]): Promise<string>;
}

export interface RedisClusterOptions {
  /** Time after which a silent node counts as failed, in ms. Default: 1,500. */
  readonly nodeTimeoutMs?: number;
}

const run = promisify(execFile);
const mastersCount = 3;
const completeMsMax = 60_000;

/** Starts six `redis-server` processes and creates a Cluster of them. */
export async function startRedisCluster(options: RedisClusterOptions = {}): Promise<RedisCluster> {
  const { nodeTimeoutMs = 1_500 } = options;
  await using stack = new AsyncDisposableStack();
  const binary = await redisBinary(() => {});
  const directory = await mkdtemp(join(tmpdir(), "jetwire-cluster-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const children = new Map<number, ChildProcess>();
  const cutOff = new Set<number>();
  const frozen = new Set<number>();
  stack.defer(async () => {
    await Promise.all([...children.keys()].map(end));
  });
  const free = await freePorts(4 * mastersCount);
  const ports = free.slice(0, 2 * mastersCount);
  await Promise.all(
    ports.map((port, index) => startNode(port, free[2 * mastersCount + index] ?? 0)),
  );
  const busPorts = new Map(ports.map((port, index) => [port, free[2 * mastersCount + index] ?? 0]));
  await run("redis-cli", [
    "--cluster", "create", ...ports.map((port) => `127.0.0.1:${port}`),
    "--cluster-replicas", "1", "--cluster-yes",
  ]); // prettier-ignore

  async function startNode(port: number, busPort: number): Promise<void> {
    const dir = join(directory, String(port));
    await mkdir(dir, { recursive: true });
    const settings = {
      port: String(port),
      bind: "127.0.0.1",
      dir,
      save: "",
      appendonly: "yes",
      appendfsync: "everysec",
      "maxmemory-policy": "noeviction",
      "cluster-enabled": "yes",
      "cluster-port": String(busPort),
      "cluster-node-timeout": String(nodeTimeoutMs),
      // A failed master must not block access to the other hash slots.
      "cluster-require-full-coverage": "no",
      "cluster-allow-replica-migration": "no",
      "repl-diskless-sync-delay": "0",
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const child = spawn(binary, args, { stdio: "ignore" });
    children.set(port, child);
    await until(`the node at ${port}`, async () => {
      if (hasExited(child)) throw new Error(`the node at ${port} has ended`);
      return (await ask(port, "PING").catch(() => "")) === "PONG";
    });
  }

  async function end(port: number): Promise<void> {
    const child = children.get(port);
    if (child === undefined || hasExited(child)) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async function ask(port: number, ...command: readonly string[]): Promise<string> {
    const { stdout } = await run("redis-cli", ["-p", String(port), ...command], { timeout: 2_000 });
    return stdout.trim();
  }

  async function askAny(...command: readonly string[]): Promise<string> {
    for (const port of ports) {
      const child = children.get(port);
      if (child === undefined || hasExited(child) || frozen.has(port)) continue;
      const answer = await ask(port, ...command).catch(() => null);
      if (answer !== null) return answer;
    }
    throw new Error("No node of the Cluster answers");
  }

  async function nodes(): Promise<ClusterNode[]> {
    return (await askAny("CLUSTER", "NODES")).split("\n").map(readNode);
  }

  async function ownerOf(key: string): Promise<{ hashSlot: number; owner: ClusterNode }> {
    const hashSlot = Number(await askAny("CLUSTER", "KEYSLOT", key));
    const owner = await until(`a master of hash slot ${hashSlot}`, async () =>
      (await nodes()).find(({ hashSlots }) =>
        hashSlots.some(([from, to]) => from <= hashSlot && hashSlot <= to),
      ),
    );
    return { hashSlot, owner };
  }

  /** Whether all nodes report a complete Cluster, with a connected replica for each master. */
  async function isComplete(): Promise<boolean> {
    for (const port of ports) {
      const info = await ask(port, "CLUSTER", "INFO").catch(() => "");
      if (!info.includes("cluster_state:ok") || !info.includes("cluster_slots_ok:16384"))
        return false;
      const replication = await ask(port, "INFO", "replication").catch(() => "");
      if (replication.includes("role:master")) {
        if (!replication.includes("state=online")) return false;
      } else if (!replication.includes("master_link_status:up")) return false;
    }
    const masters = (await nodes()).filter(({ hashSlots }) => hashSlots.length > 0);
    return masters.length === mastersCount;
  }

  async function untilComplete(): Promise<void> {
    await until("the Cluster to be complete", isComplete, completeMsMax);
  }

  async function moveSlotOf(key: string): Promise<void> {
    const { hashSlot, owner } = await ownerOf(key);
    const target = (await nodes()).find(
      ({ hashSlots, id }) => hashSlots.length > 0 && id !== owner.id,
    );
    if (target === undefined) throw new Error("There is no other master");
    await ask(target.port, "CLUSTER", "SETSLOT", String(hashSlot), "IMPORTING", owner.id);
    await ask(owner.port, "CLUSTER", "SETSLOT", String(hashSlot), "MIGRATING", target.id);
    for (;;) {
      const found = await ask(owner.port, "CLUSTER", "GETKEYSINSLOT", String(hashSlot), "100");
      const names = found.split("\n").filter((name) => name !== "");
      if (names.length === 0) break;
      await ask(
        owner.port, "MIGRATE", "127.0.0.1", String(target.port), "", "0", "2000", "KEYS", ...names,
      ); // prettier-ignore
    }
    for (const { port } of [target, owner]) {
      await ask(port, "CLUSTER", "SETSLOT", String(hashSlot), "NODE", target.id);
    }
    await until(
      "the new owner of the hash slot",
      async () => (await ownerOf(key)).owner.id === target.id,
    );
  }

  /** A node that was just restarted is not known to the others immediately. */
  async function replicaOf(port: number): Promise<number> {
    const replica = await until(`a replica of the node at ${port}`, async () => {
      const all = await nodes();
      const master = all.find((node) => node.port === port);
      return all.find(({ masterId }) => masterId === master?.id);
    });
    return replica.port;
  }

  /** Sets a user that the master does not know, so that the replica cannot reconnect. */
  async function cutReplication(port: number): Promise<void> {
    const replica = await replicaOf(port);
    await ask(replica, "CONFIG", "SET", "masteruser", "nobody", "masterauth", "nothing");
    await ask(port, "CLIENT", "KILL", "TYPE", "replica");
    const isCut = async () =>
      (await ask(replica, "INFO", "replication")).includes("link_status:down");
    await until("replication to stop", isCut);
    cutOff.add(replica);
  }

  async function offsetOf(port: number, name: string): Promise<number> {
    const info = await ask(port, "INFO", "replication");
    return Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
  }

  async function restoreReplication(): Promise<void> {
    for (const port of cutOff) {
      await ask(port, "CONFIG", "SET", "masteruser", "", "masterauth", "");
      cutOff.delete(port);
    }
  }

  await untilComplete();
  const opened = stack.move();
  return {
    url: `redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(",")}`,
    ports,
    masterOf: async (key) => (await ownerOf(key)).owner.port,
    masters: async () =>
      (await nodes()).filter(({ hashSlots }) => hashSlots.length > 0).map(({ port }) => port),
    kill: end,
    freeze(port) {
      frozen.add(port);
      children.get(port)?.kill("SIGSTOP");
    },
    resume(port) {
      frozen.delete(port);
      children.get(port)?.kill("SIGCONT");
    },
    async replicationLag(port) {
      const replicated = await offsetOf(await replicaOf(port), "slave_repl_offset");
      return (await offsetOf(port, "master_repl_offset")) - replicated;
    },
    cutReplication,
    async restart(port) {
      await restoreReplication();
      await startNode(port, busPorts.get(port) ?? 0);
    },
    untilComplete,
    moveSlotOf,
    ask,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

interface ClusterNode {
  readonly id: string;
  /** `-` for a master. */
  readonly masterId: string;
  readonly port: number;
  /** Ranges of hash slots, first and last; none for a replica or a failed node. */
  readonly hashSlots: readonly (readonly [number, number])[];
}

/** Parses a line of `CLUSTER NODES`. */
function readNode(line: string): ClusterNode {
  const [id = "", address = "", flags = "", masterId = "", , , , , ...ranges] = line.split(" ");
  const serves = flags.includes("master") && !flags.includes("fail");
  const hashSlots = ranges
    .filter((range) => /^\d/.test(range))
    .map((range) => {
      const [from, to] = range.split("-").map(Number);
      return [from ?? 0, to ?? from ?? 0] as const;
    });
  return {
    id,
    masterId,
    port: Number(/:(\d+)@/.exec(address)?.[1]),
    hashSlots: serves ? hashSlots : [],
  };
}
