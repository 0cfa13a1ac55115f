import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactNumber, formulaFault } from '#platform/reading/cells.ts';
import { dayFault, parseTypedDay, readDay } from '#platform/reading/days.ts';
import { parseTypedFen, plainDigits, readNumber } from '#platform/reading/numbers.ts';
import { keptName, normaliseText, searchText } from '#platform/reading/signs.ts';
import { readMoment } from '#platform/reading/times.ts';

describe('days', () => {
  test('a month is no day, and days that a spreadsheet counts are asked about', () => {
    expect(readDay('2026.11')).toEqual({ month: '2026-11', fix: '2026-11-01' });
    expect(parseTypedDay('2026.11')).toBe('2026.11');
    expect(dayFault('2026.11')).toBe('只有年月，请写到日，如 2026-11-01');
    expect(readDay('43647')).toEqual({
      text: '是数字不是日期，可能是2019-07-01或2023-07-02',
      suggestions: ['2019-07-01', '2023-07-02'],
    });
    expect(readDay('2026-11-20 09:30:00')).toEqual({ day: '2026-11-20' });
    expect(readDay('\u200e2026-11-20\u200f')).toEqual({ day: '2026-11-20' });
    expect(readDay('2026-12-31 25:99')).toEqual({ text: '没有25:99这个时间', suggestions: [] });
    expect(dayFault('2026-12-31 09:30:61')).toBe('没有09:30:61这个时间');
    expect(parseTypedDay('2026-12-31 24:00')).toBe('2026-12-31 24:00');
    expect(readDay('2026-12-31 23:59:59.9')).toEqual({ day: '2026-12-31' });
    expect(dayFault('2026-02-30')).toBe('2026年2月没有30日');
    // Joined they would be a month of another year.
    expect(['2024 1 1', '2024  11\t2', '2024 年 1 月 1 日'].map(parseTypedDay)).toEqual([
      '2024-01-01',
      '2024-11-02',
      '2024-01-01',
    ]);
  });
});

describe('times', () => {
  test.each([
    ['2026年11月20日 9:5', '2026-11-20 09:05'],
    ['20261120 0930', '2026-11-20 09:30'],
    ['2026-11-20 09：30', '2026-11-20 09:30'],
    ['2026-12-31 15', '2026-12-31 15:00'],
    ['2026-12-31T15:20:59', '2026-12-31 15:20'],
    ['2026-12-31 15时', '2026-12-31 15:00'],
    ['2026.12.31 下午3点半', '2026-12-31 15:30'],
    ['2026/12/31 3:05 PM', '2026-12-31 15:05'],
    ['2026-12-31上午9点', '2026-12-31 09:00'],
    ['2026年12月31日15时30分', '2026-12-31 15:30'],
    ['2026-12-31 中午1点', '2026-12-31 13:00'],
    ['2026-12-31 凌晨12:30', '2026-12-31 00:30'],
    ['2026-12-31 下午12:30', '2026-12-31 12:30'],
  ])('%s is %s, without a doubt', (typed, moment) => expect(readMoment(typed)).toEqual({ moment, doubt: '' }));
  test('what is guessed is told, and nothing is bent to fit the clock', () => {
    expect(readMoment('2026-11-20')).toEqual({ moment: '2026-11-20 00:00', doubt: '没有写几点，按00:00填写，请核对' });
    expect(readMoment('2026-12-31 24:00')).toEqual({
      moment: '2027-01-01 00:00',
      doubt: '2026-12-31 24:00 即2027-01-01 00:00',
    });
    expect(readMoment('2026-12-31 晚上12点')).toEqual({
      moment: '2027-01-01 00:00',
      doubt: '2026-12-31 晚上12点 即2027-01-01 00:00',
    });
    expect(readMoment('2026-12-31 上午12:30')).toMatchObject({
      moment: '2026-12-31 12:30',
      doubt: '2026-12-31 上午12:30 即2026-12-31 12:30',
    });
    for (const hour of ['晚上1点', '上午15:00', '凌晨13点'])
      expect(readMoment(`2026-12-31 ${hour}`)).toEqual({
        fault: `“${hour}”说不清是几点，请写成24小时制，如 2026-12-31 19:30`,
      });
    expect(readMoment('2026-11-20 15:30:99')).toEqual({ fault: '没有15:30:99这个时间' });
    expect(readMoment('2026年11月20日15时30分99秒')).toEqual({ fault: '没有15:30:99这个时间' });
    expect(readMoment('2026-11-20 24:00:01')).toEqual({ fault: '没有24:00:01这个时间' });
    expect(readMoment('2026-11-20 25:99')).toEqual({ fault: '没有25:99这个时间' });
    expect(readMoment('2026-02-30 09:00')).toEqual({ fault: '2026年2月没有30日' });
    expect(readMoment('2026-11-20 930')).toHaveProperty('fault');
    expect(readMoment('明天')).toHaveProperty('fault');
  });
});

