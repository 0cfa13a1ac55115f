import * as XLSX from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { urgeAbove } from '#kernel/permission/contract.above.ts';
import { upload } from '#people/member/test/factory.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedFile, exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { getFill, getSum, listFills } from '../contract.read.ts';
import {
  decideFill,
  exportSum,
  fillFaultFile,
  fillTemplate,
  handInFill,
  printFill,
  printSum,
  readFillSheet,
  recallFill,
  saveFill,
} from '../contract.ts';
import { DESIGN, day, field, fillOf, given } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

const GOOD = { f1: '3', f2: '1', f3: '40.5', f4: '是', f5: '12' };
const rows = (cells: Record<string, string>) => [{ id: '1', cells }];
const todosOf = async (subject: string) =>
  (
    await sql<{
      done: boolean;
    }>`select done_at is not null as done from todo where subject = ${subject} order by id`.execute(t.db)
  ).rows;

/** Hands in what a branch fills in; answers the filling as it reads it. */
async function handedIn(tableId: string, cells: Record<string, string> = GOOD) {
  const { id, version } = await fillOf(branch, tableId);
  const sent = await branch.call(handInFill, { id, version, rows: rows(cells) });
  expect(sent.code, sent.text).toBe(200);
  return (await branch.call(getFill, { id })).result;
}

/** What a paper says. */
async function paperText(
  who: Caller,
  paper: { code: number; text: string; data: { fileId: string } },
): Promise<string> {
  expect(paper.code, paper.text).toBe(200);
  const file = await fetchBytes(t, who, `/api/common/download?fileName=${paper.data.fileId}`);
  return pdfPages(file.bytes)
    .map((page) => page.text)
    .join('');
}

