import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The part of a URL before the host: the scheme, and perhaps a user without a password. */
const userPattern = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/@:?#]*)@)?(?=[^/])/i;

/**
 * Reads a variable: `X`, or the content of the file that `X_FILE` names, without white space at its
 * end. A variable `Y_URL` without a password gets that of `Y_PASSWORD` or `Y_PASSWORD_FILE`, so that a
 * secret is a file by itself. Empty variables and files count as not set.
 *
 * @throws ConfigError that names the variable, if its file cannot be read, if it is given twice, or if no
 *   password can be added to its URL
 */
export function readVariable(name: string, environment: Environment): string | undefined {
  const value = readPlain(name, environment);
  if (value === undefined || !name.endsWith("_URL")) return value;
  const password = readPlain(name.replace(/URL$/, "PASSWORD"), environment);
  return password === undefined ? value : withPassword(name, value, password);
}

function readPlain(name: string, environment: Environment): string | undefined {
  const value = environment[name] || undefined;
  const path = environment[`${name}_FILE`] || undefined;
  if (path === undefined) return value;
  const content = readText(name, path);
  if (value !== undefined && content !== undefined) {
    throw new ConfigError([`${name}: set either it or ${name}_FILE`]);
  }
  return value ?? content;
}

function readText(name: string, path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trimEnd() || undefined;
  } catch (error) {
    throw new ConfigError([`${name}_FILE: the file ${path} cannot be read`], { cause: error });
  }
}

function withPassword(name: string, url: string, password: string): string {
  const found = userPattern.exec(url);
  if (found === null || url.slice(found[0].length).split("/", 1)[0]?.includes("@")) {
    throw new ConfigError([`${name}: the URL has a password already, or is no URL`]);
  }
  const [start, scheme = "", user = ""] = found;
  return `${scheme}${user}:${encodeURIComponent(password)}@${url.slice(start.length)}`;
}