describe('numbers', () => {
  test.each([
    ['3.3000000000000003', 2, '', 330n],
    ['１，２３４．５', 2, '', 123_450n],
    ['¥1,234.50元', 2, '元', 123_450n],
    ['50%', 0, '%', 50n],
    ['1 234 567.5', 2, '', 123_456_750n],
    ['￥ 12\u00a0345 元', 2, '元', 1_234_500n],
    ['- 12', 0, '', -12n],
    ['12 . 5', 1, '', 125n],
    ['−7', 0, '', -7n],
    ['\u202d1200\u202c', 2, '', 120_000n],
    ['123456789012.3456', 4, '', 1_234_567_890_123_456n],
  ])('%s', (text, decimals, unit, value) => expect(readNumber(text, decimals, unit)).toEqual({ value }));
  test.each([
    ['50%', '“50%”是百分数，请写成数'],
    ['1.5万', '“1.5万”请写成全部数字'],
    ['12 5', '数字中间有空格或换行，请核对后去掉'],
    ['12\n5', '数字中间有空格或换行，请核对后去掉'],
    ['1\n234', '数字中间有空格或换行，请核对后去掉'],
    ['1234 567', '数字中间有空格或换行，请核对后去掉'],
    ['1 234 56', '数字中间有空格或换行，请核对后去掉'],
    ['１２　５', '数字中间有空格或换行，请核对后去掉'],
    ['12,5', '逗号的位置不对，请写成 1234.5'],
    ['#DIV/0!', '单元格的公式出错（#DIV/0!），请改成数或文字'],
    ['3.336', '最多2位小数'],
    ['0x10', '应填写数字'],
    ['1e3', '应填写数字'],
    ['', '应填写数字'],
  ])('%s is refused', (text, fault) => expect(readNumber(text, 2)).toEqual({ fault }));
  test('every double that a spreadsheet adds up is read as people see it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 12 }), (cents) => {
        const sum = cents.reduce((all, one) => all + one / 100, 0);
        const value = BigInt(cents.reduce((all, one) => all + one, 0));
        expect(readNumber(String(sum), 2)).toEqual({ value });
        expect(readNumber(plainDigits(sum), 2)).toEqual({ value });
      }),
    );
    expect([1e-7, 0.1 + 0.2, 1234.5, -0.05, 1e21].map(plainDigits)).toEqual([
      '0.0000001',
      '0.3',
      '1234.5',
      '-0.05',
      '1000000000000000000000',
    ]);
  });
  test('money as bills write it', () => {
    expect(['¥1,234.5', '-0.01', '12', '3.140', '1.234', 'abc', ''].map(parseTypedFen)).toEqual([
      123_450,
      -1,
      1200,
      314,
      null,
      null,
      null,
    ]);
  });
});

/** Code points that nobody sees, of which names were stored. */
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_none, at) => from + at);
const UNSEEN = [
  ...[
    0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x200b, 0x200c, 0x200d, 0x2065, 0x2800, 0x3164, 0xfeff, 0xffa0,
  ],
  ...[...span(0x180b, 0x180f), ...span(0x202a, 0x202e), ...span(0x2060, 0x206f), ...span(0xe0000, 0xe007f)],
];

describe('signs', () => {
  test('second forms of characters, marks of direction and dots of names have one form', () => {
    expect(normaliseText('⽅志⾼\u200e，①㎡ＡＢ')).toBe('方志高，①㎡ＡＢ');
    expect(normaliseText('⻢⻰')).toBe('马龙');
    expect(['古丽・阿依', '古丽‧阿依', '古丽．阿依', '古丽 • 阿依', '古丽.阿依', '古丽·阿依'].map(keptName)).toEqual(
      Array(6).fill('古丽·阿依'),
    );
    // Dots of other keyboards and scripts, and what nobody sees.
    for (const dot of '﹒˙ꞏㆍ\u0387⦁') {
      expect(keptName(`古丽${dot}阿依`), dot).toBe('古丽·阿依');
      expect(searchText(`古丽 ${dot}阿依`), dot).toBe('古丽阿依');
    }
    // A sign that hides part of a name in public lists is none of them.
    expect(keptName('张●明')).toBe('张●明');
    for (const sign of UNSEEN) {
      const name = `张${String.fromCodePoint(sign)}三`;
      expect([keptName(name), normaliseText(name), searchText(name), compactNumber(name)], sign.toString(16)).toEqual(
        Array(4).fill('张三'),
      );
    }
    expect(normaliseText('葛\u{e0100}城 ❤\ufe0f 👨\u200d👩\u200d👧 1\ufe0f\u20e3')).toBe(
      '葛\u{e0100}城 ❤\ufe0f 👨\u200d👩\u200d👧 1\ufe0f\u20e3',
    );
    expect(normaliseText('张\u200d三 A\u200d \u{e0100}张\ufe01 ·\ufe0f')).toBe('张三 A 张 ·');
    expect(keptName('张三（大）Ａ')).toBe('张三（大）A');
    expect(searchText(' 古丽 ・阿 依')).toBe('古丽阿依');
    expect(compactNumber('\u202d187 0001\u00a00001\u202c')).toBe('18700010001');
    expect(compactNumber('42059919850315001Ⅹ')).toBe('42059919850315001X');
  });
  test('kept texts stay as they are when they are kept again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          // Whatever joins, varies and is not seen, in any order.
          fc
            .array(
              fc.constantFrom(
                '张',
                'A',
                '1',
                '❤',
                ' ',
                '\u200d',
                '\ufe00',
                '\ufe0f',
                '\u{e0100}',
                '\u200b',
                '⺠',
                '·',
                '.',
              ),
            )
            .map((signs) => signs.join('')),
        ),
        (text) => {
          expect(normaliseText(normaliseText(text))).toBe(normaliseText(text));
          expect(keptName(keptName(text))).toBe(keptName(text));
          expect(searchText(searchText(text))).toBe(searchText(text));
        },
      ),
    );
  });
  test('a formula that failed is told from a text', () => {
    expect(formulaFault('#N/A')).not.toBe('');
    expect(formulaFault('#一号')).toBe('');
  });
});
