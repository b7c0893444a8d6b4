const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a text is an https URL, or an http URL of this machine, without a user name. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
}
