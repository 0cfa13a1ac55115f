import { isConnectionError } from '../database/db.ts';

/**
 * What a terminal or a viewer could take for something else: control characters but tab and line
 * end, line separators, and marks that turn the direction of writing (CVE-2021-42574).
 */
const TRICKS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text for the log: without control characters, at most `max` characters long. */
export function cleanLogText(text: string, max: number): string {
  const kept = text.slice(0, max).toWellFormed().replace(TRICKS, ' ');
  return text.length > max ? `${kept}…` : kept;
}

/** A line of JSON with control characters written as escapes, so that it stays the same JSON and one line. */
export const escapeLogLine = (json: string) =>
  json.replace(TRICKS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

const LONGEST_STACK = 4000;

/** An error as the log names it: its kind, sentence and place, clipped. */
export function describeError(error: unknown): { type: string; message: string; stack: string } {
  const known = error instanceof Error;
  return {
    type: known ? error.name : typeof error,
    message: cleanLogText(known ? error.message : String(error), LONGEST_STACK),
    stack: cleanLogText((known && error.stack) || '', LONGEST_STACK),
  };
}

/**
 * Writes a fault outside of a request to standard error, as one line of JSON. A database that is away is not logged, since the work
 * is tried again.
 */
export function logFault(what: string, error: unknown): void {
  if (!isConnectionError(error)) sayFault(what, error);
}

/** Writes the same line for any error. */
export function sayFault(what: string, error: unknown): void {
  const line = JSON.stringify({ level: 50, time: Date.now(), msg: cleanLogText(what, 200), err: describeError(error) });
  process.stderr.write(`${escapeLogLine(line)}\n`);
}
