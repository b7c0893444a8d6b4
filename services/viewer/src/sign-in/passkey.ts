import type { SignedInUser } from "@jetwire/protocol";
import { authRest, rest } from "../data/rest/rest.ts";

type Browser = typeof import("@simplewebauthn/browser");
type CreationOptions = Parameters<Browser["startRegistration"]>[0]["optionsJSON"];

/** Signs in with a passkey of this device; the browser asks which. */
export async function signInByPasskey(): Promise<SignedInUser> {
  const [auth, browser] = await Promise.all([authRest(), loadBrowser()]);
  const options = await auth.askToSignInByPasskey();
  const credential = await browser.startAuthentication({ optionsJSON: options });
  return await auth.signInByPasskey({ body: { credential } });
}

/**
 * Offers passkeys in the field of the user name, where the browser can. Resolves when the user has chosen
 * one; null if the browser cannot, or another request took over.
 */
export async function offerPasskeys(): Promise<SignedInUser | null> {
  const browser = await loadBrowser();
  if (!(await browser.browserSupportsWebAuthnAutofill())) return null;
  const auth = await authRest();
  const options = await auth.askToSignInByPasskey();
  try {
    const credential = await browser.startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: true,
    });
    return await auth.signInByPasskey({ body: { credential } });
  } catch (error) {
    if (isPasskeyRefusal(error)) return null;
    throw error;
  }
}

/** Makes an account with a new passkey. */
export async function signUpByPasskey(
  username: string,
  invitation: string | undefined,
): Promise<SignedInUser> {
  const [auth, browser] = await Promise.all([authRest(), loadBrowser()]);
  const options = await auth.askToSignUpByPasskey({
    body: { username, ...(invitation !== undefined && { invitation }) },
  });
  const credential = await browser.startRegistration({
    optionsJSON: options as unknown as CreationOptions,
  });
  return await auth.signUpByPasskey({ body: { credential } });
}

/** Adds a new passkey to the account of the signed-in user. */
export async function addPasskey(): Promise<void> {
  const [client, browser] = await Promise.all([rest(), loadBrowser()]);
  const options = await client.askToAddPasskey();
  const credential = await browser.startRegistration({
    optionsJSON: options as unknown as CreationOptions,
  });
  await client.addPasskey({ body: { credential } });
}

/** Tells whether the browser, or its user, has refused to give a passkey. */
export function isPasskeyRefusal(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}

/** The code for passkeys is loaded when somebody uses one. */
async function loadBrowser(): Promise<Browser> {
  return await import("@simplewebauthn/browser");
}
