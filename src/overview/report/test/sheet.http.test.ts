import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedFile } from '../../../../test/support/exported.ts';
import { exportReport, getReport, type ReportAnswer } from '../contract.ts';
import { headRows, unitedHeads } from '../rules.heads.ts';
import { REPORT_KEYS } from '../rules.ts';

let t: TestApp;
let county: Caller;
beforeAll(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
});
afterAll(() => t.close());

/** Title and facts stand above the head. */
const ABOVE = 2;
const ref = (row: number, column: number, rows: number, columns: number) =>
  XLSX.utils.encode_range({ s: { r: row, c: column }, e: { r: row + rows - 1, c: column + columns - 1 } });

/** What a sheet holds for a number of the page: money in yuan, a share as the part of one. */
const heldOf = (value: number | null, unit: string) =>
  value === null ? '—' : unit === 'fen' ? value / 100 : unit === 'percent' ? Math.round(value * 10) / 1000 : value;

function compare(book: XLSX.WorkBook, answer: ReportAnswer) {
  const [name = ''] = book.SheetNames;
  const sheet = book.Sheets[name] ?? {};
  const valueAt = (row: number, column: number) => sheet[XLSX.utils.encode_cell({ r: row, c: column })]?.v;
  const heads = headRows(unitedHeads(answer.columns));
  const merges = (sheet['!merges'] ?? []).map((one) => XLSX.utils.encode_range(one));
  const expected = heads
    .flat()
    .filter(({ rows, columns }) => rows * columns > 1)
    .map((one) => ref(ABOVE + one.row, one.column + 1, one.rows, one.columns));
  expect(merges).toEqual(expect.arrayContaining(expected));
  for (const one of heads.flat()) expect(valueAt(ABOVE + one.row, one.column + 1)).toBe(one.text);
  const lines = [...answer.rows.map(({ cells }) => cells), ...(answer.rows.length > 1 ? [answer.total] : [])];
  for (const [at, cells] of lines.entries()) {
    const held = cells.map((_, column) => valueAt(ABOVE + heads.length + at, column + 1));
    expect(held, `${answer.key} line ${at}`).toEqual(
      cells.map(({ value }, column) => heldOf(value, answer.columns[column]?.unit ?? '')),
    );
  }
  const titles = book.Workbook?.Names?.find(({ Name }) => Name === '_xlnm.Print_Titles')?.Ref;
  expect(titles).toBe(`'${name}'!$A:$A,'${name}'!$3:$${ABOVE + heads.length}`);
  const all = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1 }).flat().join('\n');
  expect(all).toContain('统计负责人：');
  expect(all).toContain(`填报单位：${answer.org.name}`);
}

test('the sheet of every report holds what its page shows, with the same merged heads, as numbers', async () => {
  for (const key of REPORT_KEYS) {
    const { data } = await county.call(getReport, { key } as never);
    const started = await county.call(exportReport, { key, purpose: '上报' } as never);
    expect(started.data?.jobId, started.text).toBeTruthy();
    compare(XLSX.read(await exportedFile(t, started.data.jobId)), data);
  }
}, 60_000);
