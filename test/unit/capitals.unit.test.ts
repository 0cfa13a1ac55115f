import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumInCapitals } from '#platform/text/capitals.ts';

/**
 * The same by another way: every digit with its place, zeros and all, then the zeros are taken out by rules for texts.
 */
function byReplacing(fen: number): string {
  const places = [...'元拾佰仟万拾佰仟亿拾佰仟万拾佰仟'];
  const [yuan, cents] = [String(Math.floor(Math.abs(fen) / 100)), String(Math.abs(fen) % 100).padStart(2, '0')];
  let text = [...yuan]
    .map((digit, at) => '零壹贰叁肆伍陆柒捌玖'[Number(digit)] + (places[yuan.length - 1 - at] as string))
    .join('');
  text = text
    .replace(/零[拾佰仟]/g, '零')
    .replace(/零+/g, '零')
    .replace(/零([万亿元])/g, '$1')
    .replace(/亿万/g, '亿')
    .replace(/^元/, '');
  // 万 or 亿 whose next digit is a zero: the replacing above has taken that zero away with the step's own.
  for (const [step, name] of [
    [8, '亿'],
    [4, '万'],
  ] as const) {
    const rest = yuan.slice(-step);
    const low = step === 8 ? rest : rest.slice(-4);
    if (yuan.length <= step || !low.startsWith('0') || Number(low) === 0) continue;
    const at = text.lastIndexOf(name);
    if (at >= 0 && text[at + 1] !== '零') text = `${text.slice(0, at + 1)}零${text.slice(at + 1)}`;
  }
  const small = [...cents].map((digit) => '零壹贰叁肆伍陆柒捌玖'[Number(digit)]);
  const tail =
    cents === '00'
      ? '整'
      : cents[1] === '0'
        ? `${small[0]}角整`
        : cents[0] === '0'
          ? `${text ? '零' : ''}${small[1]}分`
          : `${small[0]}角${small[1]}分`;
  return `人民币${fen < 0 ? '负' : ''}${fen === 0 ? '零元' : text}${tail}`;
}

test.each([
  [0, '人民币零元整'],
  [1, '人民币壹分'],
  [10, '人民币壹角整'],
  [105, '人民币壹元零伍分'],
  [1_000, '人民币壹拾元整'],
  [1_050, '人民币壹拾元伍角整'],
  [10_100, '人民币壹佰零壹元整'],
  [100_001, '人民币壹仟元零壹分'],
  [1_001_005, '人民币壹万零壹拾元零伍分'],
  [1_000_000_000, '人民币壹仟万元整'],
  [10_000_000_100, '人民币壹亿零壹元整'],
  [1_010_000_000, '人民币壹仟零壹拾万元整'],
  [10_001_000_000, '人民币壹亿零壹万元整'],
  [1_000_000_000_000_00, '人民币壹万亿元整'],
  [-12_345_678_901, '人民币负壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖元零壹分'],
])('%i fen is %s', (fen, words) => {
  expect(sumInCapitals(fen)).toBe(words);
});

test('every sum below a thousand million yuan is read as by another way', () => {
  const sum = fc.oneof(
    fc.integer({ min: -200_000, max: 200_000 }),
    fc.integer({ min: 0, max: 99_999_999_999 }),
    // Sums with many zeros, where the readings go wrong.
    fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 7 }))
      .map(([head, zeros]) => head * 10 ** zeros),
    fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 3, max: 9 }), fc.integer({ min: 0, max: 999 }))
      .map(([head, zeros, tail]) => head * 10 ** zeros + tail),
  );
  fc.assert(
    fc.property(sum, (fen) => {
      expect(sumInCapitals(fen)).toBe(byReplacing(fen));
    }),
    { numRuns: 3000 },
  );
});

test('what is no whole number of fen is refused', () => {
  for (const wrong of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
    expect(() => sumInCapitals(wrong)).toThrow(RangeError);
});
