export { completedBy, deleteOld, ofParts } from "./wholes.ts";
