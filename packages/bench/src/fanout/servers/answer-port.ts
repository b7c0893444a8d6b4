import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answerParent } from "../process-commands.ts";

export interface ServerCommands {
  /** @returns the port. */
  listen(argument: null): Promise<number>;
}

/** Listens on a free port of loopback when the parent process asks for it. */
export function answerPort(http: Server): void {
  answerParent<ServerCommands>({
    async listen() {
      await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
      return (http.address() as AddressInfo).port;
    },
  });
}
