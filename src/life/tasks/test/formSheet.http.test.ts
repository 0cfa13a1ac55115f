import * as XLSX from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveFill, saveForm } from '#life/tasks/contract.form.ts';
import { exportForm, formTemplate, printForm, readForm } from '#life/tasks/contract.formSheet.ts';
import { getPart, reportPart } from '#life/tasks/contract.part.ts';
import { acceptPassing } from '#life/tasks/contract.partMore.ts';
import { createTask, publishTask } from '#life/tasks/contract.ts';
import { jobEnds, upload } from '#people/member/test/factory.ts';
import { readStored } from '#platform/server/files/files.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { office, startOffice, todayOf, unzip } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let branch: Caller;

beforeAll(async () => {
  ({ t, stop } = await startOffice());
  [county, branch] = [await t.as('countyWorker'), await t.as('branchWorker')];
});
afterAll(() => stop());

test('the sums go out as a workbook, a filling as a printed page', async () => {
  const at = office(t, await todayOf(t));
  const made = await county.call(createTask, at.draft({ kind: 3, title: '统计表' }));
  const { id } = made.data;
  await county.call(saveForm, {
    id,
    version: 1,
    design: { free: true, rows: [], columns: [{ id: 'c1', name: '人数', type: 'number' }], locked: [], sums: [] },
  });
  const out = await county.call(publishTask, { id, version: 2 });
  await jobEnds(county, out.data.jobId);
  const job = await county.call(exportForm, { id, purpose: '存档' });
  expect(job.code, job.text).toBe(200);
  await jobEnds(county, job.data.jobId);
  const { id: partId } = await at.partOf(id);
  const paper = await branch.call(printForm, { id: partId });
  expect(paper.code, paper.text).toBe(200);

  // What the template is goes back in; another organisation's part does not.
  const sheet = await t.app.inject({
    method: 'POST',
    url: formTemplate.path,
    headers: { authorization: branch.token },
    payload: { id: partId },
  });
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
  const csv = Buffer.from('行号,人数\n1,12\n2,=1+1\n');
  const back = await upload(t, branch, 'form.csv', csv, { id: partId }, readForm.path);
  expect(back.data).toEqual({
    rows: [
      { id: '1', cells: { c1: '12' } },
      { id: '2', cells: { c1: '=1+1' } },
    ],
    read: 2,
    passed: [],
  });
  const { id: foreign } = await at.partOf(id, 'branchA12');
  expect((await upload(t, branch, 'form.csv', csv, { id: foreign }, readForm.path)).code).toBe(404);
});

test('formulas that somebody fills in leave as text, in the sum and in every organisation’s sheet', async () => {
  const at = office(t, await todayOf(t));
  const { id } = (await county.call(createTask, at.draft({ kind: 3, title: '=1+1的统计表' }))).data;
  await county.call(saveForm, {
    id,
    version: 1,
    design: {
      free: false,
      rows: [{ id: 'r1', name: '=HYPERLINK("http://x")' }],
      columns: [
        { id: 'c1', name: '@SUM(A1)', type: 'number' },
        { id: 'c2', name: '+说明', type: 'text' },
        { id: 'c3', name: '备注', type: 'text' },
      ],
      locked: [],
      sums: [],
    },
  });
  await jobEnds(county, (await county.call(publishTask, { id, version: 2 })).data.jobId);
  const part = await at.partOf(id);
  const cells = { c1: '-5', c2: "=cmd|' /C calc'!A0", c3: '\t=1+1' };
  const saved = await branch.call(saveFill, { id: part.id, version: 0, rows: [{ id: 'r1', cells }] });
  expect(saved.code, saved.text).toBe(200);
  const { data } = await branch.call(getPart, { id: part.id });
  const reported = await branch.call(reportPart, { id: part.id, version: data.version });
  expect(reported.code, reported.text).toBe(200);
  const started = await county.call(exportForm, { id, purpose: '存档' });
  const job = await jobEnds(county, started.data.jobId);
  const { rows } = await sql<{
    file: string;
  }>`select file_id as file from job where id = ${started.data.jobId}`.execute(t.db);
  expect(job).toMatchObject({ state: 'done' });
  const chunks: Buffer[] = [];
  for await (const chunk of readStored(t.services, rows[0]?.file ?? '')) chunks.push(chunk as Buffer);
  const book = XLSX.read(Buffer.concat(chunks), { cellFormula: true });
  const all = book.SheetNames.flatMap((name) =>
    Object.entries(book.Sheets[name] ?? {}).flatMap(([key, cell]) =>
      key.startsWith('!') ? [] : [cell as XLSX.CellObject],
    ),
  );
  expect(all.filter(({ f }) => f !== undefined)).toEqual([]);
  const texts = all.map(({ v }) => String(v));
  for (const text of ['=HYPERLINK("http://x")', '@SUM(A1)', '+说明', "=cmd|' /C calc'!A0"]) {
    expect(texts).toContain(text);
    expect(all.find(({ v }) => v === text)?.t, text).toBe('s');
  }
});

