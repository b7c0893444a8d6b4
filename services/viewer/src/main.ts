import { z } from "zod";

// Schemas would be compiled by `new Function`, which the page's policy forbids and reports. It has
// to be said before the first schema is made, so everything else is loaded after it.
z.config({ jitless: true });
const { openLivePage } = await import("./open-live-page.ts");
await openLivePage();
