import { setTimeout as pause } from "node:timers/promises";
import type { Site } from "./containers.ts";
import { query } from "./database.ts";
import { fault, note, section, timedRow } from "./report.ts";
import { waitUntil } from "./visit.ts";

/** Simulated feeders send idents that begin so. */
const stored = `select count(*) from messages join stations on stations.id = messages.station_id
  where stations.ident like 'SIM-%'`;
const messagesMin = 50;
const processes = 7;
/** Time for which no alert may fire, once Prometheus sees all processes, ms. */
const watchMs = 60_000;

/**
 * Starts simulated feeders until their messages are stored; then Prometheus, and checks that it reads all processes and
 * that no alert fires.
 */
export async function checkProfiles(site: Site, prometheus: string): Promise<void> {
  section("Profiles", ["What", "Time"]);
  await timedRow(
    `\`--profile demo\`: until ${messagesMin} of its messages are stored`,
    async () => {
      const up = ["up", "--detach", "--no-build", "--no-deps", "simulator"];
      await site.compose("--profile", "demo", ...up);
      await waitUntil("messages", async () => Number(await query(stored)) >= messagesMin);
    },
  );
  await timedRow("`--profile monitoring`: until Prometheus reads all processes", async () => {
    // Without Grafana, whose image cannot be made here.
    const up = ["up", "--detach", "--no-build", "--no-deps", "prometheus"];
    await site.compose("--profile", "monitoring", ...up);
    await waitUntil("targets", async () => (await countTargets(prometheus)) === processes);
  });
  await pause(watchMs);
  const firing = await listFiring(prometheus);
  const targets = await countTargets(prometheus);
  note(`\nProcesses that Prometheus reads: ${targets}. Alerts after a minute: ${firing.length}.`);
  if (firing.length > 0) fault(`alerts fire: ${firing.join(", ")}`);
  await site.compose("--profile", "*", "rm", "--stop", "--force", "prometheus", "simulator");
}

/** Returns how many processes Prometheus reads. */
async function countTargets(prometheus: string): Promise<number> {
  const { activeTargets } = (await read(`${prometheus}/api/v1/targets`)) as {
    activeTargets: { readonly health: string }[];
  };
  return activeTargets.filter(({ health }) => health === "up").length;
}

/** Returns the names of the alerts that fire. */
async function listFiring(prometheus: string): Promise<string[]> {
  const { alerts } = (await read(`${prometheus}/api/v1/alerts`)) as {
    alerts: { readonly state: string; readonly labels: { readonly alertname: string } }[];
  };
  return alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
}

async function read(url: string): Promise<unknown> {
  const answer = (await (await fetch(url)).json()) as { data: unknown };
  return answer.data;
}
