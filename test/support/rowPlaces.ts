import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Source files of the product that may hold statements. */
export const isProduct = (file: string) => /(?:^|\/)src\/(?!.*\/(?:test|web)\/).*\.ts$/.test(file);

/** The tag of a template of SQL, and nothing that is named like it. */
const TAG = /(?<![\w.'"`$]|typeof )sql(?=`|<)/g;

/**
 * The templates of `sql` in a source file: where the tag begins, and a name for the place that stays the same while its text does:
 * file, the text's hash, how many of that text stand before it.
 */
export function placesOf(file: string, source: string): { at: number; place: string }[] {
  if (!/from 'kysely'/.test(source)) return [];
  const times = new Map<string, number>();
  return [...source.matchAll(TAG)].map(({ index: at }) => {
    const begin = source.indexOf('`', at) + 1;
    const text = source.slice(begin, source.indexOf('`', begin));
    const hash = createHash('sha1').update(text).digest('base64url').slice(0, 10);
    const nth = times.get(hash) ?? 0;
    times.set(hash, nth + 1);
    return { at, place: `${file}#${hash}#${nth}` };
  });
}

/**
 * Lets each template of SQL in the product know where it stands, so that `rowsSeen.ts` can note what the database answers to it. Lines
 * stay where they are.
 */
export function rowPlaces(): Plugin {
  return {
    name: 'row-places',
    enforce: 'pre',
    transform(code, id) {
      if (!isProduct(id)) return null;
      let placed = '';
      let done = 0;
      for (const { at, place } of placesOf(id.slice(id.lastIndexOf('/src/') + 1), code)) {
        placed += `${code.slice(done, at)}__sqlAt('${place}')`;
        done = at + 'sql'.length;
      }
      if (done === 0) return null;
      const support = JSON.stringify(join(import.meta.dirname, 'rowsSeen.ts'));
      return { code: `import { sqlAt as __sqlAt } from ${support}; ${placed}${code.slice(done)}`, map: null };
    },
  };
}
