import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsOf, readRows, readText, SHEET } from '#learning/exam/rules.text.ts';
import { blanksIn, comparableText, type Kind, type Question, questionFaults } from '#learning/exam/rules.ts';
import { normaliseText } from '#platform/reading/signs.ts';

const one = (text: string) => {
  const [question, ...others] = readText(text);
  expect(others).toEqual([]);
  if (!question) throw new Error('nothing was read');
  const { kind, stem, options, key, faults, doubts } = question;
  return { kind, stem, options, key, faults, doubts };
};
const choice = { kind: 1, stem: '最高理想是（　）。', options: ['共产主义', '现代化', '小康'], faults: [], doubts: [] };

describe('choices', () => {
  test.each([
    ['A 共产主义\nB 现代化\nC 小康\n答案：B'],
    ['A共产主义\nB现代化\nC小康\n答案：B'],
    ['A.共产主义  B.现代化  C.小康\n答案：（B）'],
    ['（A）共产主义（B）现代化（C）小康'.replaceAll('（', '\n（').trim().concat('\n答案 B')],
    ['A、共产主义\nB、现代化\nC、小康\n【答案】B'],
    ['A.共产主义\nB.现代化\nC.小康\n正确答案：B.现代化'],
    ['A.共产主义\nB.现代化\nC.小康\n答案：现代化'],
  ])('%s', (rest) => expect(one(`1. 最高理想是（　）。\n${rest}`)).toEqual({ ...choice, key: ['1'] }));

  test('an answer in the brackets of its stem is taken out of it', () => {
    expect(one('1. 最高理想是（A）。\nA.共产主义\nB.现代化\nC.小康')).toEqual({ ...choice, key: ['0'] });
    expect(one('2．最高理想是（ A C ）。\nA.共产主义\nB.现代化\nC.小康')).toEqual({
      ...choice,
      kind: 2,
      key: ['0', '2'],
    });
    expect(one('3、党章是根本大法。（√）')).toMatchObject({
      kind: 3,
      stem: '党章是根本大法。',
      key: ['1'],
      faults: [],
    });
    expect(one('判断题\n'.concat('3、党章是根本大法（×）'))).toMatchObject({ kind: 3, key: ['0'], faults: [] });
    expect(one('1. 党的一大（1921年）召开。\n答案：（√）')).toMatchObject({
      stem: '党的一大（1921年）召开。',
      key: ['1'],
    });
  });

  test('options that skip a letter keep their answers, and it is told', () => {
    const read = one('1. 题\nA.甲\nB.乙\nD.丁\n答案：BD');
    expect(read).toMatchObject({ options: ['甲', '乙', '丁'], key: ['1', '2'], faults: [] });
    expect(read.doubts).toEqual(['选项的字母是ABD，已依次改为ABC，答案随之改动']);
  });

  test('an answer that says no option is a fault and no other answer', () => {
    expect(one('1. 题\nA.甲\nB.乙\n答案：C').faults).toContain('答案里的C没有对应的选项');
    expect(one('1. 题\nA.甲\nB.乙\n答案：见CPC文件').faults).toContain('答案“见CPC文件”不能识别');
    expect(one('1. 题\nA.甲 see B plan\nB.乙\n答案：A')).toMatchObject({
      options: ['甲 see B plan', '乙'],
      key: ['0'],
    });
  });
});

