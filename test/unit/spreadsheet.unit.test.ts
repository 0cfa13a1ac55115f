import * as XLSX from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normaliseText } from '#platform/reading/signs.ts';
import type { SheetMark } from '#platform/server/spreadsheet/cells.ts';
import { openSheet } from '#platform/server/spreadsheet/encrypted.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { bytesOf as bytesOfTemplate, type TemplateColumn, template } from '#platform/server/spreadsheet/template.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';
import { zip } from '#platform/server/spreadsheet/zip.ts';

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}
const bytesOf = async (source: AsyncIterable<Buffer>) => Buffer.concat(await collect(source));
const read = async (bytes: Uint8Array) => collect(readTable(bytes));
const HEAD = { isHead: (cells: readonly string[]) => cells[0] === '姓名*', heads: ['姓名'] };
const write = (rows: string[][], mark: SheetMark | null = null) =>
  bytesOf(
    xlsx(
      '名册',
      (rows[0] ?? []).map((head) => ({ head, width: 10 })),
      rows.slice(1),
      mark,
    ),
  );

describe('writing', () => {
  test('a roll of more than a million people goes on in a second sheet, each with its head', async () => {
    function* people() {
      for (let n = 1; n <= 1_000_001; n++) yield [String(n)];
    }
    const bytes = await bytesOf(xlsx('名册', [{ head: '序号', width: 10 }], people()));
    const { SheetNames, Sheets } = XLSX.read(bytes, { sheetRows: 3 });
    expect(SheetNames).toEqual(['名册', '名册（2）']);
    expect(XLSX.utils.sheet_to_json(Sheets['名册（2）'] ?? {})).toEqual([{ 序号: '1000001' }]);
  });

  test('P47 text that looks like a formula is read by a spreadsheet as that text, and carries no formula', async () => {
    const wild = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '\t=1', '=HYPERLINK("http://x","y")', "'x", '<b>&"'];
    const bytes = await write([['名'], ...wild.map((text) => [text])]);
    const sheet = XLSX.read(bytes, { cellStyles: true }).Sheets.名册;
    wild.forEach((text, index) => {
      const cell = sheet?.[`A${index + 2}`] as XLSX.CellObject;
      expect(cell).toMatchObject({ t: 's', v: text });
      expect(cell.f).toBeUndefined();
    });
  });

  test('what is written is read again, digit for digit', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((s) => normaliseText(s.replace(/[\u0000-\u001f\ufffe\uffff]/g, '')).trim())
      .filter((s) => s !== '' && s.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
        const lines = [['姓名', '身份证号'], ...rows.map((row) => [...row])];
        expect(await read(await write(lines))).toEqual(lines);
      }),
      { numRuns: 5 },
    );
    const ids = [['身份证号'], ['420599198503150014'], ['007'], ['1e5']];
    expect(await read(await write(ids))).toEqual(ids);
  });

  test('the watermark stands in the last line and in the properties', async () => {
    const bytes = await write([['名'], ['甲']], { line: '导出人：周敏 & <乙>', code: '00000014' });
    expect(await read(bytes)).toEqual([['名'], ['甲'], ['导出人：周敏 & <乙>']]);
    expect(XLSX.read(bytes, { bookProps: true }).Props).toMatchObject({ Comments: '导出人：周敏 & <乙>' });
  });
});

