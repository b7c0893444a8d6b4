/** Where Redis is: one server, named by the URL that its client takes, or a Cluster by some of its nodes. */
export type RedisAddress =
  | { readonly kind: "server"; readonly url: string }
  | {
      readonly kind: "cluster";
      /** Some nodes are enough: they name the others. */
      readonly nodes: readonly { readonly host: string; readonly port: number }[];
      readonly username: string | null;
      readonly password: string | null;
      readonly tls: boolean;
    };

const schemes =
  "begin it with redis:// or rediss:// for one server, redis+cluster:// or rediss+cluster:// for a Cluster";
const clusterUrl = /^(rediss?)\+cluster:\/\/(?:([^@/]*)@)?([^@/?#]*)(.*)$/;
const portDefault = 6379;
const portMax = 65_535;

/**
 * Reads `REDIS_URL`: `redis[s]://[user:password@]host:port[/database]` or the path of a socket for
 * one server, `redis[s]+cluster://[user:password@]host:port,host:port,…` for a Cluster.
 *
 * @returns the address, or what is wrong with the text (which isn't repeated: it may hold a password).
 */
export function readRedisAddress(text: string): RedisAddress | { readonly mistake: string } {
  const cluster = clusterUrl.exec(text);
  if (cluster) return readCluster(cluster);
  if (text.startsWith("/")) return { kind: "server", url: text };
  if (!/^rediss?:\/\//.test(text)) return { mistake: schemes };
  const hosts = text.slice(text.lastIndexOf("@") + 1);
  if (hosts.includes(",")) {
    return { mistake: "several addresses are those of a Cluster: begin it with redis+cluster://" };
  }
  return URL.canParse(text)
    ? { kind: "server", url: text }
    : { mistake: "not an address like redis://host:6379" };
}

function readCluster([, scheme, credentials, hosts, rest]: RegExpExecArray) {
  if (rest !== undefined && rest !== "" && rest !== "/") {
    return { mistake: "a Cluster has no databases: nothing may follow its nodes" };
  }
  const nodes = [];
  for (const host of (hosts ?? "").split(",")) {
    const node = readNode(host.trim());
    if (node === null) return { mistake: "not nodes like host:6379,host:6379" };
    nodes.push(node);
  }
  const [username = "", ...password] = (credentials ?? "").split(":");
  try {
    return {
      kind: "cluster" as const,
      nodes,
      username: orNull(decodeURIComponent(username)),
      password: orNull(decodeURIComponent(password.join(":"))),
      tls: scheme === "rediss",
    };
  } catch {
    return { mistake: "its user or password is not percent-encoded" };
  }
}

/** `host`, `host:port` or `[address]:port`. */
function readNode(text: string): { host: string; port: number } | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text);
  if (!match) return null;
  const port = Number(match[3] ?? portDefault);
  return port > 0 && port <= portMax ? { host: match[1] ?? match[2] ?? "", port } : null;
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}
