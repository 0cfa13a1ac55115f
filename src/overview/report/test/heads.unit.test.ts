import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePaper } from '#platform/server/papers/paper.ts';
import { type Headed, headRows, pagesOf, SIGNATURES, unitedHeads } from '../rules.heads.ts';

const column = (title: string, group = '', over = '', unit: Headed['unit'] = 'people'): Headed => ({
  title,
  unit,
  group,
  over,
});
const word = fc.constantFrom('', '甲', '乙');
const columns = fc.array(
  fc.record({
    title: fc.constantFrom('一', '二', '三'),
    group: word,
    over: word,
    unit: fc.constantFrom('people', 'fen'),
  }),
  { minLength: 1, maxLength: 45 },
) as fc.Arbitrary<Headed[]>;

describe('the head of a table', () => {
  it('has up to three levels, and what has fewer words reaches down', () => {
    const rows = headRows([
      column('全部'),
      column('男', '性别', '党员'),
      column('女', '性别', '党员'),
      column('老', '年龄', '党员'),
    ]);
    const shown = rows.map((line) =>
      line.map(({ text, column: at, rows: down, columns: wide }) => [text, at, down, wide]),
    );
    expect(shown).toEqual([
      [
        ['全部', 0, 3, 1],
        ['党员', 1, 1, 3],
      ],
      [
        ['性别', 1, 1, 2],
        ['年龄', 3, 1, 1],
      ],
      [
        ['男', 1, 1, 1],
        ['女', 2, 1, 1],
        ['老', 3, 1, 1],
      ],
    ]);
  });

  it('covers every place once, whatever the words', () => {
    fc.assert(
      fc.property(columns, (some) => {
        const rows = headRows(some);
        const places = rows.flat().flatMap((one) =>
          Array.from({ length: one.rows * one.columns }, (_, n) => {
            return `${one.row + Math.floor(n / one.columns)} ${one.column + (n % one.columns)}`;
          }),
        );
        expect(new Set(places).size).toBe(places.length);
        expect(places.length).toBe(rows.length * some.length);
        expect(rows.flat().filter(({ leaf }) => leaf)).toHaveLength(some.length);
      }),
    );
  });

  it('says what a column counts where they do not count the same', () => {
    const titles = (some: Headed[]) => unitedHeads(some).map(({ title }) => title);
    expect(titles([column('甲'), column('率', '', '', 'percent')])).toEqual(['甲', '率']);
    expect(titles([column('甲'), column('应缴', '', '', 'fen')])).toEqual(['甲（人）', '应缴（元）']);
  });
});

describe('a table on paper', () => {
  it('keeps every column once and in order, however many there are', () => {
    fc.assert(
      fc.property(columns, (some) => {
        const { blocks } = pagesOf(some);
        expect(blocks.flatMap(([from, to]) => some.slice(from, to))).toEqual(some);
        expect(blocks.every(([from, to]) => to > from)).toBe(true);
      }),
    );
  });

  it('of forty columns goes on to further pages, each from the first column on, and loses none', async () => {
    const some = Array.from({ length: 40 }, (_, n) => column(`第${n + 1}栏`, n < 20 ? '前半' : '后半'));
    const { size, blocks } = pagesOf(some);
    expect(size).toBe('A3');
    expect(blocks.length).toBe(2);
    const cells = some.map((_, n) => String(1000 + n));
    const { pdf, pages, missing } = await makePaper({
      template: new URL('../papers/report.typ', import.meta.url),
      data: {
        mark: '',
        title: '宽表',
        facts: ['填报单位：甲', '填报日期：2026-01-01'],
        size,
        blocks: blocks.map(([from, to]) => ({ from, to, heads: headRows(some.slice(from, to)) })),
        signatures: SIGNATURES,
        rows: [
          { name: '甲党支部', cells },
          { name: '乙党支部', cells },
        ],
        total: cells.map((one) => String(Number(one) * 2)),
        words: ['口径。'],
      },
    });
    expect([pages, missing]).toEqual([2, []]);
    const dir = mkdtempSync(join(tmpdir(), 'report-'));
    try {
      writeFileSync(join(dir, 'a.pdf'), pdf);
      const text = execFileSync('pdftotext', ['-layout', join(dir, 'a.pdf'), '-'], { encoding: 'utf8' }).replace(
        / *(?=栏)|(?<=第) */g,
        '',
      );
      for (let n = 0; n < 40; n++) {
        expect(text).toContain(`第${n + 1}栏`);
        expect(text.split(String(1000 + n)).length - 1, `column ${n + 1}`).toBe(2);
        expect(text).toContain(String(2000 + 2 * n));
      }
      expect(text.split('甲党支部').length - 1).toBe(2);
      expect(text).toContain('统计负责人');
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
