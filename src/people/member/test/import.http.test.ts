import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import {
  fixImportGroup,
  fixImportRows,
  getImport,
  importErrorFile,
  importGroups,
  importRows,
  importTemplate,
  listImports,
  skipImportRows,
  startImport,
  undoImport,
} from '#people/member/contract.import.ts';
import {
  createMember,
  exportMembers,
  getMember,
  listMembers,
  memberTimeline,
  updateMember,
} from '#people/member/contract.ts';
import { PERSON_FIELDS } from '#people/member/rules/fields.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { collect, jobEnds, memberForm, upload, workbook } from './factory.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker | undefined;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, [jobModule, memberModule]);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

const HEAD = [
  '序号',
  '姓名',
  '公民身份号码',
  '民族',
  '文化程度',
  '人员类别',
  '入党时间',
  '转正时间',
  '所属支部',
  '联系方式',
];
const card = (number: number) => testIdCard(number, '1985-03-15');
/** A good line; `given` replaces cells by head. */
function line(number: number, given: Partial<Record<string, string>> = {}): string[] {
  const cells: Record<string, string> = {
    序号: String(number),
    姓名: `覃思${'一二三四五六七八九'.charAt(number % 9)}`,
    公民身份号码: card(number),
    民族: '土家族',
    文化程度: '本科',
    人员类别: '正式党员',
    入党时间: '2010-06-20',
    转正时间: '2011-06-20',
    所属支部: '城关镇第一党支部',
    联系方式: `1870001${String(number).padStart(4, '0')}`,
  };
  return HEAD.map((head) => given[head] ?? cells[head] ?? '');
}

async function bring(lines: string[][], name = '名册.xlsx', asBefore = false) {
  const batch = (await upload(t, committee, name, await workbook([HEAD, ...lines]))).data;
  const rewrite = asBefore ? batch.rewrite : [];
  const mapping = batch.mapping.map(({ head, field }: { head: string; field: string | null }) => ({ head, field }));
  const started = await committee.call(startImport, { id: batch.id, mapping, rewrite });
  expect(started.code).toBe(200);
  const job = await jobEnds(committee, started.data.jobId);
  expect(job).toMatchObject({ state: 'done' });
  return { id: batch.id as string, batch: (await committee.call(getImport, { id: batch.id })).data };
}
const people = async () => (await committee.call(listMembers, { pageSize: 1 })).total;
const bad = async (id: string) => (await committee.call(importRows, { id, pageSize: 200 })).rows;

