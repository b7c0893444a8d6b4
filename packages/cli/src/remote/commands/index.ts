import type { AddCommands } from "../../command.ts";
import { accountCommands } from "./accounts.ts";
import { auditCommands } from "./audit.ts";
import { blockCommands } from "./block.ts";
import { chatCommands } from "./chat.ts";
import { claimCommands } from "./claims.ts";
import { destinationCommands } from "./destinations.ts";
import { eligibleCommands } from "./eligible.ts";
import { gatewayCommands } from "./gateways.ts";
import { healthAlertCommands } from "./health-alerts.ts";
import { keyCommands, tierCommands } from "./keys.ts";
import { stationCommands } from "./stations.ts";
import { stationKeyCommands } from "./station-keys.ts";
import { storageCommands } from "./storage.ts";
import { tokenCommands } from "./tokens.ts";

/** The commands in the order of the help. */
const commands: readonly AddCommands[] = [
  ...accountCommands,
  ...stationCommands,
  ...stationKeyCommands,
  ...claimCommands,
  ...blockCommands,
  ...keyCommands,
  ...tierCommands,
  ...eligibleCommands,
  ...auditCommands,
  ...chatCommands,
  ...tokenCommands,
  ...gatewayCommands,
  ...healthAlertCommands,
  ...destinationCommands,
  ...storageCommands,
];

/** Adds the commands that call an endpoint. */
export const addRemoteCommands: AddCommands = (program, answering) => {
  for (const add of commands) add(program, answering);
};
