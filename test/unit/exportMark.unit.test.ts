import * as XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { line } from '#platform/contract.ts';
import { withoutMarks } from '#platform/marks.ts';
import { codesIn, makeCode, shownCode, unseenCode } from '#platform/server/exportCode.ts';
import { addressTail } from '#platform/server/exportMark.ts';
import { readTable, readWhole } from '#platform/server/spreadsheet/read.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

const HEADS = ['姓名', '性别', '出生日期', '身份证号', '所在党支部', '人员类别', '手机号', '工作单位'];
const person = (n: number) => [
  `王${n % 10}`,
  n % 2 ? '男' : '女',
  `19${50 + (n % 50)}-0${1 + (n % 9)}-12`,
  `420599********${String(n % 1000).padStart(3, '0')}X`,
  `城关镇第${1 + (n % 7)}党支部`,
  '正式党员',
  `189****${String(n % 10_000).padStart(4, '0')}`,
  `县第${n % 30}中学`,
];
const LINE = '导出人：周敏　城关镇党委　2026-11-20 10:30　来源尾号 3.27　用途：年报核对';
const exported = async (code: string, rows: string[][]) =>
  Buffer.concat(
    await collect(
      xlsx(
        '党员名册',
        HEADS.map((head) => ({ head, width: 12 })),
        rows,
        { code, line: LINE },
      ),
    ),
  );

/** Numbers that are the same at each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What somebody makes of a file: some rows, half of the columns or more, often no head, saved by another program without properties, or pasted. */
function cut(bytes: Buffer, random: (below: number) => number): string {
  const book = XLSX.read(bytes);
  const [head = [], ...rows] = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
  });
  const kept = rows.slice(0, -1).filter(() => random(10) < 6);
  const columns = HEADS.map((_, at) => ({ at, order: random(1_000_000) }))
    .sort((one, other) => one.order - other.order)
    .slice(0, 4 + random(5))
    .map(({ at }) => at);
  const table = [...(random(2) ? [head] : []), ...(kept.length > 0 ? kept : rows.slice(0, 1))];
  const sheet = XLSX.utils.aoa_to_sheet(table.map((row) => columns.map((at) => row[at] ?? '')));
  const again = XLSX.utils.book_new(sheet, '表1');
  switch (random(3)) {
    case 0:
      return XLSX.utils.sheet_to_csv(sheet, { FS: '\t' });
    case 1:
      return Buffer.from(XLSX.write(again, { type: 'buffer', bookType: 'csv' })).toString();
    default: {
      const saved = XLSX.read(XLSX.write(again, { type: 'buffer', bookType: random(2) ? 'xlsx' : 'biff8' }));
      return XLSX.utils.sheet_to_csv(saved.Sheets.表1 ?? {});
    }
  }
}

test('P56 of 200 exports that were cut at random at least 198 lead back to their export, and none to another', async () => {
  const random = randomFrom(56);
  let right = 0;
  for (let n = 0; n < 200; n++) {
    const code = makeCode();
    const rows = Array.from({ length: 5 + random(60) }, () => person(random(100_000)));
    const found = new Set(codesIn(cut(await exported(code, rows), random)));
    if (found.has(code)) right++;
    found.delete(code);
    expect([...found]).toEqual([]);
  }
  expect(right).toBeGreaterThanOrEqual(198);
});

test('P56 the whole file bears its number in the sheet’s name, the properties, the head and the last line', async () => {
  const code = makeCode();
  const bytes = await exported(code, [person(1)]);
  const told = await collect(readWhole(bytes));
  expect(told[0]).toEqual(expect.arrayContaining([`党员名册 ${shownCode(code)}`, shownCode(code)]));
  expect(told[1]?.every((head) => head.endsWith(unseenCode(code)))).toBe(true);
  const back = await collect(readTable(bytes));
  expect(back).toEqual([HEADS, person(1), [LINE]]);
});

test('P56 a number that was read on a picture is found as it is typed, and a slip finds nothing', () => {
  const code = makeCode();
  const shown = shownCode(code);
  const readings = [shown, code.toLowerCase(), shown.replace('-', ' '), shown.replace('-', '－'), `编号：${shown}。`];
  for (const reading of readings) expect(codesIn(reading), reading).toEqual([code]);
  expect(codesIn(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toEqual([code]);
  const wrong = Array.from({ length: 8 }, (_, at) => {
    const other = code[at] === '7' ? '8' : '7';
    return code.slice(0, at) + other + code.slice(at + 1);
  });
  expect(wrong.filter((slip) => codesIn(slip).length > 0).length).toBeLessThanOrEqual(1);
  expect(codesIn('党员名册 2026-11-20 420599199507010013')).toEqual([]);
});

test('what is typed or imported loses the unseen signs, and keeps all others', () => {
  expect(withoutMarks(`城关镇第一党支部${unseenCode(makeCode())}`)).toBe('城关镇第一党支部');
  expect(line(20).parse(` 城关镇${unseenCode(makeCode())}`)).toBe('城关镇');
  expect(withoutMarks('👨‍👩‍👧 阿依·古丽')).toBe('👨‍👩‍👧 阿依·古丽');
});

test('of an address the mark shows the end', () => {
  expect(addressTail('10.20.3.27')).toBe('3.27');
  expect(addressTail('::ffff:10.20.3.27')).toBe('3.27');
  expect(addressTail('2001:db8::7:1a2b')).toBe('7:1a2b');
  expect(addressTail('')).toBe('');
});
