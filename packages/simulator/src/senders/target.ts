export interface HostPort {
  readonly host: string;
  readonly port: number;
}

const PORT_MAX = 65_535;

/** `127.0.0.1:5550`, `feed.example:5550` or `[::1]:5550`; null when it is none of these. */
export function parseHostPort(text: string): HostPort | null {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port < 1 || port > PORT_MAX ? null : { host, port };
}
