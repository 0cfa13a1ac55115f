import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkServer } from '#platform/server/database/migrate.ts';
import { readConfig, startWarnings } from '#platform/server/start/config.ts';
import { currentTrace, withTrace } from '#platform/server/watch/trace.ts';

/** What holds because of how the source is written. */
const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === 'test' ? [] : sources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
const files = sources('src').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const holding = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the source', () => {
  test('PEER-03 no statement is put together from text: raw pieces are constants, queries take bind values', () => {
    // A raw piece with anything computed in it must be one of these, each of a constant of its own file.
    const computed = files.flatMap(({ path, text }) =>
      [...text.matchAll(/sql\.(?:raw|lit)\(\s*`[^`]*\$\{([^}]*)\}/g)].map((match) => `${path}: ${match[1]}`),
    );
    expect(computed.filter((place) => !/: [A-Z_]+$|ROLE\./.test(place))).toEqual([]);
    const built = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?<!sql)\.query(?:<[^(]*>)?\(\s*`[^`]*\$\{/g)].map(() => path),
    );
    // Roles and their grants take no bind values: their names are quoted by the database's own rule. What is counted anew is a query
    // of the room that counts, a constant of it. A trace takes none either: it is letters, digits and hyphens, which its reader holds it to.
    // A backup goes through all tables by their names in the catalogue.
    expect(
      built.filter(
        (path) => !/server\/(postgres|database\/(databaseUser|prepared)|sums\/counters|backup\/facts)/.test(path),
      ),
    ).toEqual([]);
    expect(withTrace("1'; drop table member; --", currentTrace)).toBe(null);
    const counts = files.flatMap(({ text }) =>
      [...text.matchAll(/replaceCounts\(client, [^;]*;/g)].map(([call]) => call),
    );
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.filter((call) => !/, RECOUNT, \[/.test(call))).toEqual([]);
  });

  test('lists are searched by one function: no pattern and no position of typed words stands elsewhere', () => {
    const typed = /\b(?:i?like|similar to)\s+\$\{|(?:position\(|strpos\([^;]{0,120}, )(?:lower\()?\$\{[^;]{0,200}?> 0/i;
    // The words of whole articles and files, looked through behind their index; names of files within texts.
    const wholeTexts = [
      'publishing/news/server/queries/news.ts',
      'publishing/news/server/queries/versions.ts',
      'publishing/news/server/queries/wordScan.ts',
      'learning/education/server/queries/document.ts',
      'learning/exam/server/queries/bank.ts',
      'publishing/openAffairs/server/queries/shown.ts',
      'overview/terminal/server/queries/shown.ts',
      // Pinyin and initials, which have no signs of patterns.
      'kernel/help/server/queries.ts',
      'kernel/help/server/queries/find.ts',
      'kernel/message/server/queries/find.ts',
    ].map((path) => `src/${path}`);
    expect(
      holding(typed).filter((path) => path !== 'src/platform/server/database/search.ts' && !wholeTexts.includes(path)),
    ).toEqual([]);
  });

  test('days, numbers and cells are read at one place: nothing else folds widths, splits days or takes commas out', () => {
    const own =
      /0xfee0|\\d\{4\}\)[^\s]{0,14}年|\.replace\(\/\[[^\]]*[,，][^\]]*元?\]\/g, ''\)|Number\.parseFloat\(\s*(?:text|typed|cell|value)\)|\bparseFloat\(/;
    const readers = /^src\/platform\/(reading\/|text\/(richText|textWords|textCheck)|server\/papers\/)/;
    expect(holding(own).filter((path) => !readers.test(path))).toEqual([]);
  });

  test('a page asks for nothing by a made-up id: what was read of that very row would stand in the form of a new one', () => {
    expect(holding(/useCall\([^;]{0,200}\?\? '\d+'[^;]{0,120}enabled/)).toEqual([]);
  });

  test('PEER-05 nothing runs code that is not in the source: no eval, no made function, no import by a variable', () => {
    expect(holding(/\beval\(|new Function\(|from 'node:vm'|import\((?!\s*['"`])/)).toEqual([]);
  });

  test('PEER-13 the server asks addresses through one door alone', () => {
    const asks = /\bfetch\(|from 'node:https?'|from 'undici'/;
    // What only listens asks nobody.
    const listens = /import \{ createServer(?:, type Server)? \} from 'node:http';/;
    const server = files
      .filter(({ path, text }) => /\/server\//.test(path) && asks.test(text.replace(listens, '')))
      .map(({ path }) => path);
    // The bucket's address comes from the environment alone.
    const doors = ['src/platform/server/outside/outside.ts', 'src/platform/server/files/fileStore.ts'];
    expect(server.filter((path) => !doors.includes(path))).toEqual([]);
  });
});

test('PEER-13 pictures are opened through one door, and programs are started where their cell or their rights are set', () => {
  expect(holding(/from 'sharp'/)).toEqual(['src/platform/server/files/sharp.ts']);
  expect(holding(/from 'node:child_process'/).sort()).toEqual([
    'src/platform/server/convert/cell.ts',
    'src/platform/server/convert/inspect/inspect.ts',
    'src/platform/server/convert/tool.ts',
    'src/platform/server/outside/reader.ts',
    'src/platform/server/papers/paper.ts',
    'src/platform/server/postgres/embedded.ts',
    'src/platform/server/postgres/place.ts',
    'src/platform/server/postgres/process.ts',
    'src/platform/server/spreadsheet/read.ts',
  ]);
});

describe('the start', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'party-keys-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const production = (key: string) =>
    readConfig({ DATABASE_URL: 'postgresql://x@localhost/x', KEY_FILE: key, DATA_DIR: folder });

  test('PEER-08 a key that is missing, short, long or all of a kind does not start', () => {
    const weak = {
      empty: Buffer.alloc(0),
      short: Buffer.from('a key that is too short'),
      zeros: Buffer.alloc(32),
      repeated: Buffer.from('abababababababababababababababab'),
      long: Buffer.from(Array.from({ length: 64 }, (_, n) => n)),
    };
    for (const [name, bytes] of Object.entries(weak)) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      expect(() => production(path), name).toThrow(/32 random bytes/);
    }
    expect(() => production(join(folder, 'nowhere'))).toThrow(/does not exist/);
    expect(() => readConfig({ DATABASE_URL: 'postgresql://x@localhost/x', DATA_DIR: folder })).toThrow(/KEY_FILE/);
    const good = join(folder, 'good');
    writeFileSync(good, Buffer.from(Array.from({ length: 32 }, (_, n) => (n * 37 + 11) % 256)));
    expect(production(good).production).toBe(true);
  });

  test('what is no demo is production, with the database that comes with it too, and its folder is its own', () => {
    const dataDir = join(folder, 'own');
    mkdirSync(dataDir, { mode: 0o755 });
    expect(readConfig({ DATA_DIR: dataDir, DEMO: '0' }).production).toBe(true);
    expect(readConfig({ DATA_DIR: dataDir }).production).toBe(false);
    expect(statSync(dataDir).mode & 0o066).toBe(0);
  });

  test('the start says what is amiss with the key, its file, the folder and the user', () => {
    const path = join(folder, 'typed');
    writeFileSync(path, 'correct horse battery staple 12!', { mode: 0o644 });
    const config = production(path);
    expect(startWarnings(config, 0)).toEqual([
      expect.stringContaining('chmod 600'),
      expect.stringContaining('可打印的字符'),
      expect.stringContaining('root'),
    ]);
    chmodSync(path, 0o600);
    writeFileSync(path, Buffer.from(Array.from({ length: 32 }, (_, n) => (n * 37 + 11) % 256)));
    expect(startWarnings(config, 1000)).toEqual([]);
    expect(startWarnings({ ...config, production: false }, 0)).toEqual([]);
  });

  test('the own hosts are read as a list, and what is no host does not start', () => {
    const hosts = (text?: string) =>
      readConfig({ DATA_DIR: folder, ...(text === undefined ? {} : { HOSTS: text }) }).hosts;
    expect(hosts()).toEqual([]);
    expect(hosts(' DJ.example.cn, 10.1.2.3:8080,[::1]:80,')).toEqual(['dj.example.cn', '10.1.2.3:8080', '[::1]:80']);
    expect(() => hosts('https://dj.example.cn/')).toThrow(/HOSTS/);
  });

  test('PEER-08 neither the source nor the tests of the product hold a key', () => {
    const key = /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----|AKIA[0-9A-Z]{16}|ghp_[A-Za-z0-9]{36}/;
    expect(holding(key)).toEqual([]);
  });

  test('PEER-20 a database older than PostgreSQL 15, or one that knows only ASCII, does not start', async () => {
    const server = (version: number, letters = true) =>
      ({ query: async () => ({ rows: [{ version, utf8: true, letters }] }) }) as unknown as pg.Client;
    await expect(checkServer(server(140_023))).rejects.toThrow(/PostgreSQL 15/);
    await expect(checkServer(server(170_006, false))).rejects.toThrow(/UTF8/);
    await expect(checkServer(server(150_020))).resolves.toBeUndefined();
  });
});
