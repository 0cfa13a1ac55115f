import { globSync, readFileSync } from 'node:fs';
import * as XLSX from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '#platform/server/spreadsheet/template.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';

/** The values of the lines below the head, as a spreadsheet program has them. */
async function valuesOf(columns: Parameters<typeof xlsx>[1], rows: string[][]): Promise<unknown[][]> {
  const book = XLSX.read(await bytesOf(xlsx('表', columns, rows)));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet;
  return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }).slice(1);
}

describe('a number in a sheet is one', () => {
  test('sums, shares and counts; words among them stay words, and so does what is longer than a spreadsheet keeps', async () => {
    const columns = [
      { head: '名称', width: 10 },
      { head: '金额（元）', width: 10, kind: 'number' as const },
      { head: '比率', width: 10, kind: 'percent' as const },
    ];
    const rows = [
      ['0012', '1,234.50', '33.3%'],
      ['甲', '-7', '100%'],
      ['乙', '免考', '—'],
      ['丙', '1234567890123456', ''],
    ];
    expect(await valuesOf(columns, rows)).toEqual([
      ['0012', 1234.5, 0.333],
      ['甲', -7, 1],
      ['乙', '免考', '—'],
      ['丙', '1234567890123456', ''],
    ]);
  });

  test('every column of an export that is called a number says so', () => {
    // What is typed and read back (templates) stays text: an import reads it as it was typed.
    const called =
      /\{ (?:head|key: '\w+', title): '([^']*(?:[人次份件]数|率|金额|（元）|（分钟）|（小时）|学时|应考|参考|缺考|及格|已完成|待验收|办理件|合计|应报|已报|得分|总分))', width: \d+[^}]*\}/g;
    const bare = globSync('src/**/server/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(called)]
        .filter(([text]) => !text.includes('kind:'))
        .map(([text]) => `${file}: ${text}`),
    );
    expect(bare).toEqual([]);
  });
});
