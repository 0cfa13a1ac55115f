import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What is written for developers: the documents, and the page of each folder. */
const pages = (folder: string, wanted: RegExp): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return pages(path, wanted);
    return wanted.test(name) ? [path] : [];
  });
const papers = [
  'README.md',
  'CONTRIBUTING.md',
  ...pages('docs', /\.md$/),
  ...pages('src', /^README\.md$/),
  ...pages('bench', /^README\.md$/),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Where `#people/org/rules.ts` lies. */
const fileOf = (specifier: string) => `src/${specifier.slice(1)}`;

describe('papers for developers', () => {
  test('every link leads to a file', () => {
    const dead = papers.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        const [file = ''] = target.split('#');
        if (file === '' || /^[a-z]+:/.test(file)) return [];
        return existsSync(normalize(join(dirname(path), file))) ? [] : [`${path}: ${target}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  test('every path of the source that a page names is there', () => {
    const dead = papers.flatMap(({ path, text }) =>
      // What holds a place for a name (`src/<ring>/<room>`) is no path.
      [
        ...text.matchAll(
          /`(?:src\/|#)?((?:platform|house|kernel|people|publishing|procedures|life|learning|assessment|overview|rooms|app)\/[\w./-]+)`/g,
        ),
      ]
        .filter(([, named = '']) => !existsSync(`src/${named}`))
        .map(([, named = '']) => `${path}: ${named}`),
    );
    expect(dead).toEqual([]);
  });

  test('examples import what there is', () => {
    const lacking = papers.flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?:type )?(\{[^}]*\}|\* as \w+) from '(#[^']+)';$/gm)].flatMap(
        ([, names = '', from = '']) => {
          if (!existsSync(fileOf(from))) return [`${path}: ${from}`];
          const source = readFileSync(fileOf(from), 'utf8');
          const wanted = names.startsWith('{') ? names.slice(1, -1).split(',') : [];
          return wanted
            .map((name) => name.trim().replace(/^type /, ''))
            .filter(
              (name) =>
                !new RegExp(`^export (?:async |const |function\\*? |type |interface |class )+${name}\\b`, 'm').test(
                  source,
                ),
            )
            .map((name) => `${path}: ${name} of ${from}`);
        },
      ),
    );
    expect(lacking).toEqual([]);
  });

  test('every kit of the platform that has a page stands in the table of kits', () => {
    const table = readFileSync('docs/kits.md', 'utf8');
    // The folder of uploads shares the page of files.
    const others = ['src/platform/README.md', 'src/platform/web/upload/README.md'];
    const kits = papers.filter(({ path }) => path.startsWith('src/platform/') && !others.includes(path));
    expect(kits.map(({ path }) => path).filter((path) => !table.includes(`](../${path})`))).toEqual([]);
  });

  test('the names that the pages of kits speak of are in the source', () => {
    const source = pages('src', /\.(?:tsx?|typ)$/)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const words = new Set(source.match(/\w+/g));
    const kits = papers.filter(({ path }) => /^src\/(?:platform|house)\/|^docs\/(?:kits|deciding)\.md$/.test(path));
    const unknown = kits.flatMap(({ path, text }) =>
      // `useKept`, `attempt(tx, part)`, `<Wide label=…>`; not paths, words of SQL or commands.
      [...text.matchAll(/`<?([a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*)(?:[( `][^`]*)?`/g)]
        .filter(([, name = '']) => !words.has(name))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
