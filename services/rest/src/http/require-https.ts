import { isIPv4 } from "node:net";
import { AppError } from "@jetwire/protocol";
import type { Request } from "express";

/**
 * Refuses plain HTTP from other machines, because it would send keys unencrypted. Behind a trusted
 * proxy, the proxy's headers give the client's address and scheme.
 *
 * @throws AppError `https_required`
 */
export function requireHttps(request: Request): void {
  if (request.secure || isLoopback(request.ip ?? "")) return;
  throw new AppError("https_required", "Use HTTPS: plain HTTP would expose your API key");
}

function isLoopback(address: string): boolean {
  const ipv4 = address.replace(/^::ffff:/, "");
  return isIPv4(ipv4) ? ipv4.startsWith("127.") : ipv4 === "::1";
}
