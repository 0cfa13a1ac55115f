import { expect, test } from 'vitest';
import { findWords, matcherOf } from '#platform/text/textWords.ts';
import { fixedHtml, fixedText } from '#publishing/news/rules.mask.ts';

const match = matcherOf([
  { kind: 1, word: '包过', proper: '' },
  { kind: 1, word: 'ABC贷', proper: '' },
  { kind: 2, word: '最先进', proper: '' },
  { kind: 3, word: '支部大会', proper: '支部党员大会' },
  { kind: 3, word: '党员大会', proper: '支部党员大会' },
]);
const words = (text: string) => match(text).map(({ word }) => word);

test.each([
  ['考试包过', ['包过']],
  ['包 过、包\u200b过、包　过', ['包过', '包过', '包过']],
  ['ａｂｃ贷 和 Abc 贷', ['ABC贷', 'ABC贷']],
  ['打包。过来', []],
  ['召开支部党员大会', []],
  ['召开党员大会和支部大会', ['党员大会', '支部大会']],
  ['', []],
])('%s', (text, expected) => expect(words(text)).toEqual(expected));

test('places are those of the text as it stands; a word is found that stands half in bold', () => {
  const [one] = match('考试包 过。');
  expect('考试包 过。'.slice(one?.start, one?.end)).toBe('包 过');
  const { stops, reminds } = findWords(
    [{ label: '正文', text: '<p>好</p><p>包<b>过</b>，最先进</p>', html: true }],
    match,
  );
  expect(stops).toEqual(['正文第2段含禁用词“包过”，请删除或改写']);
  expect(reminds).toEqual(['正文第2段含“最先进”，请核对是否妥当']);
});

test('one press stars what is forbidden and writes the rest as it should be; tags and reminders stay', () => {
  expect(fixedText('包过，召开支部大会，最先进', match)).toBe('**，召开支部党员大会，最先进');
  expect(fixedHtml('<p>包<b>过</b>&nbsp;召开支部<i>大会</i></p>', match)).toBe(
    '<p>*<b>*</b>&nbsp;召开支部党员大会<i></i></p>',
  );
});

test('of ten thousand words the one that stands there is found', () => {
  const many = matcherOf(Array.from({ length: 10_000 }, (_, n) => ({ kind: 1 as const, word: `词${n}`, proper: '' })));
  expect(many('没有这样的').length).toBe(0);
  expect(many('有词77在内').map(({ word }) => word)).toEqual(['词77']);
});
