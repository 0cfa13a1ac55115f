import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import {
  countQuery,
  getQuery,
  listQueries,
  removeQuery,
  restoreQuery,
  saveQuery,
} from '#people/member/contract.query.ts';
import { createMember, exportMembers, listMembers } from '#people/member/contract.ts';
import {
  type MemberQuery,
  operatorsOf,
  QUERY_FIELDS,
  type QueryCondition,
  type QueryField,
  type QueryGroup,
} from '#people/member/rules/query.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { audienceOf } from '#people/member/server/service/query.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { collect, jobEnds, memberForm } from './factory.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker | undefined;
let label: string;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  const old = { idCardNo: testIdCard(601, '1950-02-28'), birthDate: '1950-02-28' };
  const people = [
    memberForm(601, 'branchA11', { name: '欧阳修文', ...old, education: '31', workUnit: '第一中学' }),
    memberForm(602, 'branchA11', { name: '单志远', education: null, phonenumber: '', workUnit: '第一中学' }),
    memberForm(603, 'branchA12', { name: '谭百分%', remark: "O'Brien; drop table member" }),
  ];
  for (const person of people) expect((await committee.call(createMember, person)).code).toBe(200);
  await sql`update member set is_floating = true where name = '谭百分%'`.execute(t.db);
  const made = await sql<{ id: string }>`insert into content_label (name) values ('骨干') returning id`.execute(t.db);
  label = made.rows[0]?.id ?? '';
  await sql`insert into content_label_link (label_id, kind, row_id, org_code)
    select ${label}, 'member', id, org_code from member where name = '单志远'`.execute(t.db);
  await sql`insert into sub_record (kind, member_id, title, fields)
    select 'family', id, '配偶', '{}' from member where name = '谭百分%'`.execute(t.db);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

const where = (field: string, op: string, ...values: string[]): QueryCondition => ({ field, op, values });
const both = (...items: MemberQuery['items']): MemberQuery => ({ v: 1, join: 'and', items });
const group = (join: 'and' | 'or', ...items: QueryGroup['items']): QueryGroup => ({ join, items });
const count = async (query: MemberQuery, who = committee) => (await who.call(countQuery, { query })).data;
const use = async (query: MemberQuery, who = committee): Promise<string> => {
  const made = await who.call(saveQuery, { query });
  expect(made.code, made.text).toBe(200);
  return made.data.id;
};
const namesOf = async (query: MemberQuery) => {
  const list = await committee.call(listMembers, { queryId: await use(query), pageSize: 200 });
  expect(list.code, list.text).toBe(200);
  return list.rows.map((row) => row.name).sort();
};

describe('every field and operator', () => {
  const OPPOSITE: Readonly<Record<string, string>> = {
    contains: 'lacks',
    in: 'notIn',
    blank: 'filled',
    yes: 'no',
    below: 'notBelow',
    has: 'hasNot',
  };
  const valuesFor = ({ kind, field, labels }: QueryField, op: string): string[] => {
    if (['blank', 'filled', 'yes', 'no'].includes(op)) return [];
    if (kind === 'text') return ['一'];
    if (kind === 'day') return op === 'month' ? ['5', '12'] : ['1970-01-01', '2010-12-31'];
    if (kind === 'number') return ['10', '60'];
    if (kind === 'org') return [ORGS.branchA11.id];
    if (kind === 'label') return [label];
    if (kind === 'record') return ['family'];
    if (labels) return [Object.keys(labels)[0] ?? ''];
    return { nation: ['01'], degree: ['4'], education: ['21'] }[field] ?? ['1'];
  };
  test.each(QUERY_FIELDS.map((field) => [field.label, field] as const))('%s', async (_label, field) => {
    const { total } = await committee.call(listMembers, {});
    for (const { value: op } of operatorsOf(field)) {
      const values = valuesFor(field, op);
      const found = await committee.call(countQuery, { query: both(where(field.field, op, ...values)) });
      expect(found.code, `${op} ${found.text}`).toBe(200);
      const opposite = OPPOSITE[op];
      if (!opposite || !operatorsOf(field).some(({ value }) => value === opposite)) continue;
      // Whoever is not found by one is found by the other: what is not filled gets lost nowhere.
      const rest = await count(both(where(field.field, opposite, ...values)));
      expect(found.data.total + rest.total, op).toBe(total);
    }
  });
});

