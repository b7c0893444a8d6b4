import { acarsdecLine, jetwire, until } from "@jetwire/testbed";
import { type Person, signIn, signUp, type System } from "./system.ts";

const operatorName = "supervisor";

/** Sends a few messages of a flight, and waits until they are stored. They contradict each other about its destination. */
export async function feedSomeTraffic(system: System): Promise<void> {
  const texts = ["POSN38123W121456", "LINK TEST", "REQUEST FL390"];
  const off = clockMinutesAgo(30);
  const airports = [
    { depa: "KSFO", dsta: "KJFK", gtout: clockMinutesAgo(42), wloff: off },
    { depa: "KSFO", dsta: "KJFK" },
    { depa: "KSFO", dsta: "KEWR", eta: clockMinutesAgo(-60) },
  ];
  for (const [at, text] of texts.entries()) {
    const over = { msgno: `M0${at}A`, ...airports[at] };
    await system.feed(acarsdecLine("TRAFFIC-1", text, over));
  }
  const { sql } = system.deployment.database;
  await until("stored messages", async () => {
    return (await sql`select 1 from messages`).length >= texts.length;
  });
  await until("facts of the flight", async () => {
    const [facts] = await sql`
      select 1 from flight_facts
      where evidence->'departure'->0->>'transmissions' = '3' and off_at is not null and eta is not null`;
    return facts;
  });
}

/** Returns a time of the day (UTC) as messages write it: `1842`. */
function clockMinutesAgo(minutes: number): string {
  const at = new Date(Date.now() - minutes * 60_000);
  return at.toISOString().slice(11, 16).replace(":", "");
}

/** Makes an account, and makes it an operator's. */
export async function signUpOperator(system: System, person: Person): Promise<void> {
  await signUp(person, system.url, operatorName);
  await jetwire(system.deployment, "accounts", "role", operatorName, "operator");
  // A new role ends the sessions.
  await signIn(person, system.url);
  await person.page.getByRole("link", { name: "Operator", exact: true }).waitFor();
}