test('what passes the rules is accepted at once; a report with a warning stays to be looked at', async () => {
  const at = office(t, await todayOf(t));
  const committee = await t.as('committeeWorker');
  const { id } = (await county.call(createTask, at.draft({ kind: 3, title: '成批验收的表' }))).data;
  const column = { id: 'c1', name: '人数', type: 'number' as const, max: '10', level: 'warn' as const };
  await county.call(saveForm, {
    id,
    version: 1,
    design: { free: false, rows: [{ id: 'r1', name: '在职' }], columns: [column], locked: [], sums: [] },
  });
  await jobEnds(county, (await county.call(publishTask, { id, version: 2 })).data.jobId);
  expect((await county.call(acceptPassing, { id })).text).toContain('没有待验收的');
  const parts: Record<string, string> = {};
  for (const [who, org, c1] of [
    [branch, 'branchA11', '11'],
    [committee, 'committeeA1', '2'],
  ] as const) {
    const part = await at.partOf(id, org);
    parts[org] = part.id;
    await who.call(saveFill, { id: part.id, version: 0, rows: [{ id: 'r1', cells: { c1 } }] });
    const { data } = await who.call(getPart, { id: part.id });
    expect((await who.call(reportPart, { id: part.id, version: data.version })).code).toBe(200);
  }
  expect((await committee.call(acceptPassing, { id })).code).toBe(400);
  expect((await county.call(acceptPassing, { id })).data).toEqual({ decided: 1, held: 1, left: 0 });
  const stateOf = async (partId = '') => (await county.call(getPart, { id: partId })).data.state;
  expect([await stateOf(parts.committeeA1), await stateOf(parts.branchA11)]).toEqual([4, 2]);
  expect((await county.call(acceptPassing, { id })).text).toContain('逐件看过');
});

test('an archive holds the sums and a workbook of each organisation that has reported', async () => {
  const at = office(t, await todayOf(t));
  const { id } = (await county.call(createTask, at.draft({ kind: 3, title: '分装的表' }))).data;
  await county.call(saveForm, {
    id,
    version: 1,
    design: {
      free: false,
      rows: [{ id: 'r1', name: '在职' }],
      columns: [
        { id: 'c1', name: '人数', type: 'number', decimals: 1 },
        { id: 'c2', name: '备注', type: 'text' },
      ],
      locked: [],
      sums: [],
    },
  });
  await jobEnds(county, (await county.call(publishTask, { id, version: 2 })).data.jobId);
  for (const [who, org, c1] of [
    [branch, 'branchA11', '1.5'],
    [await t.as('committeeWorker'), 'committeeA1', '2.1'],
  ] as const) {
    const part = await at.partOf(id, org);
    await who.call(saveFill, { id: part.id, version: 0, rows: [{ id: 'r1', cells: { c1, c2: org } }] });
    const { data } = await who.call(getPart, { id: part.id });
    expect((await who.call(reportPart, { id: part.id, version: data.version })).code).toBe(200);
  }
  const started = await county.call(exportForm, { id, as: 'zip', purpose: '存档' });
  await jobEnds(county, started.data.jobId);
  const { rows } = await sql<{ file: string; name: string }>`
    select f.id as file, f.name from job j join stored_file f on f.id = j.file_id where j.id = ${started.data.jobId}`.execute(
    t.db,
  );
  expect(rows[0]?.name).toMatch(/^分装的表.*\.zip$/);
  const chunks: Buffer[] = [];
  for await (const chunk of readStored(t.services, rows[0]?.file ?? '')) chunks.push(chunk as Buffer);
  const files = await unzip(Buffer.concat(chunks));
  const orgs = [ORGS.branchA11.name, ORGS.committeeA1.name].map((name) => `${name}-分装的表.xlsx`);
  expect([...files.keys()].sort()).toEqual(['下载说明.txt', '汇总-分装的表.xlsx', ...orgs].sort());
  const cell = (name: string) => {
    const book = XLSX.read(files.get(name) ?? Buffer.alloc(0));
    const lines = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
    return lines.find(([row]) => row === '在职');
  };
  expect(cell('汇总-分装的表.xlsx')?.[1]).toBe(3.6);
  expect(cell(orgs[0] ?? '')?.slice(1)).toEqual([1.5, 'branchA11']);
});