test('groups of and/or find who they say, and the sentence says it', async () => {
  expect(await namesOf(both(where('workUnit', 'is', '第一中学'), where('hasPhone', 'no')))).toEqual(['单志远']);
  const query = both(
    where('orgId', 'below', ORGS.committeeA1.id),
    group(
      'or',
      where('age', 'between', '70', ''),
      group('and', where('education', 'blank'), where('label', 'has', label)),
      where('record', 'has', 'family'),
    ),
  );
  expect(await namesOf(query)).toEqual(['单志远', '欧阳修文', '谭百分%']);
  expect((await count(query)).text).toBe(
    '在甲县城关镇党委（含下级），并且（年龄70岁及以上，或者（学历未填写，并且有标签骨干），或者有家庭成员记录）',
  );
});

test('PEER-03 what a user writes is a value: a sign of a pattern or of a statement is sought as it stands', async () => {
  expect(await namesOf(both(where('name', 'contains', '%')))).toEqual(['谭百分%']);
  expect(await namesOf(both(where('remark', 'contains', "'Brien; drop table")))).toEqual(['谭百分%']);
  expect(await namesOf(both(where('name', 'contains', "' or 1=1 --")))).toEqual([]);
});

describe('a query that cannot be is refused at its place', () => {
  const faults = async (query: unknown) => {
    const answer = await committee.call(countQuery, { query: query as MemberQuery });
    expect(answer.code, answer.text).toBe(600);
    return answer.data.fields as Record<string, string>;
  };
  test.each([
    [where('id_card_enc', 'filled'), /没有“id_card_enc”这个字段/],
    [where('gender', 'contains', '1'), /不能这样比较/],
    [where('gender', 'in', '7'), /请选择性别/],
    [where('education', 'in', 'zz'), /选项已停用/],
    [where('name', 'contains', ''), /请填写内容/],
    [where('age', 'between', '60', '18'), /起不能晚于止/],
    [where('age', 'between', '', ''), /请填写起止/],
    [where('age', 'between', '1e3', ''), /起止填写不正确/],
    [where('birthDate', 'between', '2026-02-30', ''), /起止填写不正确/],
    [where('birthDate', 'month', '13'), /请选择月份/],
    [where('record', 'has', 'extra'), /请选择档案分表/],
    [where('orgId', 'below', ORGS.branchB11.id), /不在您的管理范围内/],
    [where('orgId', 'below', ORGS.deletedBranch.id), /已撤销/],
    [where('label', 'has', '987654'), /标签已删除/],
  ])('%j', async (one, sentence) => {
    expect((await faults(both(where('isFloating', 'no'), one)))['query.1']).toMatch(sentence);
  });

  test('too deep, too many, empty, another version', async () => {
    const deep = (levels: number): unknown =>
      levels === 0 ? where('isFloating', 'yes') : { join: 'or', items: [deep(levels - 1)] };
    await faults({ v: 1, join: 'and', items: [deep(3)] });
    expect(
      (await committee.call(countQuery, { query: { v: 1, join: 'and', items: [deep(2)] } as MemberQuery })).code,
    ).toBe(200);
    await faults(both());
    await faults({ ...both(where('isFloating', 'yes')), v: 2 });
    const ten = { join: 'and', items: Array.from({ length: 11 }, () => where('isFloating', 'yes')) };
    expect((await faults({ v: 1, join: 'or', items: [ten, ten] })).query).toBe('最多20个条件');
  });
});