describe('a filling', () => {
  test('begins with what is known, is kept as a draft of its own, and told what is wrong at its field', async () => {
    const table = await given(committee);
    const fill = await fillOf(branch, table);
    const { rows: known } = await sql<{ n: string }>`select count(*)::text as n from member
       where org_code = ${ORGS.branchA11.code} and deleted_at is null and person_category in (1, 2) and membership_status = 1`.execute(
      t.db,
    );
    expect(fill).toMatchObject({
      known: ['f5'],
      rows: [{ id: '1', cells: { f5: known[0]?.n } }],
      can: { fill: true, decide: false },
    });
    const half = await branch.call(saveFill, { id: fill.id, version: 1, rows: rows({ f1: '２', f2: '三' }) });
    expect(half.data.version).toBe(2);
    expect(half.data.faults).toEqual([
      { row: '1', col: 'f2', text: '应填写数字' },
      { row: '1', col: 'f4', text: '请选择有公开栏' },
    ]);
    expect((await branch.call(getFill, { id: fill.id })).result.rows).toEqual(rows({ f1: '2', f2: '三' }));
    // A draft is its organisation's own.
    expect((await committee.call(getFill, { id: fill.id })).result).toMatchObject({
      rows: [],
      isOwn: false,
      savedAt: null,
    });
    const bad = await branch.call(handInFill, { id: fill.id, version: 2, rows: rows({ f1: '1', f2: '2', f4: '是' }) });
    expect(bad.data.fields).toEqual({ f2: '不能大于“场所数”' });
    // Refused, nothing of it is kept.
    expect((await branch.call(getFill, { id: fill.id })).result).toMatchObject({ version: 2, state: 'open' });
    const stale = await branch.call(saveFill, { id: fill.id, version: 1, rows: rows(GOOD) });
    expect(stale.data).toMatchObject({ conflict: true, current: { version: 2 } });
    const wild = await branch.call(saveFill, { id: fill.id, version: 2, rows: rows({ x: '1' }) });
    expect(wild.code).toBe(600);
    const other = await committee.call(saveFill, { id: fill.id, version: 2, rows: rows(GOOD) });
    expect(other.msg).toBe('由填报的组织填写');
    const sibling = await t.as('siblingWorker');
    expect((await sibling.call(handInFill, { id: fill.id, version: 2, rows: rows(GOOD) })).code).toBe(404);
  });

  test('is handed in, taken back, returned with its reason and accepted by whoever gave the table', async () => {
    const table = await given(committee, { dueOn: day(3) });
    const handed = await handedIn(table);
    expect(handed).toMatchObject({
      state: 'asked',
      handedOn: day(0),
      deciderName: ORGS.committeeA1.name,
      can: { recall: true, decide: false },
    });
    expect(handed.obstacle).toBe('不能审核本人上报的数据表');
    expect(await todosOf(`dataCentreDecide:${handed.id}`)).toEqual([{ done: false }]);
    expect(await todosOf(`dataCentreFill:${handed.id}`)).toEqual([{ done: true }]);
    expect((await branch.call(urgeAbove, { kind: 'dataCentre', id: handed.id })).code).toBe(200);
    const again = await branch.call(saveFill, { id: handed.id, version: handed.version, rows: rows(GOOD) });
    expect(again.msg).toBe('已经上报，正在审核；可以先撤回');
    expect((await committee.call(recallFill, { id: handed.id })).msg).toContain('只能由本人撤回');
    expect((await branch.call(recallFill, { id: handed.id })).code).toBe(200);
    expect(await todosOf(`dataCentreDecide:${handed.id}`)).toEqual([{ done: true }]);
    expect((await committee.call(getFill, { id: handed.id })).result.rows).toEqual([]);

    const { id, version } = await handedIn(table);
    const own = await branch.call(decideFill, { id, version, decision: 'agree' });
    expect(own.msg).toBe('不能审核本人上报的数据表');
    const county = await t.as('countyWorker');
    expect((await county.call(decideFill, { id, version, decision: 'agree' })).msg).toBe(
      `由${ORGS.committeeA1.name}审核`,
    );
    const silent = await committee.call(decideFill, { id, version, decision: 'return' });
    expect(silent.data.fields).toEqual({ opinion: '请写明退回的原因' });
    expect((await committee.call(decideFill, { id, version, decision: 'return', opinion: '面积不对' })).code).toBe(200);
    expect((await committee.call(decideFill, { id, version, decision: 'agree' })).msg).toBe('已被处理');
    const back = await fillOf(branch, table);
    expect(back).toMatchObject({ state: 'returned', opinion: '面积不对', returns: 1, can: { fill: true } });
    expect(back.filings.map(({ decision }: { decision: string }) => decision)).toEqual(['returned', 'recalled']);

    const last = await handedIn(table, { ...GOOD, f3: '41' });
    expect((await committee.call(getFill, { id })).result.rows).toEqual(rows({ ...GOOD, f3: '41.0' }));
    expect((await committee.call(decideFill, { id, version: last.version, decision: 'agree' })).code).toBe(200);
    expect(await fillOf(branch, table)).toMatchObject({ standing: 'done', can: { fill: false, recall: false } });
    expect((await branch.call(saveFill, { id, version: last.version + 1, rows: rows(GOOD) })).msg).toBe(
      '已经审核，不能再改',
    );
  });

  test('of several rows is told the row in which something is wrong', async () => {
    const design = {
      several: true,
      fields: [field('f1', { name: '姓名', kind: 'text', required: true, sum: 'none' }), field('f2', { name: '金额' })],
      checks: [],
    };
    const table = await given(committee, { title: '多行' }, design);
    const { id, version } = await fillOf(branch, table);
    expect((await branch.call(handInFill, { id, version, rows: [] })).msg).toBe('表里还没有内容，请先填写');
    const two: { id: string; cells: Record<string, string> }[] = [
      { id: '1', cells: { f1: '甲', f2: '5' } },
      { id: '4', cells: { f2: '七' } },
    ];
    const bad = await branch.call(handInFill, { id, version, rows: two });
    expect(bad.msg).toBe('还有2处要改：第2行“姓名”请填写姓名');
    const many = Array.from({ length: 301 }, (_, at) => ({ id: String(at + 1), cells: { f1: '甲' } }));
    expect((await branch.call(saveFill, { id, version, rows: many })).code).toBe(600);
    const good = [...two.slice(0, 1), { id: '4', cells: { f1: '乙', f2: '7' } }];
    expect((await branch.call(handInFill, { id, version, rows: good })).code).toBe(200);
    const sum = (await committee.call(getSum, { id: table })).data;
    expect(sum.total.cells).toEqual(['12']);
    expect(await paperText(branch, await branch.call(printFill, { id }))).toContain('填报单位');
  });
});

