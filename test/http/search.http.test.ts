import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#platform/contract.ts';
import { normaliseText, searchText } from '#platform/reading/signs.ts';
import { nameGrams } from '#platform/server/database/nameSearch.ts';
import { beginsWith, holdsLetters, textHolds } from '#platform/server/database/search.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { makeOwnRows } from './ownRows.ts';
import { makePlacedRows } from './placedRows.ts';
import { nameOf, sampleOf } from './samples.ts';

/** What somebody types into a list is found as it is, in every list; and the database compares texts as the platform does. */
let t: TestApp;
let callers: Caller[];
beforeAll(async () => {
  t = await startTestApp({ rollBack: true });
  await makeOwnRows(t);
  await makePlacedRows(t);
  callers = await Promise.all((['cityWorker', 'admin'] as const).map((name) => t.as(name)));
});
afterAll(() => t.close());

/** Inputs by which lists are searched by words. */
const WORDS = [
  'keyWords',
  'keyWord',
  'words',
  'name',
  'title',
  'itemName',
  'accountName',
  'targetName',
  'orgName',
  'number',
];
const SIGNS = ['%', '_', '\\', "'", '%%', '\\%'];
const searches: [string, Endpoint, string][] = callsOfModules(serverModules)
  .filter(({ reply, method }) => reply.kind === 'rows' && method === 'GET')
  .flatMap((endpoint) =>
    WORDS.filter((field) => field in endpoint.input.shape).map((field): [string, Endpoint, string] => [
      `${nameOf(endpoint)} ${field}`,
      endpoint,
      field,
    ]),
  );

const valuesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(valuesOf)
      : [];

describe('a list', () => {
  test('%, _, \\ and quotes are what they are in every list', async () => {
    expect(searches.length).toBeGreaterThan(80);
    const ids = { orgId: ORGS.city.id, memberId: t.fixture.members.branchA11?.[0] ?? '0' };
    let looked = 0;
    const wrong = new Set<string>();
    for (const [name, endpoint, field] of searches) {
      for (const caller of callers) {
        const base = sampleOf(endpoint, ids);
        await sql`delete from rate_window`.execute(t.db);
        const { body: all } = await caller.call(endpoint, { ...base, [field]: '' } as never);
        if ((all as { total?: number } | null)?.total) looked++;
        for (const sign of SIGNS) {
          const answer = await caller.call(endpoint, { ...base, [field]: sign } as never);
          if (answer.status >= 500) wrong.add(`${name} ${sign}: ${answer.status}`);
          const rows = (answer.body as { rows?: unknown[] } | null)?.rows ?? [];
          // Whatever is found has the sign; masks have none of them.
          if (rows.some((row) => !valuesOf(row).join('\n').includes(sign))) wrong.add(`${name} ${sign}`);
        }
      }
    }
    expect([...wrong]).toEqual([]);
    expect(looked).toBeGreaterThan(20);
  });
});

const TEXTS = [
  '古丽・阿依',
  '古丽 ‧ 阿依',
  'ＡＢ１２班（临时）',
  '100%完成',
  'a_b',
  "O'Brien",
  'C:\\x',
  '①㎡…“”',
  '\u3000两\u00a0格\t',
  'VIVA v',
  'Ａ．Ｂ',
  ...[...'·•・･‧．∙⋅᛫⸱﹒˙ꞏㆍ\u0387⦁'].map((dot) => `甲${dot}乙`),
];

describe('the database', () => {
  test('compares as the platform does', async () => {
    const { rows } = await sql<{ said: string; made: string }>`
      select said, search_text(said) as made from unnest(${TEXTS}::text[]) as s (said)`.execute(t.db);
    expect(rows.map(({ made }) => made)).toEqual(rows.map(({ said }) => searchText(said)));
  });
  test('takes every sign that is kept as the platform takes it', async () => {
    // Letters that lower() knows by the database's locale are another matter; here it is what is left out.
    const spans = [
      [0x01, 0x31ff],
      [0xa000, 0xabff],
      [0xfe00, 0xffff],
      [0xe0000, 0xe01ff],
    ] as const;
    const signs = spans
      .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_none, at) => String.fromCodePoint(from + at)))
      .filter((sign) => /[\s\p{P}\p{S}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]|[ꞏㆍ]/u.test(sign))
      .map((sign) => `甲${sign}乙`)
      .filter((text) => normaliseText(text) === text);
    const { rows } = await sql<{ said: string; made: string; grams: string[] }>`
      select said, search_text(said) as made, letter_grams(said) as grams from unnest(${signs}::text[]) as s (said)
       where length(search_text(said)) <> length(said) or said ~ '·'`.execute(t.db);
    expect(rows.map(({ said }) => said)).toEqual(signs.filter((said) => searchText(said).length < said.length));
    for (const { said, made, grams } of rows)
      expect([made, grams.sort()]).toEqual([searchText(said), nameGrams(said).sort()]);
  });
  test.each([
    ['古丽阿', ['古丽・阿依', '古丽 ‧ 阿依']],
    ['古丽•阿', ['古丽・阿依', '古丽 ‧ 阿依']],
    ['古丽.阿', ['古丽・阿依', '古丽 ‧ 阿依']],
    ['ab12', ['ＡＢ１２班（临时）']],
    ['%', ['100%完成']],
    ['_', ['a_b']],
    ['\\', ['C:\\x']],
    ["'", ["O'Brien"]],
    ['・', ['古丽・阿依', '甲・乙']],
  ])('%s finds what holds it', async (typed, found) => {
    const { rows } = await sql<{ said: string }>`
      select said from unnest(${TEXTS}::text[]) as s (said) where ${textHolds(sql`said`, typed)}`.execute(t.db);
    expect(rows.map(({ said }) => said)).toEqual(found);
  });
  test('letters begin and are held as they are', async () => {
    const { rows } = await sql<{ begins: string | null; holds: string | null }>`
      select case when ${beginsWith(sql`said`, 'a_')} then said end as begins,
             case when ${holdsLetters(sql`said`, '0%')} then said end as holds
        from unnest(${[...TEXTS, 'axb', '100x']}::text[]) as s (said)`.execute(t.db);
    expect(rows.flatMap(({ begins }) => begins ?? [])).toEqual(['a_b']);
    expect(rows.flatMap(({ holds }) => holds ?? [])).toEqual(['100%完成']);
  });
});