describe('a kept query', () => {
  const query = both(where('isFloating', 'yes'));

  test('is listed under its name, shared with the own organisation alone, removed and put back', async () => {
    const { id } = (await committee.call(saveQuery, { query, name: '流动党员', shared: true })).data;
    expect((await committee.call(saveQuery, { query, name: '流动党员' })).data.fields.name).toBe('已有同名的条件组合');
    expect((await committee.call(listQueries, {})).data).toMatchObject([
      { id, name: '流动党员', shared: true, mine: true, text: '是流动党员' },
    ]);
    for (const other of ['siblingWorker', 'branchWorker', 'countyWorker'] as const) {
      const who = await t.as(other);
      expect((await who.call(listQueries, {})).data).toEqual([]);
      expect((await who.call(getQuery, { id })).code).toBe(404);
      expect((await who.call(listMembers, { queryId: id })).code).toBe(404);
      expect((await who.call(exportMembers, { queryId: id, purpose: '试' })).code).toBe(404);
      expect((await who.call(saveQuery, { id, version: 1, query, name: '我的' })).code).toBe(404);
      expect((await who.call(removeQuery, { id })).code).toBe(404);
    }
    expect((await (await t.as('member')).call(listQueries, {})).code).toBe(403);

    expect((await committee.call(removeQuery, { id })).code).toBe(200);
    expect((await committee.call(listQueries, {})).data).toEqual([]);
    // A view or a link that uses it still opens.
    expect((await committee.call(listMembers, { queryId: id })).rows.map((row) => row.name)).toContain('谭百分%');
    expect((await committee.call(restoreQuery, { id, name: '流动党员', shared: true })).code).toBe(200);
    expect((await committee.call(listQueries, {})).data).toMatchObject([{ id, shared: true }]);
  });

  test('changed in two windows, the second is told', async () => {
    const { id } = (await committee.call(saveQuery, { query, name: '两处' })).data;
    const changed = both(where('isFloating', 'no'));
    expect((await committee.call(saveQuery, { id, version: 1, query: changed, name: '两处' })).code).toBe(200);
    const second = await committee.call(saveQuery, { id, version: 1, query, name: '两处' });
    expect(second).toMatchObject({ code: 400, data: { conflict: true } });
  });

  test('used again without a name it is the same one', async () => {
    expect(await use(query)).toBe(await use(query));
  });

  test('of another version, or naming what is no more, is told and never read halfway', async () => {
    const id = await use(both(where('label', 'has', label), where('isFloating', 'no')));
    await sql`update content_label set deleted_at = now() where id = ${label}`.execute(t.db);
    const lost = await committee.call(listMembers, { queryId: id });
    expect(lost.code).toBe(600);
    expect(lost.data.fields.queryId).toBe('条件组合现在不能使用：所选标签已删除，请重新选择');
    expect((await committee.call(getQuery, { id })).data).toMatchObject({
      faults: { '0': '所选标签已删除，请重新选择' },
    });
    expect((await committee.call(exportMembers, { queryId: id, purpose: '试' })).code).toBe(600);
    await sql`update content_label set deleted_at = null where id = ${label}`.execute(t.db);

    await sql`update member_query set query = jsonb_set(query, '{v}', '9') where id = ${id}`.execute(t.db);
    expect((await committee.call(listMembers, { queryId: id })).data.fields.queryId).toContain('其他版本');
    await sql`update member_query set query = ${JSON.stringify(both(where('shoeSize', 'in', '1')))}::jsonb where id = ${id}`.execute(
      t.db,
    );
    expect((await committee.call(listMembers, { queryId: id })).data.fields.queryId).toContain(
      '没有“shoeSize”这个字段',
    );
    expect((await committee.call(getQuery, { id })).data.fault).toContain('shoeSize');
  });
});

test('it filters the list beside other filters, its pages, its total and the export alike', async () => {
  const queryId = await use(both(where('orgId', 'below', ORGS.branchA11.id)));
  const all = await committee.call(listMembers, { queryId, pageSize: 200 });
  expect(all.total).toBe(all.rows.length);
  expect(all.rows.every((row) => row.orgName === ORGS.branchA11.name)).toBe(true);
  const second = await committee.call(listMembers, { queryId, pageSize: 2, pageNum: 2 });
  expect(second.rows.map((row) => row.id)).toEqual(all.rows.slice(2, 4).map((row) => row.id));
  expect((await committee.call(listMembers, { queryId, orgId: ORGS.branchA12.id })).total).toBe(0);
  expect((await committee.call(listMembers, { queryId, keyWords: '欧阳' })).rows).toHaveLength(1);

  worker = startWorker(t.services, [jobModule, memberModule]);
  const { jobId } = (await committee.call(exportMembers, { queryId, columns: ['name'], purpose: '试' })).data;
  expect(await jobEnds(committee, jobId)).toMatchObject({ state: 'done', progress: all.total });
  const row = await t.db.selectFrom('job').select('file_id').where('id', '=', jobId).executeTakeFirstOrThrow();
  const lines = await collect(readTable(Buffer.concat(await collect(readStored(t.services, row.file_id ?? '')))));
  expect(lines.slice(1, 1 + all.total).map(([name]) => name)).toEqual(all.rows.map((one) => one.name));
});

test('an audience is whoever meets the conditions when it is asked, within the scope that asks', async () => {
  const { orgId, orgCode } = t.fixture.principals.committeeWorker;
  const id = await use(both(where('isMigrantWorker', 'yes')));
  const people = async () => {
    const scope = workerScope(orgCode);
    const audience = await audienceOf(t.services, scope, orgId, id);
    const { rows } = await sql<{ name: string }>`
      select name from member where deleted_at is null and org_code >= ${scope.from} and org_code < ${scope.to}
        and ${audience}`.execute(t.db);
    return rows.map(({ name }) => name);
  };
  expect(await people()).toEqual([]);
  await committee.call(createMember, memberForm(604, 'branchA12', { name: '农民工', isMigrantWorker: true }));
  expect(await people()).toEqual(['农民工']);
  await expect(audienceOf(t.services, workerScope(orgCode), ORGS.branchB11.id, id)).rejects.toThrow('不存在');
});
