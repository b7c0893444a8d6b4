import { acarsdecLine, jetwire, until } from "@jetwire/testbed";
import { type Person, signIn, signUp, type System } from "./system.ts";

const operatorName = "supervisor";

/** Sends a few messages of two aircraft, and waits until they are stored. */
export async function feedSomeTraffic(system: System): Promise<void> {
  const texts = ["POSN38123W121456", "LINK TEST", "REQUEST FL390"];
  for (const [at, text] of texts.entries()) {
    await system.feed(acarsdecLine("TRAFFIC-1", text, { msgno: `M0${at}A` }));
  }
  const { sql } = system.deployment.database;
  await until("stored messages", async () => {
    return (await sql`select 1 from messages`).length >= texts.length;
  });
}

/** Makes an account, and makes it an operator's. */
export async function signUpOperator(system: System, person: Person): Promise<void> {
  await signUp(person, system.url, operatorName);
  await jetwire(system.deployment, "accounts", "role", operatorName, "operator");
  // A new role ends the sessions.
  await signIn(person, system.url);
  await person.page.getByRole("link", { name: "Operator", exact: true }).waitFor();
}
