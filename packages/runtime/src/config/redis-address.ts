/** The address of Redis: the URL of one server, or some nodes of a Cluster. */
export type RedisAddress =
  | { readonly kind: "server"; readonly at: ServerAddress }
  | {
      readonly kind: "cluster";
      /** One node or more; the client learns the others from it. */
      readonly nodes: readonly { readonly host: string; readonly port: number }[];
      readonly username: string | null;
      readonly password: string | null;
      readonly tls: boolean;
    };

/** One server: a URL, or a socket on this host, as clients take them. */
export type ServerAddress =
  | { readonly url: string }
  | { readonly path: string; readonly username?: string; readonly password?: string };

const schemes =
  "expected a URL that begins with redis://, rediss:// or unix:// (one server), or with redis+cluster:// or rediss+cluster:// (a Cluster)";
const clusterUrl = /^(rediss?)\+cluster:\/\/(?:([^@/]*)@)?([^@/?#]*)(.*)$/;
const notEncoded = "the user or the password is not percent-encoded correctly";
const portDefault = 6379;
const portMax = 65_535;

/**
 * Reads `REDIS_URL`: `redis[s]://[user:password@]host:port[/database]`, or a socket on this host as its path or as
 * `unix://[user:password@]localhost/path`, for one server; `redis[s]+cluster://[user:password@]host:port,host:port,…`
 * for a Cluster.
 *
 * @returns the address, or a description of the mistake. The description does not repeat the text,
 *   because it may contain a password.
 */
export function readRedisAddress(text: string): RedisAddress | { readonly mistake: string } {
  const cluster = clusterUrl.exec(text);
  if (cluster) return readCluster(cluster);
  if (text.startsWith("/")) return { kind: "server", at: { path: text } };
  if (text.startsWith("unix://")) return readSocket(text);
  if (!/^rediss?:\/\//.test(text)) return { mistake: schemes };
  const hosts = text.slice(text.lastIndexOf("@") + 1);
  if (hosts.includes(",")) {
    return { mistake: "several nodes need the scheme redis+cluster:// or rediss+cluster://" };
  }
  return URL.canParse(text)
    ? { kind: "server", at: { url: text } }
    : { mistake: "expected an address such as redis://host:6379" };
}

function readSocket(text: string): RedisAddress | { readonly mistake: string } {
  const url = URL.parse(text);
  if (url?.hostname !== "localhost" || url.pathname.length <= 1) {
    return {
      mistake: "expected the path of a socket such as unix://user@localhost/run/redis/redis.sock",
    };
  }
  try {
    const path = decodeURIComponent(url.pathname);
    const username = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    const user = { ...(username !== "" && { username }), ...(password !== "" && { password }) };
    return { kind: "server", at: { path, ...user } };
  } catch {
    return { mistake: notEncoded };
  }
}

function readCluster([, scheme, credentials, hosts, rest]: RegExpExecArray) {
  if (rest !== undefined && rest !== "" && rest !== "/") {
    return { mistake: "a Cluster has no numbered databases: remove the text after the nodes" };
  }
  const nodes = [];
  for (const host of (hosts ?? "").split(",")) {
    const node = readNode(host.trim());
    if (node === null) return { mistake: "expected nodes such as host:6379,host:6379" };
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
    return { mistake: notEncoded };
  }
}

/** Reads `host`, `host:port` or `[address]:port`. */
function readNode(text: string): { host: string; port: number } | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text);
  if (!match) return null;
  const port = Number(match[3] ?? portDefault);
  return port > 0 && port <= portMax ? { host: match[1] ?? match[2] ?? "", port } : null;
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}
