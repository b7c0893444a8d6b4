import { isIP } from "node:net";
import * as db from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import type { Stores } from "@jetwire/redis";
import { addressNetwork } from "@jetwire/runtime";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, refusedAction, requireFound } from "./operator-actor.ts";

const listedMax = 1_000;

/** `/v1/operator/blocks`: addresses and idents that are refused. */
export function blockRoutes(write: Read, { notices }: Pick<Stores, "notices">): Route[] {
  function announce(): void {
    // Processes that miss it find the change in Postgres within seconds.
    notices.publish({ kind: "blocks-changed" }).catch(() => {});
  }
  return [
    route(endpoints.listSenderBlocks, async () => ({
      body: await write((sql) => db.senderBlocks.listNamed(sql, { limit: listedMax })),
    })),
    route(endpoints.addSenderBlock, async ({ body, ip }, principal) => {
      const { kind, until: expiresAt = null, reason } = body;
      const value = kind === "address" ? networkOf(body.value) : body.value;
      if (kind === "address" && value === addressNetwork(ip)) {
        throw refusedAction("value", "must not be your own address");
      }
      const block = { kind, value, reason, expiresAt };
      const added = await write(async (sql) => {
        const made = await db.senderBlocks.add(sql, block, actorOf(principal, reason));
        if (made === null) {
          throw refusedAction(
            "value",
            `there are ${db.senderBlocks.senderBlocksMax} blocks: lift one first`,
          );
        }
        const [listed] = await db.senderBlocks.listNamed(sql, { id: made.id, limit: 1 });
        return requireFound(listed, "Block");
      });
      announce();
      return { body: added };
    }),
    route(endpoints.removeSenderBlock, async ({ params: { id }, body }, principal) => {
      const actor = actorOf(principal, body.reason);
      requireFound(await write((sql) => db.senderBlocks.remove(sql, id, actor)), "Block");
      announce();
      return { body: undefined };
    }),
  ];
}

function networkOf(text: string): string {
  if (isIP(text) === 0) throw refusedAction("value", "must be an IPv4 or IPv6 address");
  return addressNetwork(text);
}
