import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const HOUSE = resolve(import.meta.dirname, '../../src');
/** The form of a page: it is there to be typed into. */
const FORM = /<(FormPage|NounForm|RecordForm)\b/;
/** Anything that can be typed into. */
const FIELD = /<(input|textarea|Grid|FormGrid|\w+Field)\b|\buse(Form|Kept|KeptText|KeptState)\(|\bnounWeb\(/;
/** What a page imports of its own room. */
const IMPORT = /^import .* from '(\.\.?\/[^']+\.tsx)';$/gm;

/** Whether a file meets the pattern, by itself or by a part of its room; dialogs are opened, not drawn. */
function meets(pattern: RegExp, file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  if (pattern.test(source)) return true;
  return [...source.matchAll(IMPORT)].some(
    ([, path = '']) => !/Dialogs?\.tsx$/.test(path) && meets(pattern, resolve(dirname(file), path), seen),
  );
}

/**
 * What the source of a page says of it: a form; a page that may have something to type into; or neither.
 * @param room as the list of the rings has it
 * @param load how the route loads the page
 */
export function typingOn(room: string, load: () => Promise<unknown>): 'form' | 'perhaps' | 'none' {
  const path = /import\(['"](\.[^'"]+)['"]\)/.exec(load.toString())?.[1];
  if (path === undefined) return 'perhaps';
  const file = join(HOUSE, room, 'web', path);
  return meets(FORM, file) ? 'form' : meets(FIELD, file) ? 'perhaps' : 'none';
}
