import * as XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { line } from '#platform/contract.ts';
import { findCodes, makeCode, shownCode } from '#platform/server/export/exportCode.ts';
import { addressTail } from '#platform/server/export/exportMark.ts';
import { readTable, readWhole } from '#platform/server/spreadsheet/read.ts';
import { type SheetColumn, xlsx } from '#platform/server/spreadsheet/write.ts';
import { removeMarkSigns, UNSEEN } from '#platform/text/marks.ts';

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

/** What somebody makes of a file in a spreadsheet program: some rows, half of the columns or more, often no head, no last line, no properties, another sheet's name. */
function cut(bytes: Buffer, random: (below: number) => number): Buffer {
  const parts = XLSX.CFB.read(bytes, { type: 'buffer' });
  const change = (name: string, by: (text: string) => string) => {
    const file = XLSX.CFB.find(parts, name);
    if (!file) throw new Error(`no part ${name}`);
    const content = Buffer.from(by(Buffer.from(file.content as Uint8Array).toString()));
    Object.assign(file, { content, size: content.length });
  };
  const columns = HEADS.map((_, at) => ({ at, order: random(1_000_000) }))
    .sort((one, other) => one.order - other.order)
    .slice(0, 4 + random(5))
    .map(({ at }) => at);
  change('/xl/worksheets/sheet1.xml', (xml) => {
    const [head = '', ...rows] = xml.match(/<row>.*?<\/row>/g) ?? [];
    const kept = rows.slice(0, -1).filter(() => random(10) < 6);
    const table = [...(random(2) ? [head] : []), ...(kept.length > 0 ? kept : rows.slice(0, 1))];
    const lines = table.map((row) => {
      const cells = row.match(/<c .*?<\/c>/g) ?? [];
      return `<row>${columns.map((at) => cells[at] ?? '').join('')}</row>`;
    });
    return xml
      .replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${lines.join('')}</sheetData>`)
      .replace(/<headerFooter>.*<\/headerFooter>/s, '');
  });
  change('/xl/workbook.xml', (xml) => xml.replace(/sheet name="[^"]*"/, 'sheet name="表1"'));
  change('/docProps/core.xml', (xml) => xml.replace(/<dc:description>.*?<\/dc:description>/, ''));
  change('/docProps/custom.xml', (xml) => xml.replace(/<property .*<\/property>/, ''));
  return XLSX.CFB.write(parts, { fileType: 'zip', type: 'buffer' }) as Buffer;
}

test('P56 of 40 exports that were cut at random each leads back to its export, and none to another', async () => {
  const random = randomFrom(56);
  for (let n = 0; n < 40; n++) {
    const code = makeCode();
    const rows = Array.from({ length: 5 + random(60) }, () => person(random(100_000)));
    const told = await collect(readWhole(cut(await exported(code, rows), random)));
    expect([...new Set(told.flatMap((line) => findCodes(line.join('\t'))))]).toEqual([code]);
  }
});

test('P56 the whole file bears its number in the sheet’s name, the style of its cells, the properties, the footer and the last line', async () => {
  const code = makeCode();
  const bytes = await exported(code, [person(1)]);
  const told = await collect(readWhole(bytes));
  const names = told[0] ?? [];
  const around = told.at(-1) ?? [];
  expect(around.some((text) => /cellStyle /.test(text) && text.includes(shownCode(code)))).toBe(true);
  expect(around.some((text) => text.includes('导出人：周敏'))).toBe(true);
  expect(names).toEqual(expect.arrayContaining([`党员名册 ${shownCode(code)}`, shownCode(code)]));
  const back = await collect(readTable(bytes));
  expect(back).toEqual([HEADS, person(1), [LINE]]);
});

test('what is exported is what a spreadsheet’s formulas compare: every sign of every cell, days and numbers as such', async () => {
  const kinds: SheetColumn[] = [
    { head: '姓名', width: 10 },
    { head: '出生日期', width: 12, kind: 'day' },
    { head: '年龄', width: 6, kind: 'whole' },
    { head: '完整度', width: 6, kind: 'percent' },
    { head: '时间', width: 16, kind: 'time' },
    { head: '工作单位', width: 20 },
  ];
  const rows = [
    ['王一', '1985-03-15', '41', '95%', '2026-11-20 10:30', '县第七中学（东校区）'],
    ['王二', '', '', '', '', ''],
    ['王三', '不详', '约40', '九成', '上午', '1900-01-15'],
  ];
  const mark = { code: makeCode(), line: LINE };
  const bytes = Buffer.concat(await collect(xlsx('党员名册', kinds, rows, mark)));
  const book = XLSX.read(bytes, { cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const table = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true });
  expect(table[0]).toEqual(kinds.map(({ head }) => head));
  expect(table[1]).toEqual([
    '王一',
    new Date('1985-03-15T00:00:00Z'),
    41,
    0.95,
    new Date('2026-11-20T10:30:00Z'),
    '县第七中学（东校区）',
  ]);
  expect(table[3]).toEqual(rows[2]);
  expect(sheet.B2).toMatchObject({ w: '1985-03-15' });
  expect(sheet.D2).toMatchObject({ t: 'n', w: '95%' });
  expect(JSON.stringify(table)).not.toMatch(/[\u200b-\u200f\u2060\ufeff]/);
  // And read back, day for day.
  expect((await collect(readTable(bytes)))[1]?.slice(0, 3)).toEqual(['王一', '1985-03-15', '41']);
});

test('P56 a number that was read on a picture is found as it is typed, and a slip finds nothing', () => {
  const code = makeCode();
  const shown = shownCode(code);
  const readings = [shown, code.toLowerCase(), shown.replace('-', ' '), shown.replace('-', '－'), `编号：${shown}。`];
  for (const reading of readings) expect(findCodes(reading), reading).toEqual([code]);
  expect(findCodes(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toEqual([code]);
  const wrong = Array.from({ length: 8 }, (_, at) => {
    const other = code[at] === '7' ? '8' : '7';
    return code.slice(0, at) + other + code.slice(at + 1);
  });
  expect(wrong.filter((slip) => findCodes(slip).length > 0).length).toBeLessThanOrEqual(1);
  expect(findCodes('党员名册 2026-11-20 420599199507010013')).toEqual([]);
});

/** As files exported before 0.7 carry their code. */
const unseen = (code: string) =>
  [...code]
    .map((letter) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
    .replace(/[01]/g, (bit) => UNSEEN[bit === '0' ? 0 : 1]);

test('P56 an older file leads back by its unseen signs as before', () => {
  const code = makeCode();
  expect(findCodes(`城关镇第一党支部${unseen(code)}\t王一`)).toEqual([code]);
});

test('what is typed or imported loses the unseen signs, and keeps all others', () => {
  expect(removeMarkSigns(`城关镇第一党支部${unseen(makeCode())}`)).toBe('城关镇第一党支部');
  expect(line(20).parse(` 城关镇${unseen(makeCode())}`)).toBe('城关镇');
  expect(removeMarkSigns('👨‍👩‍👧 阿依·古丽')).toBe('👨‍👩‍👧 阿依·古丽');
});

test('of an address the mark shows the end', () => {
  expect(addressTail('10.20.3.27')).toBe('3.27');
  expect(addressTail('::ffff:10.20.3.27')).toBe('3.27');
  expect(addressTail('2001:db8::7:1a2b')).toBe('7:1a2b');
  expect(addressTail('')).toBe('');
});
