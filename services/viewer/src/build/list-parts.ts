import type { Plugin } from "vite";

/**
 * Lists in the shell the scripts and styles that parts of the page load when they are opened, so that the page can
 * fetch them while it is idle: `<meta name="jetwire-parts" content="a.js b.css">`, names in `/assets/`.
 */
export function listParts(): Plugin {
  return {
    name: "list-parts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const names = Object.keys(bundle)
          .filter((name) => /^assets\/.+\.(js|css)$/.test(name) && !html.includes(name))
          .map((name) => name.slice("assets/".length));
        const attrs = { name: "jetwire-parts", content: names.join(" ") };
        return [{ tag: "meta", attrs, injectTo: "head" }];
      },
    },
  };
}
