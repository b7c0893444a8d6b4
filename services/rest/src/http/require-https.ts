import { isIP } from "node:net";
import { AppError } from "@jetwire/protocol";
import type { Request } from "express";

/**
 * Refuses plain HTTP from outside this machine: a key would travel in clear. Behind a trusted proxy
 * the client's address and scheme are what the proxy says they are.
 *
 * @throws AppError `https_required`
 */
export function requireHttps(request: Request): void {
  if (request.secure || isLoopback(request.ip ?? "")) return;
  throw new AppError("https_required", "Use HTTPS: plain HTTP would show your API key to others");
}

function isLoopback(address: string): boolean {
  const plain = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  if (isIP(plain) === 4) return plain.startsWith("127.");
  return plain === "::1";
}
