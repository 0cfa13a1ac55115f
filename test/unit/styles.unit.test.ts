import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const classesOf = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? ''));

/** A file and all that it imports by a relative path, styles among them. */
function reached(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !existsSync(path)) return seen;
  seen.add(path);
  if (path.endsWith('.css')) return seen;
  for (const [, to = ''] of read(path).matchAll(/^(?:import|export) (?:[^;]*? from )?'([.#][^']+)';/gms))
    reached(to.startsWith('#') ? to.replace('#', 'src/') : join(dirname(path), to), seen);
  return seen;
}

/** Styles that every page has, whichever it is. */
const OF_ALL = new Set(globSync('src/{platform/web,app,login}/**/*.css').flatMap((file) => [...classesOf(read(file))]));

test('a page brings the styles of its module that it uses: opened by its address it looks as it does after others', () => {
  const faults: string[] = [];
  for (const index of globSync('src/*/*/web/index.tsx')) {
    const folder = dirname(index);
    const sheets = globSync(`${folder}/**/*.css`);
    const pages = [...read(index).matchAll(/import\('(\.[^']+)'\)/g)].map(([, to = '']) => join(folder, to));
    for (const page of new Set(pages)) {
      const files = reached(page);
      const used = new Set(
        [...files]
          .filter((file) => file.endsWith('.tsx') && file.startsWith(folder))
          .flatMap((file) => [...read(file).matchAll(/className=(?:"([^"]+)"|\{`([^`]+)`\})/g)])
          .flatMap(([, plain, made]) => (plain ?? made ?? '').split(/[\s${}?:'"]+/)),
      );
      const there = new Set(
        [...files].filter((file) => file.endsWith('.css')).flatMap((file) => [...classesOf(read(file))]),
      );
      for (const sheet of sheets.filter((one) => !files.has(one))) {
        const lacking = [...classesOf(read(sheet))].filter(
          (name) => name.includes('-') && used.has(name) && !there.has(name) && !OF_ALL.has(name),
        );
        if (lacking.length > 0) faults.push(`${page} lacks ${sheet}: ${lacking.join(', ')}`);
      }
    }
  }
  expect(faults).toEqual([]);
});