describe('several rows from a workbook', () => {
  const SEVERAL = {
    several: true,
    fields: [
      field('f1', { name: '姓名', kind: 'text', required: true, sum: 'none' }),
      field('f2', { name: '类型', kind: 'choice', choices: ['患病', '残疾'], required: true, sum: 'none' }),
      field('f3', { name: '金额', kind: 'decimal', decimals: 2, unit: '元', min: '0' }),
      field('f4', { name: '其中慰问品', kind: 'decimal', decimals: 2, unit: '元' }),
    ],
    checks: [{ id: 'k1', kind: 'atMost' as const, fields: ['f4', 'f3'] }],
  };
  const linesOf = async (who: Caller, url: string, payload: object) => {
    const answer = await t.app.inject({ method: 'POST', url, headers: { authorization: who.token }, payload });
    expect(answer.rawPayload.subarray(0, 2).toString(), answer.body.slice(0, 300)).toBe('PK');
    const lines: string[][] = [];
    for await (const line of readTable(answer.rawPayload)) lines.push(line);
    return lines;
  };
  const read = (who: Caller, id: string, csv: string, name = '慰问.csv') =>
    upload(t, who, name, Buffer.from(csv), { id }, readFillSheet.path);

  test('are read and judged cell by cell, and nothing is kept by it', async () => {
    const table = await given(committee, { title: '慰问登记' }, SEVERAL);
    const { id } = await fillOf(branch, table);
    const template = await linesOf(branch, fillTemplate.path, { id });
    expect(template[0]).toEqual(['姓名*', '类型*', '金额（元）', '其中慰问品（元）']);
    const sheet =
      '慰问登记\n姓名*,类型,金额(元),其中慰问品（元）,备注\n示例：文字,患病,0,1\n张三,患病,５00,100,好\n\n李四,贫困,七,\n,残疾,50,60\n';
    const { data, msg } = await read(branch, id, sheet);
    expect(data, msg).toEqual({
      rows: [
        { id: '4', cells: { f1: '张三', f2: '患病', f3: '500.00', f4: '100.00' } },
        { id: '6', cells: { f1: '李四', f2: '贫困', f3: '七' } },
        { id: '7', cells: { f2: '残疾', f3: '50.00', f4: '60.00' } },
      ],
      faults: [
        { row: '6', col: 'f2', text: '应为患病、残疾之一' },
        { row: '6', col: 'f3', text: '应填写数字' },
        { row: '7', col: 'f1', text: '请填写姓名' },
        { row: '7', col: 'f4', text: '不能大于“金额”' },
      ],
      unknown: ['备注'],
      missing: [],
    });
    expect((await branch.call(getFill, { id })).result).toMatchObject({ rows: [], version: 1, savedAt: null });
    const faulty = await linesOf(branch, fillFaultFile.path, { id, rows: data.rows });
    expect(faulty).toEqual([
      ['姓名*', '类型*', '金额（元）', '其中慰问品（元）', '原因'],
      ['李四', '贫困', '七', '', '第6行，类型：应为患病、残疾之一；金额：应填写数字'],
      ['', '残疾', '50.00', '60.00', '第7行，姓名：请填写姓名；其中慰问品：不能大于“金额”'],
    ]);
    // What was mended there is read again.
    const again = await read(branch, id, `${faulty[0]?.join(',')}\n李四,残疾,7,,第6行\n`);
    expect(again.data).toMatchObject({ faults: [], unknown: ['原因'] });
  });

  test('are refused whole where they are no such table, are too many, or are not the organisation’s to fill in', async () => {
    const table = await given(committee, { title: '再登记' }, SEVERAL);
    const { id } = await fillOf(branch, table);
    expect((await read(branch, id, '甲,乙\n1,2\n')).msg).toContain('“姓名”“类型”“金额”');
    expect((await read(branch, id, '姓名,类型\n')).data.fields).toEqual({ file: '表头下面没有内容' });
    const many = `姓名,类型\n${'张三,患病\n'.repeat(301)}`;
    expect((await read(branch, id, many)).data.fields).toEqual({ file: '一张表最多填300行，请删去多余的行' });
    const long = await read(branch, id, `姓名,类型\n${'长'.repeat(2001)},患病\n`);
    expect(long.data.fields).toEqual({ file: '第2行“姓名”超过2000个字' });
    expect((await read(branch, id, '姓名,类型\n张三,患病\n', '慰问.txt')).data.fields.file).toContain('xlsx');
    expect((await read(committee, id, '姓名,类型\n张三,患病\n')).msg).toBe('由填报的组织填写');
    expect((await read(await t.as('siblingWorker'), id, '姓名,类型\n张三,患病\n')).code).toBe(404);
    const single = await fillOf(branch, await given(committee));
    expect((await branch.call(fillTemplate, { id: single.id })).msg).toBe('该数据表只填一行，请在页面上填写');
  });
});