describe('a mixed sheet', () => {
  let id: string;
  let before: number;

  test('good rows are written, bad ones kept with their reasons', async () => {
    await committee.call(
      createMember,
      memberForm(101, 'branchA12', { name: '已在册', birthDate: '1985-03-15', idCardNo: card(101) }),
    );
    before = await people();
    const wrongDigit = card(105).slice(0, 17) + (card(105).endsWith('1') ? '2' : '1');
    const made = await bring([
      line(100),
      line(102, { 文化程度: '大学毕业' }),
      line(103, { 入党时间: '2010.6', 转正时间: '201107' }),
      line(104, { 文化程度: '大学' }),
      line(105, { 公民身份号码: wrongDigit }),
      line(106, { 公民身份号码: card(106).slice(0, 17) }),
      line(107, { 所属支部: '城关一支部' }),
      line(108, { 联系方式: '1870001' }),
      line(109, { 公民身份号码: card(100) }),
      line(101, { 姓名: '已在册' }),
      line(110, { 入党时间: '2010.13.5' }),
      line(111, { 姓名: '' }),
      line(112, { 人员类别: '预备党员' }),
      line(113, { 所属支部: '乙县第一党支部' }),
    ]);
    id = made.id;
    expect(made.batch).toMatchObject({ state: 'fixing', total: 14, written: 1, bad: 13, skipped: 0, progress: 14 });
    expect(await people()).toBe(before + 1);
    const reasons = Object.fromEntries(
      (await bad(id)).map((row) => [row.rowNo, row.errors.map((e: { text: string }) => e.text).join('|')]),
    );
    expect(reasons).toEqual({
      3: '应写为大学本科毕业',
      4: '只有年月，可补为2010-06-01|只有年月，可补为2011-07-01',
      5: '应写为大学本科',
      6: `身份证号第18位应为${card(105).at(-1)}`,
      7: '身份证号应为18位，现在是17位',
      8: '找不到，有2个相近的',
      9: '手机号应为11位，少4位',
      10: '与第2行重复',
      11: expect.stringContaining('已在册（城关镇第二党支部，已在册），不同：学历'),
      12: '没有13月，可能是2010-05-13',
      13: '请填写姓名',
      14: '预备党员不应有转正日期',
      15: '找不到这个党组织',
    });
  });

  test('groups say what a click fixes, and the click fixes it', async () => {
    const groups = (await committee.call(importGroups, { id })).data as {
      code: string;
      count: number;
      fix: object | null;
    }[];
    expect(groups.map(({ code, count }) => [code, count])).toEqual([
      ['date', 1],
      ['education', 2],
      ['idCard', 1],
      ['idCardLength', 1],
      ['dateWrong', 1],
      ['orgName', 2],
      ['phone', 1],
      ['required', 1],
      ['duplicate', 2],
      ['rule', 1],
    ]);
    expect(groups[1]?.fix).toEqual({ from: '大学', to: '大学本科', count: 2 });
    expect((await committee.call(importRows, { id, code: 'education' })).total).toBe(2);
    expect((await committee.call(fixImportGroup, { id, code: 'date' })).data).toEqual({ written: 1, bad: 0 });
    expect((await committee.call(fixImportGroup, { id, code: 'education' })).data).toEqual({ written: 2, bad: 0 });
    expect((await committee.call(fixImportGroup, { id, code: 'idCard' })).code).toBe(400);
    expect(await people()).toBe(before + 4);
  });

  test('a row fixed by hand is written, one that is still wrong comes back', async () => {
    const fixed = await committee.call(fixImportRows, {
      id,
      rows: [
        { rowNo: 6, cells: { idCardNo: card(105) } },
        { rowNo: 8, cells: { orgName: '城关镇第一党支部' } },
        { rowNo: 9, cells: { phonenumber: '123' } },
      ],
    });
    expect(fixed.data).toEqual({ written: 2, bad: 1, gone: 0 });
    const again = await committee.call(fixImportRows, {
      id,
      // Another window was first with row 6: it stays as it was written, and does not hold the other row up.
      rows: [
        { rowNo: 6, cells: { name: '别名' } },
        { rowNo: 9, cells: { phonenumber: '124' } },
      ],
    });
    expect(again.data).toEqual({ written: 0, bad: 1, gone: 1 });
    const both = await committee.call(fixImportRows, {
      id,
      rows: [
        { rowNo: 7, cells: { idCardNo: card(114) } },
        { rowNo: 15, cells: { idCardNo: card(114), orgName: '城关镇第二党支部' } },
      ],
    });
    expect(both.data).toEqual({ written: 1, bad: 1, gone: 0 });
    const list = await committee.call(listMembers, { keyWords: card(105) });
    expect(list.rows[0]).toMatchObject({
      orgName: '城关镇第一党支部',
      nationName: '土家族',
      educationName: '大学本科',
      gender: 1,
    });
    const history = await committee.call(memberTimeline, { id: list.rows[0].id });
    expect(history.rows[0]).toMatchObject({ action: '导入', who: '魏员', reason: `导入批次 ${id}，名册.xlsx 第6行` });
  });

  test('the error file is the original sheet with a column of reasons', async () => {
    const response = await t.app.inject({
      url: `${importErrorFile.path}?id=${id}`,
      headers: { authorization: committee.token },
    });
    const lines = await collect(readTable(response.rawPayload));
    expect(lines[0]).toEqual([...HEAD, '原因']);
    expect(lines.find((cells) => cells[0] === '108')?.at(-1)).toBe('手机号：手机号应为11位，少8位');
    expect(lines).toHaveLength((await bad(id)).length + 1);
  });

  test('the rest is skipped and the batch is done', async () => {
    const left = (await bad(id)).length;
    expect((await committee.call(skipImportRows, { id, all: true })).code).toBe(200);
    expect((await committee.call(getImport, { id })).data).toMatchObject({ state: 'done', bad: 0, skipped: left });
  });
});

