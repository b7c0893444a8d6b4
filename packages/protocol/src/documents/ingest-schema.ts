import { IngestAnswer } from "../rest/endpoints/messages/ingest.ts";
import { createJsonSchemas, type JsonObject } from "./json-schemas.ts";

/** Returns the JSON Schema of the 202 response of `POST /v1/ingest`, for people who write decoders. */
export function ingestAnswerSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The answer of POST /v1/ingest with status 202",
    ...createJsonSchemas("#/$defs/").written(IngestAnswer),
  };
}
