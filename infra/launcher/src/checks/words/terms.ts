/** A word or phrase that this repository does not use. */
export interface Term {
  /** A regular expression, matched against whole lower-case words. */
  readonly pattern: string;
  /** What to write instead. */
  readonly instead: string;
  /**
   * `names`: only in names (identifiers, file names, SQL and Redis names), because prose uses the
   * word in its plain sense. `text`: only in comments, strings and documents.
   */
  readonly only?: "names" | "text";
  /** Paths that use the word as a term of their field. */
  readonly except?: RegExp;
}

/** The retired terms of docs/glossary.md. */
export const terms: readonly Term[] = [
  {
    pattern: "settle[sdr]?|settling|unsettled",
    instead: "journaled, dispatched, stored, flush, rebalance, stable",
  },
  {
    pattern: "hear[sd]?|hearing|hearers?|unheard|overheard",
    instead: "receive, reception, onX",
    // The page "Am I heard?".
    except: /^services\/viewer\//,
  },
  { pattern: "outcomes?", instead: "…Result, named after the operation; status or kind" },
  {
    pattern: "held|holds?|holding|holders?",
    instead: "pending, reserved, paused, quota, has, owner",
    only: "names",
    // Of clearances; and in functions of the baseline, which are those of databases from before it.
    except: /^packages\/decoders\/src\/content\/trees\/|^packages\/db\/src\/migrations\/0001-/,
  },
  { pattern: "held back|holds? back|holding back", instead: "pending, paused", only: "text" },
  { pattern: "told|untold", instead: "lastKnown…, notified; in prose name what is passed" },
  { pattern: "standing|stands", instead: "ready, active", only: "names" },
  { pattern: "standing|stands (?!for\\b)", instead: "ready, active, is", only: "text" },
  {
    pattern: "places?|seats?|turns?",
    instead: "permit, semaphore, quota, position, address",
    only: "names",
    // Of clearances: a place with bearing and distance, and turns.
    except: /^packages\/decoders\/src\/content\/trees\//,
  },
  { pattern: "seats?", instead: "feed subscription, permit", only: "text" },
  {
    pattern: "(?<!(?:hash|connection|key|get|move|set|all|by|of|cluster) )slots?",
    instead: "hash slot, connection slot, permit, semaphore",
    // Of HFDL, and of the lists of a relay.
    except: /^packages\/simulator\/|^services\/ingest\/src\/formats\//,
  },
  { pattern: "doors?|welcomes?", instead: "admission, connection handler" },
  { pattern: "introductions?|introduces?", instead: "handshake, connection handler" },
  { pattern: "joints?", instead: "cutover" },
  { pattern: "glue[sdr]?|gluing|gluers?", instead: "reassemble, reassembler, concatenated" },
  { pattern: "known things?|short memory", instead: "Cache" },
  { pattern: "reach cache", instead: "Cache" },
  { pattern: "wires?", instead: "EngineConnection", only: "names" },
  { pattern: "(?<!heart )beats?", instead: "heartbeat" },
  { pattern: "measures", instead: "metrics", only: "names" },
  { pattern: "parked|parks?|parking", instead: "dead letters" },
  { pattern: "patience|patient(ly)?", instead: "retryUntil, RetryTimeoutError, a time limit" },
  { pattern: "(?<!messages )kept from", instead: "retention start" },
  { pattern: "upkeep", instead: "a name that says what it does" },
  { pattern: "viewing", instead: "a name that says what it does" },
  { pattern: "new layout", instead: "partition count change" },
  { pattern: "roster|verdicts?", instead: "a standard term" },
  {
    pattern: "whoever|whomever",
    instead: "the caller, the client, any process that …",
    only: "text",
  },
  { pattern: "who (does|is)( not|n't)", instead: "a complete sentence", only: "text" },
  { pattern: "takes? in|taken in|took in", instead: "accepts, receives", only: "text" },
  { pattern: "(says?|said) so", instead: "reports it, returns …", only: "text" },
  { pattern: "by and by", instead: "gradually", only: "text" },
  { pattern: "lives? of (the|a) process", instead: "process", only: "text" },
  { pattern: "takes? up", instead: "handles, starts", only: "text" },
  { pattern: "puts? away", instead: "stores, removes", only: "text" },
  { pattern: "lets? go", instead: "releases", only: "text" },
  {
    pattern: "(is|are|was|were|redis|postgres) away",
    instead: "unavailable, unreachable",
    only: "text",
  },
  { pattern: "gone", instead: "closed, deleted, disconnected, expired" },
];

/**
 * Names given by others: by the public API, by SQL, Redis, Node, the DOM or a decoder. They are
 * removed from a line before it is checked.
 */
export const allowed: readonly RegExp[] = [
  // Members of the public API, and the columns behind them.
  /\b(?:first|last)HeardAt\b/g,
  /\b(?:first|last)_heard_at\b/g,
  // The page "Am I heard?" and its paths.
  /\bAm I heard\b|\/heard\b/g,
  // A column of airlines.
  /\bholds_iata\b/g,
  // JavaScript's own.
  /\bPromise\.allSettled\b|\ballSettled\b|\bPromiseSettledResult\b/g,
  // A member of the journal on disk.
  /\bsettledSeq\b/g,
  // A member of what dumphfdl sends, and of messages.
  /\bdeparture slot\b/gi,
  /\bslots?\??:|\bslot(?= [!=]==|[,)\]]| \}| text\b)|\.slots?\b/g,
  // The HTTP status, and the error code of redacted messages.
  /["`]gone["`]|\bgone:/g,
  /\b410 Gone\b/g,
  /\bstatus: 410, title: "Gone"/g,
  // Fields of dumphfdl and of a relay's lists.
  /\bheard_on_freqs\b/g,
  /\\?"slot\\?"/g,
  // Members of ioredis.
  /\bcluster[.|]slots\b|\brefreshSlotsCache\b|\bslotsRefreshInterval\b/g,
  // Fields of hashes stored in Redis.
  /'heard'|'hold'/g,
  // An option of haproxy.
  /\bhold valid\b/g,
];

/** Suffixes of interfaces that pass a bag of functions around instead of an object. */
export const bagSuffix = /\binterface\s+(\w+(?:Steps|Sources|Parts))\b/g;

/** Interfaces that may have such a suffix, with the reason. */
export const bagAllowed: ReadonlyMap<string, string> = new Map();

/** First words that a doc comment must not have: it starts with a verb or a subject. */
export const badStarts: ReadonlySet<string> = new Set(
  "of at by for from in into on onto to with without within between beyond below above under over after before until since as like so because what who whom whose which where when while why told made kept given taken asked unless if and or but nor".split(
    " ",
  ),
);
