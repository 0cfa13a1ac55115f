import { spawn } from 'node:child_process';
import * as XLSX from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { READER } from '#platform/server/spreadsheet/read.ts';
import { bytesOf } from '#platform/server/spreadsheet/template.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';
import { zip } from '#platform/server/spreadsheet/zip.ts';

const MIB = 1024 * 1024;
/** What the reading process may hold at its peak, with its code and all else. */
const BELOW = 256;

/** Has a process say at its end how much it held at its peak, in MiB: what Linux counts since the program began, else what the process was told. */
const PEAK = `
import { existsSync, readFileSync } from 'node:fs';
process.on('exit', () => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kib = /VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  process.stderr.write('|peak ' + Math.round(Number(kib) / 1024));
});`;

/** Reads a file as an import does, in the same process with the same limits; answers how it ended and its peak. */
async function peakOf(bytes: Buffer): Promise<{ rows: number; said: string; peak: number }> {
  const preload = `data:text/javascript,${encodeURIComponent(PEAK)}`;
  const child = spawn(process.execPath, ['--import', preload, '--allow-fs-read=/proc/self/status', ...READER], {
    env: {},
  });
  let rows = 0;
  let said = '';
  child.stdout.on('data', (piece: Buffer) => {
    for (const byte of piece) if (byte === 10) rows++;
  });
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  await new Promise((resolve) => child.once('close', resolve));
  const [sentence = '', peak = ''] = said.split('|peak ');
  // A process that fell says no peak: no number is below anything.
  return { rows, said: sentence, peak: peak === '' ? Number.NaN : Number(peak) };
}

const WRITE = `
import { xlsx } from '${new URL('../../src/platform/server/spreadsheet/write.ts', import.meta.url)}';
function* rows() { for (let n = 0; n < 250_000; n++) yield Array.from({ length: 14 }, (_, c) => '第' + n + '行' + c); }
const heads = Array.from({ length: 14 }, (_, c) => ({ head: '列' + c, width: 9 }));
let bytes = 0;
for await (const piece of xlsx('名册', heads, rows())) bytes += piece.length;
process.stderr.write(String(bytes));`;

test('P35 a roll of 250,000 lines is written line by line: the process that writes it stays below 256 MiB', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(PEAK)}`;
  const args = ['--import', preload, '--no-warnings', '--input-type=module', '--eval', WRITE];
  const child = spawn(process.execPath, args, { env: {} });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  const [bytes = '', peak = ''] = said.split('|peak ');
  expect(Number(bytes), said).toBeGreaterThan(5 * MIB);
  expect(Number(peak), said).toBeGreaterThan(0);
  expect(Number(peak)).toBeLessThan(BELOW);
});

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;

/** A workbook of these two parts, each as text in pieces. */
const made = (sheet: Iterable<string>, shared: Iterable<string> = ['<sst/>']) =>
  bytesOf(
    zip([
      { name: 'xl/workbook.xml', content: [`<workbook xmlns:r="${OFFICE}"><sheet name="表" r:id="r1"/></workbook>`] },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: [relation('r1', 'worksheet', 'worksheets/sheet1.xml'), relation('r2', 'sharedStrings', 'shared.xml')],
      },
      { name: 'xl/shared.xml', content: shared },
      { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ]),
  );
function* times(head: string, count: number, piece: string, tail: string) {
  yield head;
  for (let n = 0; n < count; n++) yield piece;
  yield tail;
}
const LONG = 'A'.repeat(MIB);
const ONE = '<row><c t="s"><v>0</v></c></row>';

const person = (n: number) =>
  Array.from({ length: 20 }, (_, column) =>
    column === 0 ? `覃思${n}` : column < 10 ? `第${n % 300}党支部委员会` : `内容${n}-${column}`,
  );
const people = (count: number) => Array.from({ length: count }, (_, n) => person(n));

describe('P44 the reading process stays below 256 MiB', () => {
  const shared = () => {
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(people(20_000)), '名册');
    return XLSX.write(book, { type: 'buffer', bookSST: true, compression: true }) as Buffer;
  };
  const heads = person(0).map((_, at) => ({ head: `列${at}`, width: 9 }));
  test.each([
    ['20,000 lines of shared texts', shared, 20_000],
    ['20,000 lines of own texts', () => bytesOf(xlsx('名册', heads, people(20_000))), 20_001],
    ['a csv of 19 MB', () => Buffer.from(`${people(1)[0]?.join(',')}\n`.repeat(50_000)), 50_000],
  ])(
    'P44 with %s',
    async (_what, make, rows) => {
      const read = await peakOf(await make());
      expect(read).toMatchObject({ rows, said: '' });
      expect(read.peak).toBeLessThan(BELOW);
    },
    60_000,
  );

  test.each([
    ['one shared text of 190 MB', () => made([ONE], times('<sst><si><t>', 190, LONG, '</t></si></sst>'))],
    ['one shared text of 47 MB', () => made([ONE], times('<sst><si><t>', 47, LONG, '</t></si></sst>'))],
    ['two million shared texts', () => made([ONE], times('<sst>', 200, '<si><t>字</t></si>'.repeat(10_000), '</sst>'))],
    ['a cell of 190 MB', () => made(times('<row><c t="inlineStr"><is><t>', 190, LONG, '</t></is></c></row>'))],
    ['a number of 190 MB', () => made(times('<row><c><v>', 190, LONG, '</v></c></row>'))],
    [
      'a long text in two million cells',
      () =>
        made(times('', 20_000, `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`, ''), [
          `<sst><si><t>${'字'.repeat(32_000)}</t></si></sst>`,
        ]),
    ],
    ['a csv of one field', () => Buffer.from('字'.repeat(6_300_000))],
  ])(
    'P44 with %s, which is refused',
    async (_what, make) => {
      const read = await peakOf(await make());
      expect(read.said).toBe('表格里的文字太多，请分成几个文件导入');
      expect(read.peak).toBeLessThan(BELOW);
    },
    60_000,
  );

  test('P44 with parts nested a million times, and with an old workbook that would be held whole', async () => {
    const deep = await peakOf(await made(['<a>'.repeat(1_000_000)]));
    expect(deep.said).toBe('文件已损坏，不能打开');
    expect(deep.peak).toBeLessThan(BELOW);
    const old = await peakOf(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(9 * MIB)]));
    expect(old.said).toBe('旧格式的表格（xls）太大，请用表格软件另存为 xlsx 后再导入');
    expect(old.peak).toBeLessThan(BELOW);
  });
});
