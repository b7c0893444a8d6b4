/*
 * The page's policy lets no text become HTML or a script. OpenLayers measures text with the single
 * letter M as HTML, and push messages need a service worker; the one policy accepts these and nothing else. This module is imported first.
 */

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(text: string): string },
  ): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };

trustedTypes?.createPolicy("default", {
  createHTML(text) {
    if (text === "M") return text;
    throw new TypeError("This page never makes HTML from text");
  },
  createScriptURL(text) {
    if (text === "/push-worker.js") return text;
    throw new TypeError("This page loads no scripts by an address but that of push messages");
  },
});
