import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, listMembers } from '#people/member/contract.ts';
import { fillPinyin } from '#platform/server/database/fillPinyin.ts';
import { nameGrams, personPinyin } from '#platform/server/database/nameSearch.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { memberForm } from './factory.ts';

/** Names have one form, whoever writes them, and are found by any of their dots and by none. */
let t: TestApp;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

const found = async (keyWords: string) => (await branch.call(listMembers, { keyWords })).rows.map(({ name }) => name);
const rowOf = async (id: string) => {
  const { rows } = await sql<{ name: string; grams: string[]; pinyin: string; initials: string }>`
    select name, name_grams as grams, pinyin, initials from member where id = ${id}`.execute(t.db);
  return rows[0];
};

test('what comes in is kept in one form, and found by every dot and by none', async () => {
  const marked = { phonenumber: '\u202d189 0001 4701\u202c', name: '古丽・阿依⽅\u200e' };
  const made = await branch.call(createMember, memberForm(4701, 'branchA11', marked) as never);
  expect(made.code, made.text).toBe(200);
  expect(await rowOf(made.data.id)).toMatchObject({ name: '古丽·阿依方' });
  for (const typed of [
    '古丽阿',
    '古丽·阿依',
    '古丽・阿',
    '古丽‧阿',
    '古丽．阿',
    '古丽•阿依',
    '古丽.阿',
    '依⽅',
    '1890001\u200e4701',
  ])
    expect(await found(typed), typed).toEqual(['古丽·阿依方']);
  for (const name of ['谭?远', '谭\ufffd远', '谭？远', '#N/A'])
    expect((await branch.call(createMember, memberForm(4702, 'branchA11', { name }) as never)).code, name).toBe(600);
});

test('a list of people takes signs of patterns and quotes as they are', async () => {
  for (const typed of ['%', '_', '\\', "'", "''"]) expect(await found(typed), typed).toEqual([]);
});

test('names of old rows are mended with what they are found by', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from member where deleted_at is null order by id limit 3`.execute(t.db);
  const old = ['⽅志⾼', '古丽 ‧ 阿依\u200b', '阿不都.克里木'];
  for (const [at, { id }] of rows.entries())
    await sql`update member set name = ${old[at] ?? ''}, name_grams = '{}', pinyin = 'x', initials = 'x' where id = ${id}`.execute(
      t.db,
    );
  const mending = readFileSync('db/migrations/1552_one_form_of_names.sql', 'utf8').replace(/^create index .*$/gm, '');
  await t.db.transaction().execute((tx) => sql.raw(mending).execute(tx));
  await fillPinyin(t.db, 'member');
  const mended = await Promise.all(rows.map(({ id }) => rowOf(id)));
  expect(mended.map((row) => ({ ...row, grams: [...(row?.grams ?? [])].sort() }))).toEqual(
    ['方志高', '古丽·阿依', '阿不都·克里木'].map((name) => {
      const { full, initials } = personPinyin(name);
      return { name, grams: nameGrams(name).sort(), pinyin: full, initials };
    }),
  );
});
