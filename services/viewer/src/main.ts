import { z } from "zod";

// By default zod compiles schemas with `new Function`, which the page's security policy forbids. This
// must be set before the first schema is created, so everything else is imported afterwards.
z.config({ jitless: true });
const { openLivePage } = await import("./open-live-page.ts");
await openLivePage();
