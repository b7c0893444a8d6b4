/** Returns the address of a server at another port of its host, where a proxy or a connection pooler is. */
export function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
