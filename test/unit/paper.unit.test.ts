import { afterAll, describe, expect, test } from 'vitest';
import { makePaper, PAPER_LIMITS, qrSvg, stopPaperCompiler } from '#platform/server/papers/paper.ts';

afterAll(stopPaperCompiler);

const HEAD = '#import "/kit.typ": *\n#show: paper.with(mark: "导出编号 K7QD-2M9X")\n';
const make = (template: string, data: unknown = {}, files: Record<string, Uint8Array> = {}, limits = PAPER_LIMITS) =>
  makePaper({ template: HEAD + template, data, files }, limits);

test('a paper is a PDF with its pages counted; a long table goes on with its head', async () => {
  const made = await make('#table(columns: 2, table.header[甲][乙], ..range(200).map(str))\n#qr(data.qr)', {
    qr: await qrSvg('https://example.test/#/verify/7K3QD2M9XA4T'),
  });
  expect(Buffer.from(made.pdf).subarray(0, 5).toString()).toBe('%PDF-');
  expect(made.pages).toBe(3);
  expect(made.missing).toEqual([]);
});

test('data is never source: what looks like a command is set as it stands', async () => {
  const hostile = '#panic("x") $a$ *b* "]) \\ #read("/etc/passwd")';
  expect((await make('#data.name\n#table(columns: 1, data.name)', { name: hostile })).pages).toBe(1);
});

test('rare characters of names are there; one that the font lacks is named, wherever it stands in the data', async () => {
  expect((await make('#data.name', { name: '䶮㛃𬭊堃喆覃𬱖' })).missing).toEqual([]);
  const data = { people: [{ name: '张\u{3106c}' }, { name: '王\u{3106c}\u{20bb7}　' }] };
  expect((await make('好', data)).missing).toEqual(['\u{3106c}', '\u{20bb7}']);
});

describe('nothing outside is read', () => {
  test.each([
    ['#read("/../../../../../../etc/passwd")', 'access denied'],
    ['#read("../paper.ts")', 'access denied'],
    ['#read("/etc/passwd")', 'not found'],
    ['#image("/files/of-the-paper-before.png")', 'not found'],
    ['#import "@preview/cetz:0.3.0": *', 'imports no package'],
  ])('%s', async (source, sentence) => {
    await make('#image("/files/of-the-paper-before.png")', {}, { 'of-the-paper-before.png': ONE_PIXEL });
    await expect(make(source)).rejects.toThrow(sentence);
  });

  test('a file has a name and no path', async () => {
    await expect(make('', {}, { '../kit.typ': ONE_PIXEL })).rejects.toThrow('not the name');
  });
});

test('another PDF is placed page by page', async () => {
  const { pdf } = await make('第一页 #pagebreak() 第二页');
  const placed = await make(
    '#image("/files/a.pdf", page: 1) #pagebreak() #image("/files/a.pdf", page: 2)',
    {},
    { 'a.pdf': pdf },
  );
  expect(placed.pages).toBe(2);
});

test('too long, or too much memory: a sentence, and the next paper is made', async () => {
  const long = make('#for i in range(400000) [ 第#i 页 ]', {}, {}, { seconds: 1, megabytes: 4000 });
  await expect(long).rejects.toThrow('1秒内没有排完');
  if (process.platform === 'linux') {
    const large = make('#table(columns: 8, ..range(400000).map(str))', {}, {}, { seconds: 30, megabytes: 250 });
    await expect(large).rejects.toThrow('内存超过限制');
  }
  expect((await make('好')).pages).toBe(1);
});

test('of many at once each gets its own; more than may wait are asked to come again', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 25 }, (_, i) =>
      make('#data.pages.map(str).join(pagebreak())', { pages: Array.from({ length: i + 1 }, (_, n) => n) }),
    ),
  );
  const pages = all.map((one) =>
    one.status === 'fulfilled' ? one.value.pages : (one.reason as { status: number }).status,
  );
  expect(pages).toEqual([...Array.from({ length: 20 }, (_, i) => i + 1), 429, 429, 429, 429, 429]);
});

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
