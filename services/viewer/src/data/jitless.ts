import { z } from "zod";

// The page's policy forbids functions made from text, which schemas would use for speed.
z.config({ jitless: true });