test('the same file again changes nothing', async () => {
  const lines = Array.from({ length: 30 }, (_unused, i) => line(120 + i));
  const first = await bring(lines);
  expect(first.batch).toMatchObject({ state: 'done', written: 30 });
  const count = await people();
  const rows = await sql`select id, version, updated_at, sort from member order by id`.execute(t.db);
  const second = await bring(lines);
  expect(second.batch).toMatchObject({ state: 'done', written: 0, bad: 0, skipped: 30 });
  expect(await people()).toBe(count);
  expect((await sql`select id, version, updated_at, sort from member order by id`.execute(t.db)).rows).toEqual(
    rows.rows,
  );
});

test('undo takes back what nobody has changed since', async () => {
  const before = await people();
  const { id } = await bring([line(160), line(161), line(162)]);
  const found = (await committee.call(listMembers, { keyWords: card(161) })).rows[0];
  await committee.call(updateMember, { id: found.id, version: 1, remark: '已核对' });
  expect((await committee.call(undoImport, { id })).data).toEqual({ removed: 2, restored: 0, kept: 1 });
  expect(await people()).toBe(before + 1);
  expect((await committee.call(getMember, { id: found.id })).code).toBe(200);
  // A second press looks at them again.
  expect((await committee.call(undoImport, { id })).data).toEqual({ removed: 0, restored: 0, kept: 1 });
  expect((await bring([line(160), line(162)])).batch).toMatchObject({ written: 2 });
});

test('what was fixed by a click is fixed without one in the next import of the account, until it says otherwise', async () => {
  const first = await bring([line(180), line(181, { 文化程度: '大学' })]);
  expect(first.batch.rewrite).toEqual([]);
  await committee.call(fixImportGroup, { id: first.id, code: 'education' });

  const second = await bring(
    [line(182, { 文化程度: '大学' }), line(183, { 文化程度: '大学毕业', 联系方式: '1' })],
    '名册.xlsx',
    true,
  );
  expect(second.batch).toMatchObject({ rewrite: ['education'], written: 1, bad: 1 });
  expect(second.batch.message).toBe('已入库1人，按规则改正2行，待修正1行');
  // What is bad for another reason keeps the rewriting.
  expect((await bad(second.id))[0].cells.education).toBe('大学本科毕业');

  expect((await bring([line(184, { 文化程度: '大学' })])).batch).toMatchObject({ rewrite: [], written: 0, bad: 1 });
  expect((await bring([line(185, { 文化程度: '大学' })], '名册.xlsx', true)).batch).toMatchObject({
    written: 0,
    bad: 1,
  });
  const { data } = await upload(t, committee, '名册.xlsx', await workbook([HEAD, line(186)]));
  expect((await committee.call(startImport, { id: data.id, mapping: [], rewrite: ['idCard' as never] })).code).toBe(
    600,
  );
});

test('the people of an import are a list of their own', async () => {
  const { id } = await bring([line(165), line(166), line(167, { 文化程度: '大学' })]);
  const listed = async () => (await committee.call(listMembers, { importId: id })).rows.map((row) => row.idCardNo);
  expect((await listed()).length).toBe(2);
  await committee.call(fixImportGroup, { id, code: 'education' });
  expect((await listed()).length).toBe(3);
  expect((await committee.call(undoImport, { id })).data).toEqual({ removed: 3, restored: 0, kept: 0 });
  expect(await listed()).toEqual([]);
});

test("P2 PEER-15 a batch is its account's alone, and within its scope", async () => {
  const { id } = await bring([line(170, { 文化程度: '大学' })]);
  for (const who of ['branchWorker', 'siblingWorker', 'cityWorker', 'admin'] as const) {
    const other = await t.as(who);
    expect((await other.call(getImport, { id })).code).toBe(404);
    expect((await other.call(importRows, { id })).code).toBe(404);
    expect((await other.call(importErrorFile, { id })).code).toBe(404);
    expect((await other.call(listMembers, { importId: id })).code).toBe(404);
    expect((await other.call(exportMembers, { importId: id, purpose: '试' })).code).toBe(404);
    expect((await other.call(fixImportGroup, { id, code: 'education' })).code).toBe(404);
    expect((await other.call(undoImport, { id })).code).toBe(404);
    expect((await other.call(listImports, {})).total).toBe(0);
  }
  const member = await t.as('member');
  expect((await member.call(getImport, { id })).code).toBe(403);
  expect((await upload(t, member, '名册.xlsx', await workbook([HEAD, line(171)]))).code).toBe(403);
  expect(
    (await upload(t, committee, '名册.xlsx', await workbook([HEAD, line(171)]), { orgId: ORGS.branchB11.id })).code,
  ).toBe(404);
});