test('the sums go down the tree, count what is handed in, and leave as a workbook and on paper', async () => {
  const county = await t.as('countyWorker');
  const table = await given(county, { orgId: ORGS.countyA.id, title: '全区', aim: 'branches' });
  await handedIn(table);
  const top = (await county.call(getSum, { id: table })).data;
  const line = top.rows.find(({ orgId }: { orgId: string }) => orgId === ORGS.committeeA1.id);
  expect(top.fields.map(({ name, note }: { name: string; note: string }) => [name, note])).toEqual([
    ['场所数', '个'],
    ['自有场所', '个'],
    ['面积', '平均，平方米'],
    ['有公开栏', '答“是”的'],
    ['党员人数', '最大，人'],
  ]);
  expect(line).toMatchObject({ hasBelow: true, fillId: null, handed: 1, cells: ['3', '1', '40.50', '1', '12'] });
  expect(top.total).toMatchObject({ handed: 1, cells: ['3', '1', '40.50', '1', '12'] });
  const below = (await county.call(getSum, { id: table, orgId: ORGS.committeeA1.id })).data;
  const own = below.rows.find(({ orgId }: { orgId: string }) => orgId === ORGS.branchA11.id);
  expect(own).toMatchObject({ all: 1, handed: 1, hasBelow: false });
  expect(own.fillId).toMatch(/^\d+$/);
  // Whoever stands below sees the own part of it, beside nothing of a neighbour's.
  const mine = (await committee.call(getSum, { id: table })).data;
  expect(mine.total.all).toBe(line.all);
  expect((await committee.call(getSum, { id: table, orgId: ORGS.countyA.id })).code).toBe(404);
  expect((await branch.call(getSum, { id: table, roundId: '999999' })).code).toBe(404);
  // What came back counts no longer.
  const fill = await fillOf(branch, table);
  const returned = { id: fill.id, version: fill.version, decision: 'return' as const, opinion: '核对' };
  expect((await county.call(decideFill, returned)).code).toBe(200);
  expect((await county.call(getSum, { id: table })).data.total).toMatchObject({
    handed: 0,
    cells: ['', '', '', '', ''],
  });
  await handedIn(table);

  const job = await committee.call(exportSum, { id: table, purpose: '年度统计' });
  expect(job.code, job.text).toBe(200);
  const lines = await exportedLines(t, job.data.jobId);
  expect(lines[0]).toEqual([
    '党组织',
    '情况',
    '上报日期',
    '场所数（个）',
    '自有场所（个）',
    '面积（平方米）',
    '有公开栏',
    '党员人数（人）',
  ]);
  expect(lines).toContainEqual([ORGS.branchA11.name, '待审核', day(0), '3', '1', '40.5', '是', '12']);
  expect(lines.flat()).not.toContain(ORGS.branchA21.name);
  expect(await paperText(committee, await committee.call(printSum, { id: table }))).toContain('全区（汇总）');

  // The sheet of the sums goes down all levels.
  const all = await county.call(exportSum, { id: table, purpose: '各级' });
  const book = XLSX.read(await exportedFile(t, all.data.jobId));
  const levels = XLSX.utils.sheet_to_json<string[]>(book.Sheets.汇总 as XLSX.WorkSheet, { header: 1, defval: '' });
  expect(levels[0]?.slice(0, 5)).toEqual(['层级', '党组织', '应报', '已报', '场所数 个']);
  const at = (name: string) => levels.findIndex(([, said]) => String(said).trim() === name);
  expect(levels[at(ORGS.committeeA1.name)]).toEqual([
    1,
    ORGS.committeeA1.name,
    line.all,
    1,
    // Numbers, as a sheet adds them.
    3,
    1,
    40.5,
    1,
    12,
  ]);
  expect(levels[at(ORGS.branchA11.name)]).toEqual([2, `　　${ORGS.branchA11.name}`, 1, 1, 3, 1, 40.5, 1, 12]);
  expect(at(ORGS.branchA11.name)).toBeGreaterThan(at(ORGS.committeeA1.name));
  expect(levels[at('合计')]?.slice(0, 5)).toEqual(['', '合计', top.total.all, 1, 3]);
});