describe('cells of a workbook that somebody made', () => {
  /** A workbook of one row whose cells have these built-in formats, written as Excel in Chinese does: by their numbers alone. */
  const made = async (cells: readonly [format: number, value: string, type?: string][], from1904 = false) => {
    const at = (index: number) => `${String.fromCharCode(65 + index)}1`;
    const parts = {
      'xl/workbook.xml': `<workbook xmlns:r="r">${from1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="a" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/></Relationships>',
      'xl/styles.xml': `<styleSheet><cellXfs>${cells.map(([format]) => `<xf numFmtId="${format}"/>`).join('')}</cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cells
        .map(([, value, type = 'n'], index) => `<c r="${at(index)}" s="${index}" t="${type}"><v>${value}</v></c>`)
        .join('')}</row></sheetData></worksheet>`,
    };
    const entries = Object.entries(parts).map(([name, content]) => ({ name, content }));
    return read(await bytesOf(zip(entries)));
  };
  test('days of the Chinese formats are days, also where they count from 1904', async () => {
    const days = [14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map(
      (id) => [id, '43647'] as [number, string],
    );
    expect(await made(days)).toEqual([days.map(() => '2019-07-01')]);
    expect(await made(days, true)).toEqual([days.map(() => '2023-07-02')]);
    const times = [20, 32, 33, 34, 35, 55, 56].map((id) => [id, '0.5'] as [number, string]);
    expect(await made(times)).toEqual([times.map(() => '12:00')]);
    expect(
      await made([
        [22, '43647.25'],
        [14, '43647.25'],
        [22, '43647'],
      ]),
    ).toEqual([['2019-07-01 06:00', '2019-07-01', '2019-07-01']]);
  });
  test('sums without what their counting left, shares as they are shown, failed formulas as what they are', async () => {
    const cells = [
      [0, '3.3000000000000003'],
      [9, '0.5'],
      [10, '0.125'],
      [0, '1E-7'],
      [0, '#DIV/0!', 'e'],
    ] as const;
    expect(await made(cells.map((cell) => [...cell] as [number, string, string?]))).toEqual([
      ['3.3', '50%', '12.5%', '0.0000001', '#DIV/0!'],
    ]);
  });
  test('an old workbook reads alike', async () => {
    const sheet = {
      '!ref': 'A1:D1',
      A1: { t: 'n', v: 43_647, z: 'yyyy"年"m"月"d"日"' },
      B1: { t: 'e', v: 7, w: '#DIV/0!' },
      C1: { t: 'n', v: 0.5, z: '0%' },
      D1: { t: 'n', v: 3.3000000000000003 },
    } as const;
    for (const date1904 of [false, true]) {
      const book = { SheetNames: ['a'], Sheets: { a: sheet as XLSX.WorkSheet }, Workbook: { WBProps: { date1904 } } };
      const bytes = XLSX.write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer;
      expect(await read(bytes)).toEqual([[date1904 ? '2023-07-02' : '2019-07-01', '#DIV/0!', '50%', '3.3']]);
    }
  });
});

describe('a template', () => {
  const columns: TemplateColumn[] = [
    { head: '姓名*', required: true, sample: '张三', note: '照身份证填写' },
    { head: '民族', sample: '汉族', options: Array.from({ length: 57 }, (_u, i) => `第${i + 1}族`) },
    { head: '流动党员', sample: '否', options: ['是', '否'] },
  ];

  test('has text cells, choices as lists, notes, and a sample that a reader passes over', async () => {
    const bytes = await bytesOfTemplate(template('采集表', columns));
    const parts = XLSX.CFB.read(bytes, { type: 'buffer' });
    const xml = Buffer.from(XLSX.CFB.find(parts, '/xl/worksheets/sheet1.xml')?.content as Uint8Array).toString();
    expect(xml.match(/<col [^>]*style="2"/g)).toHaveLength(3);
    expect(xml).toContain('prompt="照身份证填写" sqref="A2:A5001"');
    expect(xml).toContain('sqref="B2:B5001"><formula1>选项!$A$1:$A$57</formula1>');
    expect(xml).toContain('sqref="C2:C5001"><formula1>选项!$B$1:$B$2</formula1>');
    const { SheetNames, Sheets, Workbook } = XLSX.read(bytes);
    expect(SheetNames).toEqual(['采集表', '填写说明', '选项']);
    expect(Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 0, 1]);
    expect(Sheets.选项?.A57).toMatchObject({ v: '第57族' });
    const guide = XLSX.utils.sheet_to_json<string[]>(Sheets.填写说明 ?? {}, { header: 1 });
    expect(guide[1]).toEqual(['姓名', '必填', '照身份证填写', '张三']);
    expect(await read(bytes)).toEqual([
      ['姓名*', '民族', '流动党员'],
      ['示例：张三', '汉族', '否'],
    ]);
    const filled = [...(await read(bytes)), ['李四', '第1族', '是'], ['示例:王五', '', ''], ['示例文', '第2族', '']];
    const lines = (async function* () {
      yield* filled;
    })();
    const rows = await openSheet(lines, HEAD, ({ rows }) => collect(rows));
    expect(rows.map(({ rowNo, cells }) => [rowNo, cells[0]])).toEqual([
      [3, '李四'],
      [5, '示例文'],
    ]);
  });

  test('who refuses a sheet by its head, or breaks off in it, does not hold up the next one', async () => {
    const bytes = await bytesOf(xlsx('名册', [{ head: '姓名*', width: 10 }], []));
    for (let at = 0; at < 3; at++) {
      const refused = openSheet(readTable(bytes), HEAD, async () => {
        throw new Error('缺少身份证号');
      });
      await expect(refused).rejects.toThrow('缺少身份证号');
    }
    expect(await read(bytes)).toEqual([['姓名*']]);
  });
});

describe('reading', () => {
  const book = (cells: XLSX.WorkSheet, type: 'xlsx' | 'biff8' = 'xlsx') => {
    const made = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(made, cells, '表');
    return XLSX.write(made, { type: 'buffer', bookType: type }) as Buffer;
  };

  test('what spreadsheet programs write beside plain cells is read as people read it', async () => {
    const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const sheet = (rows: string) => [`<x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`];
    const bytes = await bytesOf(
      zip([
        {
          name: 'xl/workbook.xml',
          content: [
            `<workbook xmlns:r="${types}"><workbookPr date1904="1"/><sheets><sheet name="藏" state="veryHidden" r:id="a"/>`,
            '<sheet name="空" r:id="b"/><sheet name="表" r:id="c"/></sheets></workbook>',
          ],
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: [
            `<Relationship Id="a" Type="${types}/worksheet" Target="/xl/worksheets/a.xml"/>`,
            `<Relationship Id="b" Type="${types}/worksheet" Target="worksheets/b.xml"/>`,
            `<Relationship Id="c" Type="${types}/worksheet" Target="worksheets/C.xml"/>`,
            `<Relationship Id="d" Type="${types}/sharedStrings" Target="sharedStrings.xml"/>`,
            `<Relationship Id="e" Type="${types}/styles" Target="styles.xml"/>`,
          ],
        },
        { name: 'xl/worksheets/a.xml', content: sheet('<x:row><x:c t="str"><x:v>藏</x:v></x:c></x:row>') },
        { name: 'xl/worksheets/b.xml', content: sheet('<x:row r="1"><x:c r="A1" s="1"/></x:row>') },
        {
          name: 'xl/worksheets/c.xml',
          content: sheet(
            [
              '<x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="D2" t="str"><x:f>A1&amp;"x"</x:f><x:v>甲&lt;乙&#x4e19;</x:v></x:c></x:row>',
              '<x:row r="4"><x:c r="A4" s="1"><x:v>42185</x:v></x:c><x:c t="b"><x:v>0</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c>',
              '<x:c t="d"><x:v>2019-07-01T00:00:00</x:v></x:c><x:c r="AZ4"/></x:row><x:row r="1048576"><x:c r="A1048576" s="1"/></x:row>',
            ].join(''),
          ),
        },
        {
          name: 'xl/sharedStrings.xml',
          content: [
            '<sst><si><r><t>谭</t></r><r><t xml:space="preserve"> 志_x000D_远</t></r><rPh><t>tan</t></rPh></si></sst>',
          ],
        },
        {
          name: 'xl/styles.xml',
          content: [
            '<styleSheet><numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts>',
            '<cellXfs><xf numFmtId="0"/><xf numFmtId="176"/></cellXfs></styleSheet>',
          ],
        },
      ]),
    );
    expect(await read(bytes)).toEqual([
      [],
      ['', '谭 志 远', '', '甲<乙丙'],
      [],
      ['2019-07-01', '否', '#N/A', '2019-07-01'],
    ]);
  });

  test('a csv with tabs, quotes, breaks within them and empty lines', async () => {
    const text = '姓名\t说明\r\n"谭""一"\t"甲\n乙\t丙"\r\n\r\n谭二\t=1+1\n\t\n\n';
    expect(await read(Buffer.from(text))).toEqual([['姓名', '说明'], ['谭"一', '甲 乙 丙'], [], ['谭二', '=1+1']]);
  });

  test.each(['xlsx', 'biff8'] as const)('numbers, days and marks of %s are texts as people read them', async (type) => {
    const sheet = XLSX.utils.aoa_to_sheet([['手机号', '日期', '比例', '是否']]);
    XLSX.utils.sheet_add_aoa(sheet, [[13800012345, { t: 'n', v: 43647, z: 'yyyy/m/d' }, 0.5, true]], { origin: 'A2' });
    expect(await read(book(sheet, type))).toEqual([
      ['手机号', '日期', '比例', '是否'],
      ['13800012345', '2019-07-01', '0.5', '是'],
    ]);
  });

  test('a number of more than fifteen digits is read as it is shown: nothing stands for the digits that are lost', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([['身份证号', '账号', '手机号']]);
    XLSX.utils.sheet_add_aoa(sheet, [[Number('420599198503150014'), 999_999_999_999_999, 13800012345]], {
      origin: 'A2',
    });
    expect((await read(book(sheet)))[1]).toEqual(['4.20599198503150E+17', '999999999999999', '13800012345']);
  });

  test('a csv keeps long numbers, in UTF-8 with a mark or in the Chinese code page', async () => {
    const lines = [
      ['姓名', '身份证号'],
      ['谭一', '420599198503150014'],
    ];
    expect(await read(Buffer.from(`\ufeff姓名,身份证号\n谭一,420599198503150014\n`))).toEqual(lines);
    const gbk = Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x0a, 0xcc, 0xb7, 0x0a]);
    expect(await read(gbk)).toEqual([['姓名'], ['谭']]);
  });

  test('P44 an archive that unpacks to more than it may is refused, whether its directory says so or not', async () => {
    const part = ' '.repeat(1024 * 1024);
    const huge = await bytesOf(
      zip([{ name: 'xl/worksheets/sheet1.xml', content: Array.from({ length: 220 }, () => part) }]),
    );
    expect(huge.length).toBeLessThan(2 * 1024 * 1024);
    await expect(read(huge)).rejects.toThrow('文件展开后过大');
    const liar = await write([['名'], ...Array.from({ length: 2000 }, () => ['甲'])]);
    const named = liar.lastIndexOf('xl/worksheets/sheet1.xml');
    liar.writeUInt32LE(10, named - 46 + 24);
    await expect(read(liar)).rejects.toThrow('文件展开后过大');
  });

  test('breaks and characters that nothing holds become gaps', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([['姓名'], ['谭\n志\u0001远'], ['\u0000'], ['覃']]);
    expect(await read(book(sheet, 'biff8'))).toEqual([['姓名'], ['谭 志 远'], [], ['覃']]);
  });

  test.each([
    ['a cut workbook', async () => (await write([['名'], ['甲']])).subarray(0, 300), '已损坏'],
    ['an image', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), '只能导入'],
    [
      'an archive without a workbook',
      async () => bytesOf(zip([{ name: 'a.txt', content: ['x'] }])),
      '已损坏或不是表格',
    ],
    ['101 columns', async () => write([Array.from({ length: 101 }, (_u, i) => `列${i}`)]), '超过100列'],
    ['nothing', async () => book({}), '空的'],
  ])('%s is refused with a sentence', async (_what, make, sentence) => {
    await expect(read(await make())).rejects.toThrow(sentence);
  });

  test('P44 a table that needs more memory than the child has ends with a sentence, not with the server', async () => {
    async function* wide() {
      for (let row = 0; row < 60_000; row++) yield Array.from({ length: 60 }, (_u, column) => `${row}-${column}`);
    }
    const bytes = await bytesOf(
      xlsx(
        '表',
        Array.from({ length: 60 }, (_u, i) => ({ head: `列${i}`, width: 9 })),
        wide(),
      ),
    );
    await expect(read(bytes)).rejects.toThrow(/请分成几个文件导入/);
  });
});

test('what the rows throw comes out of the workbook, and a reader that leaves closes them', async () => {
  async function* lines(fail: boolean, closed: () => void) {
    try {
      for (let n = 0; n < 5000; n++) {
        if (fail && n === 700) throw new Error('the export was cancelled');
        yield [`第${n}行`];
        if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      closed();
    }
  }
  const columns = [{ head: '行', width: 10 }];
  let closed = 0;
  const broken = xlsx(
    '名册',
    columns,
    lines(true, () => closed++),
  );
  await expect(bytesOf(broken)).rejects.toThrow('the export was cancelled');
  expect(closed).toBe(1);
  for await (const _ of xlsx(
    '名册',
    columns,
    lines(false, () => closed++),
  )) {
    break;
  }
  const partly = xlsx(
    '名册',
    columns,
    lines(false, () => closed++),
  );
  let bytes = 0;
  for await (const piece of partly) {
    bytes += piece.length;
    if (bytes > 5000) break;
  }
  expect(closed).toBe(2);
});
