import "../jitless.ts";

/** Describes what REST has, with the schemas of bodies. It brings zod: only parts that are loaded later import it. */
export { endpoints } from "@jetwire/protocol";