describe('options in the line of the stem', () => {
  const law = {
    kind: 1,
    stem: '党的根本大法是（　）',
    options: ['宪法', '党章', '条例', '准则'],
    key: ['1'],
    faults: [],
  };
  test.each([
    ['1. 党的根本大法是（　）A．宪法 B．党章 C．条例 D．准则\n答案：B'],
    ['1. 党的根本大法是（　）A．宪法B．党章C．条例D．准则\n答案：B'],
    ['1. 党的根本大法是（　） A.宪法 B.党章\nC.条例 D.准则\n答案：B'],
    ['1. 党的根本大法是（　）A宪法 B党章 C条例 D准则\n答案：B'],
    ['1. 党的根本大法是（　）（A）宪法（B）党章（C）条例（D）准则 答案：B'],
    ['单选题\n1. 党的根本大法是（　）A、宪法 B、党章 C、条例 D、准则【答案】B'],
    ['1. 党的根本大法是（B）A．宪法 B．党章 C．条例 D．准则'],
    ['1. 党的根本大法是（　）A．宪法 B．党章 C．条例 D．准则\n答案：党章'],
  ])('%s', (written) => expect(one(written)).toMatchObject({ ...law, doubts: [] }));
  test('an answer in brackets that is the first letter, and words with letters in them', () => {
    expect(one('1. 根本大法是（A）A．党章 B．宪法')).toMatchObject({
      stem: '根本大法是（　）',
      options: ['党章', '宪法'],
      key: ['0'],
    });
    expect(one('1. 对（A、B）A．党章 B．宪法 C．以上A、B都对\n答案：AB')).toMatchObject({
      kind: 2,
      options: ['党章', '宪法', '以上A、B都对'],
      key: ['0', '1'],
    });
    expect(one('1. 选A：宪法、选B：党章，都对。\n答案：对')).toMatchObject({ kind: 3, options: [], key: ['1'] });
  });
  test('without a heading a letter alone chooses and judges nothing', () => {
    for (const letter of ['A', 'B', 'b', '（B）', 'F']) {
      const read = one(`1. 党的根本大法是党章\n答案：${letter}`);
      expect(read.kind).toBe(1);
      expect(read.faults).toContain('至少要有两个选项，选项不能为空');
    }
    expect(one('判断题\n1. 根本大法是党章\n答案：A')).toMatchObject({ kind: 3, key: ['1'], faults: [] });
    expect(one('判断题\n1. 根本大法是党章\nA.错误\nB.正确\n答案：A')).toMatchObject({ kind: 3, key: ['0'] });
  });
  test('options that stand glued in a line of their own are read, and asked about', () => {
    expect(one('1. 大法是（　）\nA．宪法B．党章\nC．条例D．准则\n答案：B')).toMatchObject({
      options: ['宪法', '党章', '条例', '准则'],
      key: ['1'],
      doubts: ['选项连写在一起，读成4个，请核对'],
    });
  });
});

describe('answers beside their question', () => {
  test('an answer in the line of the stem, and an explanation in that of the answer', () => {
    expect(one('1. 党章是根本大法。 答案：正确')).toMatchObject({
      kind: 3,
      stem: '党章是根本大法。',
      key: ['1'],
      faults: [],
    });
    expect(readText('1. 一 答案：对\n2. 二 答案：错 解析：见书\n3. 三 答案：对')).toMatchObject([
      { stem: '一', key: ['1'], explanation: '' },
      { stem: '二', key: ['0'], explanation: '见书' },
      { stem: '三', key: ['1'] },
    ]);
  });
  test('where it is from belongs to the question', () => {
    const [first, second, ...others] = readText(
      '1. 一\n答案：对\n出处：党章第一条\n2. 二\n答案：错\n解析：见书\n【考点】组织',
    );
    expect(others).toEqual([]);
    expect(first).toMatchObject({ stem: '一', key: ['1'], explanation: '出处：党章第一条' });
    expect(second).toMatchObject({ stem: '二', key: ['0'], explanation: '见书\n【考点】组织' });
  });
});

test('no more questions are read than were asked for, and one to tell that there are more', () => {
  expect(readText('1. 题\n答案：对\n'.repeat(500), 20)).toHaveLength(21);
});

describe('blanks', () => {
  test('a fraction and 或 stay as they are, and are asked about', () => {
    const read = one('填空题\n1. 须有____以上到会。\n答案：1/2');
    expect(read).toMatchObject({ key: ['1/2'], faults: [], doubts: ['“1/2”如果是几个同义答案，请用 | 隔开'] });
    for (const written of ['1 / 2', '2 或 两', '2  或两', '2／ 两'])
      expect(one(`填空题\n1. 须有____到会。\n答案：${written}`)).toMatchObject({
        key: [written],
        doubts: [`“${written}”如果是几个同义答案，请用 | 隔开`],
      });
    expect(one('填空题\n1. 须有____到会。\n答案：一半或以上').key).toEqual(['一半或以上']);
    expect(one('填空题\n1. ____年。\n答案：1921|一九二一')).toMatchObject({ key: ['1921|一九二一'], doubts: [] });
    expect(one('填空题\n1. ____和____。\n答案：甲、乙')).toMatchObject({
      key: ['甲', '乙'],
      doubts: ['按2处空格读成：甲；乙'],
    });
  });
});

