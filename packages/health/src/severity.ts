/**
 * How bad it is while it lasts.
 *
 *   critical  users are affected, or will be soon
 *   warning   an operator looks at it today
 */
export type Severity = "critical" | "warning";
