/*
 * The page's policy lets no text become HTML or a script. OpenLayers measures text with the single
 * letter M as HTML; the one policy accepts that and nothing else. This module is imported first.
 */

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };

trustedTypes?.createPolicy("default", {
  createHTML(text) {
    if (text === "M") return text;
    throw new TypeError("This page never makes HTML from text");
  },
});