describe('files', () => {
  test('the template has every column, and a csv of the Chinese code page is read', async () => {
    const template = await t.app.inject({
      method: 'POST',
      url: importTemplate.path,
      payload: {},
      headers: { authorization: committee.token },
    });
    const [heads = [], sample = []] = await collect(readTable(template.rawPayload));
    expect(heads).toEqual([...PERSON_FIELDS.map(({ label }) => label), '所在党支部']);
    expect(sample[0]).toBe('示例：张三');
    // As it was downloaded there is nothing in it; with a person below the sample, that person alone.
    const empty = await upload(t, committee, '党员信息采集表.xlsx', template.rawPayload);
    expect(empty.msg).toBe('表头下面没有数据');
    const person: Record<string, string> = {
      姓名: '覃思九',
      身份证号: `\t${card(190)}`,
      民族: '土家',
      入党日期: '2010.6.20',
      转正日期: '２０１１/６/２０',
      所在党支部: '城关镇第一党支部',
    };
    const below = heads.map((head) => person[head] ?? '');
    const filled = (await upload(t, committee, '采集表.xlsx', await workbook([heads, sample, below]))).data;
    expect(filled).toMatchObject({ total: 1 });
    const started = await committee.call(startImport, {
      id: filled.id,
      mapping: filled.mapping.map(({ head, field }: { head: string; field: string | null }) => ({ head, field })),
    });
    await jobEnds(committee, started.data.jobId);
    expect((await committee.call(getImport, { id: filled.id })).data).toMatchObject({ state: 'done', written: 1 });
    const gbk = Buffer.from([
      0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xc9, 0xed, 0xb7, 0xdd, 0xd6, 0xa4, 0xba, 0xc5, 0x0a, 0xcc, 0xb7, 0xd2, 0xbb, 0x2c,
    ]);
    const csv = Buffer.concat([gbk, Buffer.from(card(172)), Buffer.from('\n')]);
    const batch = (await upload(t, committee, '表.csv', csv, { orgId: ORGS.branchA11.id })).data;
    expect(batch).toMatchObject({
      total: 1,
      orgName: '城关镇第一党支部',
      mapping: [
        { head: '姓名', field: 'name' },
        { head: '身份证号', field: 'idCardNo' },
      ],
    });
    const wrong = await committee.call(startImport, {
      id: batch.id,
      mapping: [
        { head: '姓名', field: 'name' },
        { head: '身份证号', field: null },
      ],
    });
    expect(wrong.data.fields.mapping).toBe('缺少“身份证号”列');
    const twice = await committee.call(startImport, {
      id: batch.id,
      mapping: [
        { head: '姓名', field: 'name' },
        { head: '身份证号', field: 'name' },
      ],
    });
    expect(twice.data.fields.mapping).toBe('“姓名”对应了两列');
  });

  test.each([
    ['名册.xlsx', Buffer.from('PK\u0003\u0004 broken'), /已损坏/],
    ['名册.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), /不能打开|没有找到表头/],
    ['名册.csv', Buffer.from('甲,乙\n1,2\n'), /没有找到表头/],
    ['名册.csv', Buffer.from('姓名,身份证号\n'), /没有数据/],
    ['名册.exe', Buffer.from('MZ'), /只能导入/],
    ['名册.xlsx', Buffer.alloc(0), /请选择/],
  ])('%s that is no table is refused with a sentence', async (name, bytes, sentence) => {
    const answer = await upload(t, committee, name, bytes);
    expect([400, 600]).toContain(answer.code);
    expect(answer.msg).toMatch(sentence);
  });

  test('P54 no table and no file holds an id card of a sheet in the clear', async () => {
    await bring([line(173, { 文化程度: '大学' }), line(174)]);
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      t.db,
    );
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} as r where r::text ~ ${`${card(173)}|${card(174)}|18700010173`}`.execute(
        t.db,
      );
      expect({ name, n: rows[0]?.n }).toEqual({ name, n: 0 });
    }
  });
});
