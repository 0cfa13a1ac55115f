import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acrossOf, sectionsOf } from '#learning/exam/rules.print.ts';
import { type Kind, markAnswer, settledScore } from '#learning/exam/rules.ts';

describe('what markers give', () => {
  test.each([
    [[], null, null],
    [[7], null, 7],
    [[7], 2, null],
    [[7, 8], 2, 8],
    [[4, 6], 2, 5],
    [[0, 8], 2, null],
    [[0, 8, 7], 2, 8],
    [[0, 8, 1], 2, 1],
    [[0, 8, 4], 2, 4],
  ] as const)('%j with a gap of %j comes to %j', (given, gap, comes) => {
    expect(settledScore(given, gap)).toBe(comes);
  });

  test('two in either order come to the same, never beyond them', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40), (a, b, c, gap) => {
        expect(settledScore([a, b], gap)).toBe(settledScore([b, a], gap));
        const three = settledScore([a, b, c], gap);
        expect(three).toBe(settledScore([b, a, c], gap));
        expect(three).not.toBeNull();
        expect(three as number).toBeGreaterThanOrEqual(Math.min(a, b, c));
        expect(three as number).toBeLessThanOrEqual(Math.max(a, b, c));
      }),
    );
  });
});

/** The same by other means: half-width by a table of its own, sets as sorted words. */
function independent(
  kind: Kind,
  key: readonly string[],
  answer: readonly string[],
  score: number,
  halfRight: boolean,
): number | null {
  const said = answer.map((one) => one.trim()).filter((one) => one !== '');
  if (said.length === 0) return 0;
  if (kind === 5) return null;
  const narrow = (text: string) => {
    let made = '';
    for (const sign of text) {
      const code = sign.charCodeAt(0);
      if (code === 0x3000 || code === 32) continue;
      made += code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : sign;
    }
    return made.toUpperCase().replace(/[。.,，;；]$/, '');
  };
  if (kind === 4) {
    let right = 0;
    for (let at = 0; at < key.length; at++) {
      const fits = (key[at] ?? '').split('|').map(narrow);
      const own = narrow(answer[at] ?? '');
      if (own !== '' && fits.indexOf(own) >= 0) right += 1;
    }
    return Math.trunc((score * right) / key.length);
  }
  const given = [...new Set(said)].sort().join('');
  const wanted = [...new Set(key)].sort().join('');
  if (given === wanted) return score;
  const isPart = [...given].every((place) => wanted.includes(place));
  return kind === 2 && halfRight && isPart ? Math.trunc(score / 2) : 0;
}

describe('marks', () => {
  const question = fc.oneof(
    fc.record({
      kind: fc.constant(1 as Kind),
      key: fc.nat(7).map((place) => [String(place)]),
      answer: fc.array(fc.nat(7).map(String), { maxLength: 1 }),
    }),
    fc.record({
      kind: fc.constant(2 as Kind),
      key: fc.uniqueArray(fc.nat(5).map(String), { minLength: 2, maxLength: 6 }),
      answer: fc.uniqueArray(fc.nat(5).map(String), { maxLength: 6 }),
    }),
    fc.record({
      kind: fc.constant(3 as Kind),
      key: fc.constantFrom(['0'], ['1']),
      answer: fc.constantFrom([], ['0'], ['1']),
    }),
    fc.record({
      kind: fc.constant(4 as Kind),
      key: fc.array(fc.constantFrom('五|5', 'Ａb', '党 课'), { minLength: 1, maxLength: 3 }),
      answer: fc.array(fc.constantFrom('五', '５', '5 ', 'aB', 'ＡＢ。', '党课', '党　课', '错', ''), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant(5 as Kind), key: fc.constant(['要点']), answer: fc.constantFrom([], ['写了']) }),
  );
  const paper = fc.array(fc.record({ question, score: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 1,
    maxLength: 40,
  });

  test('of 5,000 random papers equal an independent count', () => {
    fc.assert(
      fc.property(paper, fc.boolean(), (asked, halfRight) => {
        const ours = asked.map(({ question: { kind, key, answer }, score }) =>
          markAnswer({ kind, key }, answer, score, halfRight),
        );
        const theirs = asked.map(({ question: { kind, key, answer }, score }) =>
          independent(kind, key, answer, score, halfRight),
        );
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a printed paper', () => {
  test('options stand beside one another where the longest fits', () => {
    expect(acrossOf(['甲', '乙', '丙', '丁'], 38)).toBe(4);
    expect(acrossOf(['甲', '乙'], 38)).toBe(2);
    expect(acrossOf(['按期交纳党费并执行决定', '乙', '丙', '丁'], 38)).toBe(2);
    expect(acrossOf(['实现共产主义这一最高理想和最终目标并为之奋斗终身', '乙'], 38)).toBe(1);
  });

  test('questions are numbered through their sections; unequal scores stand at each', () => {
    const one = { kind: 3 as const, rich: '', options: [], key: ['1'], explanation: '' };
    const [first, second] = sectionsOf(
      [
        { ...one, section: '一', stem: '甲', score: 4 },
        { ...one, section: '二', stem: '乙', score: 3 },
        { ...one, section: '二', stem: '丙', score: 5 },
      ],
      38,
    );
    expect(first).toMatchObject({ note: '共1题，每题2分，共2分', questions: [{ n: 1, stem: '甲', key: '正确' }] });
    expect(second).toMatchObject({
      note: '共2题，共4分',
      questions: [{ n: 2, stem: '乙', worth: '（1.5分）' }, { n: 3 }],
    });
  });
});
