import { type Endpoint, endpoints } from "@jetwire/protocol";
import type { Name, Named } from "./coverage.ts";
import type { Scene } from "./scene.ts";

/** Returns the credential that a request of an endpoint succeeds with; null for none. */
export async function credentialFor(
  scene: Scene,
  [name, { access }]: Named,
): Promise<string | null> {
  if (name === "eraseMe") return await scene.addLeaving();
  if (name === "signOutEverywhere") return (await scene.openSession(scene.partnerKey)).token;
  if (isSensitive(name)) return await scene.freshToken();
  if (access === "operator") return await scene.operatorToken();
  if (access === "open") return name === "openSession" ? scene.rest.key : null;
  return access === "session" ? (await scene.openSession()).token : scene.rest.key;
}

/** Returns whether an endpoint requires a sign-in on the web page. */
export function isSensitive(name: Name): boolean {
  const { access, refusals } = endpoints[name] as Endpoint;
  return access === "session" && refusals.includes("sign_in_again");
}
