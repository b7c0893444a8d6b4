import type { Quota } from "@jetwire/redis";
import { connectionOf } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { AddressLimits } from "../limits/address-limits.ts";
import { reserveConnectionSlots } from "../limits/connection-slots.ts";
import { checkCredentials, type CredentialCheckers } from "./credentials.ts";
import { readHandshake } from "./handshake.ts";

export interface AuthenticationOptions {
  readonly checkers: CredentialCheckers;
  readonly addresses: AddressLimits;
  readonly quota: Quota;
  readonly connectionsPerAccountMax: number;
}

/**
 * Creates the middleware that checks the credentials of a socket and reserves connection slots for
 * its accounts. It lets every socket pass: the connection handler answers invalid credentials.
 */
export function createAuthentication(
  options: AuthenticationOptions,
): (socket: GatewaySocket, next: () => void) => void {
  const { checkers, addresses, quota, connectionsPerAccountMax } = options;

  /** Never rejects: neither the checks nor the reservation do. */
  async function authenticate(socket: GatewaySocket, next: () => void): Promise<void> {
    const handshake = readHandshake(socket);
    const checked = await checkCredentials(handshake, checkers, () =>
      addresses.beginAttempt(socket.request),
    );
    const connection = connectionOf(socket);
    const credentials = await reserveConnectionSlots(
      connection,
      checked,
      quota,
      connectionsPerAccountMax,
    );
    const { browserId, after, assembled, heartbeat, feed } = handshake;
    const network = addresses.networkOf(socket.request);
    socket.data = { browserId, credentials, network, after, assembled, heartbeat, feed };
    next();
  }

  return (socket, next) => void authenticate(socket, next);
}
