import { pause } from "@jetwire/runtime";
import type { TcpProxy } from "../servers/tcp-proxy.ts";
import type { PlannedFault } from "./fault-plan.ts";

/** Breaks, freezes or slows the connections of a link. @returns the proof, or null if there were none */
export async function linkFault(
  proxy: TcpProxy,
  { kind, lastsMs, delayMs }: PlannedFault,
): Promise<string | null> {
  const { connections, delayed } = proxy;
  if (kind === "link cut") {
    const cut = proxy.cut();
    return cut === 0 ? null : `${cut} connections cut`;
  }
  if (kind === "link slow") {
    proxy.slow(delayMs);
    await pause(lastsMs);
    proxy.slow(0);
    const count = proxy.delayed - delayed;
    return count === 0 ? null : `${count} chunks delayed by ${delayMs} ms`;
  }
  if (kind === "link refused") await proxy.refuse();
  else proxy.freeze();
  await pause(lastsMs);
  const during = Math.max(connections, proxy.connections);
  await proxy.recover();
  const what = kind === "link refused" ? "cut, then refused" : "frozen";
  return during === 0 ? null : `${during} connections ${what} for ${lastsMs} ms`;
}
