import { describe, expect, test } from 'vitest';
import { columnsOf } from '#people/member/web/import/gridColumns.ts';
import {
  type BadRow,
  cellText,
  nextUnfixedCell,
  openCells,
  pastedCells,
  unsavedDrafts,
  withPaste,
  withText,
} from '#platform/web/sheet/grid.ts';
import { fileFault } from '#platform/web/upload/sheetFault.ts';

const row = (rowNo: number, cells: Record<string, string>, ...wrong: string[]): BadRow => ({
  rowNo,
  cells,
  errors: wrong.map((field) => ({ field, text: `${field}有误`, suggestions: [] })),
});
const ROWS = [
  row(3, { name: '方志强', idCardNo: '1', nation: '汉', phonenumber: '139' }, 'nation', 'phonenumber'),
  row(7, { name: '', idCardNo: '2', nation: '汉族' }, 'name'),
  row(9, { name: '雷鹏', idCardNo: '3', nation: '苗' }, 'nation'),
];
const FIELDS = ['name', 'idCardNo', 'nation', 'phonenumber'];
const mapping = [
  { head: '备注2', field: null, label: '不导入' },
  { head: '单位', field: 'workUnit', label: '工作单位' },
  { head: '民族', field: 'nation', label: '民族' },
  { head: '姓名', field: 'name', label: '姓名' },
  { head: '身份证', field: 'idCardNo', label: '身份证号' },
];

const fieldsOf = (rows: BadRow[], all: boolean) =>
  columnsOf(mapping, rows, all, async () => []).map(({ field }) => field);

describe('columns', () => {
  test('name and id card first, then the main ones and those in which something is wrong', () => {
    expect(fieldsOf([row(2, {}, 'personCategory')], false)).toEqual(['name', 'idCardNo', 'nation', 'personCategory']);
  });
  test('all of the sheet on request, but not what is not imported', () => {
    expect(fieldsOf([], true)).toEqual(['name', 'idCardNo', 'workUnit', 'nation']);
  });
});

describe('the way through the bad cells', () => {
  test('forwards, backwards and to the end', () => {
    expect(nextUnfixedCell(ROWS, FIELDS, {}, { rowNo: 3, field: 'nation' }, 1)).toEqual({
      rowNo: 3,
      field: 'phonenumber',
    });
    expect(nextUnfixedCell(ROWS, FIELDS, {}, { rowNo: 3, field: 'phonenumber' }, 1)).toEqual({
      rowNo: 7,
      field: 'name',
    });
    expect(nextUnfixedCell(ROWS, FIELDS, {}, { rowNo: 9, field: 'nation' }, 1)).toBeUndefined();
    expect(nextUnfixedCell(ROWS, FIELDS, {}, { rowNo: 9, field: 'idCardNo' }, -1)).toEqual({ rowNo: 7, field: 'name' });
    expect(nextUnfixedCell(ROWS, FIELDS, {}, { rowNo: 3, field: 'nation' }, -1)).toBeUndefined();
  });
  test('passes over what was typed already', () => {
    const drafts = { 3: { phonenumber: '13900000000' } };
    expect(nextUnfixedCell(ROWS, FIELDS, drafts, { rowNo: 3, field: 'nation' }, 1)).toEqual({
      rowNo: 7,
      field: 'name',
    });
    expect(openCells(ROWS, FIELDS, drafts)).toHaveLength(3);
  });
});

describe('typing and pasting', () => {
  const [first] = ROWS as [BadRow];
  test('a text is a draft until it is the sheet’s own again', () => {
    const typed = withText({}, first, 'nation', '汉族');
    expect(typed).toEqual({ 3: { nation: '汉族' } });
    expect(cellText(first, typed, 'nation')).toBe('汉族');
    expect(withText(typed, first, 'nation', '汉')).toEqual({});
  });
  test('what was saved is no draft any more, what was typed meanwhile still is', () => {
    const now = { 3: { nation: '汉族', phonenumber: '13900000009' }, 7: { name: '胡秋月' } };
    expect(unsavedDrafts(now, { 3: { nation: '汉族', phonenumber: '139' } })).toEqual({
      3: { phonenumber: '13900000009' },
      7: { name: '胡秋月' },
    });
    expect(unsavedDrafts(now, { 7: { name: '胡秋月' } })).toEqual({ 3: now[3] });
  });
  test('a block of a spreadsheet goes right and down, and ends where the page ends', () => {
    const cells = pastedCells('汉族\t13900000000\r\n苗族\t13900000001\r\n');
    expect(cells).toEqual([
      ['汉族', '13900000000'],
      ['苗族', '13900000001'],
    ]);
    expect(withPaste({}, ROWS, FIELDS, { rowNo: 7, field: 'nation' }, cells)).toEqual({
      drafts: { 7: { phonenumber: '13900000000' }, 9: { nation: '苗族', phonenumber: '13900000001' } },
      count: 4,
    });
    expect(withPaste({}, ROWS, FIELDS, { rowNo: 9, field: 'phonenumber' }, cells)).toEqual({
      drafts: { 9: { phonenumber: '汉族' } },
      count: 1,
    });
  });
});

test('files that cannot be uploaded are refused with the sentence of their fault', () => {
  const sheet = { name: '名册.XLSX', size: 10 };
  expect(fileFault([sheet])).toBe('');
  expect(fileFault([])).toBe('请选择要上传的文件');
  expect(fileFault([sheet, sheet])).toBe('一次只能上传一个表格');
  expect(fileFault([{ name: '名册.pdf', size: 10 }])).toBe('文件格式错误，请选择 xlsx、xls 或 csv 文件');
  expect(fileFault([{ name: '名册.csv', size: 20 * 1024 * 1024 + 1 }])).toBe('文件超过20M');
  expect(fileFault([{ name: '名册.csv', size: 0 }])).toBe('文件是空的，请重新选择');
});