test('an organisation that fills in itself has a line of its own beside those below it, at every level, and is not added to them', async () => {
  const county = await t.as('countyWorker');
  const design = { several: false, fields: [field('f1', { name: '数' })], checks: [] };
  const table = await given(county, { orgId: ORGS.countyA.id, title: '各级都报', aim: 'below' }, design);
  const fill = async (who: Caller, unitId: string, n: string) => {
    const { id, version } = await fillOf(who, table, unitId);
    expect((await who.call(handInFill, { id, version, rows: rows({ f1: n }) })).code).toBe(200);
  };
  await fill(committee, ORGS.committeeA1.id, '5');
  await fill(branch, ORGS.branchA11.id, '7');
  const job = await county.call(exportSum, { id: table, purpose: '各级' });
  const book = XLSX.read(await exportedFile(t, job.data.jobId));
  const lines = XLSX.utils.sheet_to_json<string[]>(book.Sheets.汇总 as XLSX.WorkSheet, { header: 1, defval: '' });
  const from = lines.findIndex(([, name]) => name === ORGS.committeeA1.name);
  expect(lines.slice(from, from + 3).map(([level, name, , handed, sum]) => [level, name, handed, sum])).toEqual([
    // What the committee says of all below is not added to what they say themselves.
    [1, ORGS.committeeA1.name, 2, 7],
    [2, `　　${ORGS.committeeA1.name}（本级）`, 1, 5],
    [2, `　　${ORGS.branchA11.name}`, 1, 7],
  ]);
  expect(lines.find(([, name]) => name === '合计')?.slice(3)).toEqual([2, 7]);
  const top = (await county.call(getSum, { id: table })).data;
  expect([top.total.handed, top.total.cells]).toEqual([2, ['7']]);
  const below = (await county.call(getSum, { id: table, orgId: ORGS.committeeA1.id })).data;
  expect(below.rows.find(({ isOwn }: { isOwn: boolean }) => isOwn).cells).toEqual(['5']);
  expect(below.total.cells).toEqual(['7']);
});

test('last time is offered in the next round, by the fields that stand there still', async () => {
  const table = await given(committee, { title: '每季', period: 'quarter', dueOn: '', dueDays: '10', aim: 'branches' });
  const first = await handedIn(table);
  const { rows: made } = await sql<{ id: string }>`
    insert into data_centre_round (table_id, version_id, label, starts_on, ends_on, due_on)
    select table_id, version_id, '下一期', starts_on + 92, ends_on + 92, due_on + 92 from data_centre_round where id = ${first.roundId}
    returning id`.execute(t.db);
  await sql`insert into data_centre_fill (round_id, table_id, org_id, org_code)
    values (${made[0]?.id}, ${table}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code})`.execute(t.db);
  const { rows: found } = await branch.call(listFills, { roundId: made[0]?.id ?? '' });
  const next = (await branch.call(getFill, { id: found[0].id })).result;
  expect(next.previous).toEqual({ label: first.round, rows: rows(GOOD) });
  expect(DESIGN.fields).toHaveLength(5);
});