describe('numbers and points', () => {
  test('stems that begin with a number keep it', () => {
    const stems = readText(
      '1. 1921年建党。\n答案：对\n2. 3.14是圆周率。\n答案：对\n3.14大于3。\n答案：对\n2020、2021年都召开了。\n答案：对',
    ).map(({ stem }) => stem);
    expect(stems).toEqual(['1921年建党。', '3.14是圆周率。', '3.14大于3。', '2020、2021年都召开了。']);
  });
  test('points of an answer are no questions', () => {
    const read = readText(
      '简答题\n1. 答什么？\n答案：1. 甲\n2. 乙\n3. 丙\n2. 再答什么？\n答案：\n1. 子\n2. 丑\n解析：见书\n3. 三答什么？\n答案：寅',
    );
    expect(read.map(({ stem, key }) => [stem, key[0]])).toEqual([
      ['答什么？', '1. 甲\n2. 乙\n3. 丙'],
      ['再答什么？', '1. 子\n2. 丑'],
      ['三答什么？', '寅'],
    ]);
  });
});

/** Questions as forms take them: whatever text the platform keeps. */
const text = (most: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: most }),
      fc.constantFrom(
        '1/2',
        '甲或乙',
        'A. 甲\nB. 乙',
        '；',
        '、',
        '（A）',
        '（√）',
        '1949年',
        '1. 点\n2. 点',
        '"',
        '=1+1',
        '导出人：',
      ),
    )
    .map((made) => normaliseText(made.replace(/[\u0000-\u0009\u000b-\u001f\u007f\ufffe\uffff]/g, '')).trim())
    .filter((made) => made !== '' && comparableText(made) !== '' && made.isWellFormed());
const labels = fc.uniqueArray(text(8), { maxLength: 5 });
const question = fc
  .record({
    kind: fc.constantFrom<Kind>(1, 2, 3, 4, 5),
    stem: text(40),
    rich: fc.constantFrom('', '<p>甲<strong>乙</strong></p>'),
    options: fc.uniqueArray(text(20), { minLength: 2, maxLength: 8, selector: comparableText }),
    picked: fc.array(fc.nat(7), { minLength: 2, maxLength: 8 }),
    answers: fc.array(text(20), { minLength: 3, maxLength: 3 }),
    explanation: fc.oneof(fc.constant(''), text(30)),
    difficulty: fc.integer({ min: 1, max: 5 }),
    labels,
  })
  .map(({ kind, options, picked, answers, ...rest }): Question & { labels: string[] } => {
    const places = [...new Set(picked.map((place) => place % options.length))].sort().map(String);
    const stem = kind === 4 ? `${rest.stem}____` : rest.stem;
    return {
      ...rest,
      kind,
      stem,
      options: kind <= 2 ? options : [],
      key:
        kind === 1
          ? places.slice(0, 1)
          : kind === 2
            ? places
            : kind === 3
              ? [String((picked[0] ?? 0) % 2)]
              : kind === 4
                ? Array.from({ length: blanksIn(stem) }, (_one, at) => answers[at % 3] ?? '')
                : answers.slice(0, 1),
    };
  })
  .filter((made) => Object.keys(questionFaults(made)).length === 0);

test('exporting and importing any bank gives the same bank', () => {
  const sheet = (cells: readonly string[]) =>
    cells.map((cell) => normaliseText(cell.replace(/[\u0000-\u001f\u007f\ufffe\uffff]+/g, ' ')).trim());
  fc.assert(
    fc.property(fc.array(question, { maxLength: 6 }), (bank) => {
      const read = readRows([[...SHEET], ...bank.map((made) => sheet(cellsOf(made)))]);
      expect(read?.map(({ line: _line, faults, doubts, ...made }) => [made, faults, doubts])).toEqual(
        bank.map((made) => [made, [], []]),
      );
    }),
    { numRuns: 300 },
  );
});

test('a row of an export that was changed by hand says what its cells say', () => {
  const made = {
    kind: 1,
    stem: '题',
    rich: '',
    options: ['甲', '乙'],
    key: ['0'],
    explanation: '',
    difficulty: 3,
  } as const;
  const cells = cellsOf({ ...made, labels: [] });
  cells[3] = 'B';
  expect(readRows([[...SHEET], cells])).toMatchObject([{ key: ['1'], faults: [] }]);
});
