import { expect, test } from 'vitest';
import { helpOf, inReadingOrder, matchesWords, passageOf, placesFor } from '../rules.ts';

test('documents are read from the top down, each before those below it', () => {
  const documents = [
    { id: '1', pid: '' },
    { id: '4', pid: '' },
    { id: '2', pid: '1' },
    { id: '3', pid: '2' },
    { id: '5', pid: '99' },
  ];
  expect(inReadingOrder(documents).map(({ id, level, at, of }) => [id, level, at, of])).toEqual([
    ['1', 1, 1, 3],
    ['2', 2, 1, 1],
    ['3', 3, 1, 1],
    ['4', 1, 2, 3],
    ['5', 1, 3, 3],
  ]);
});

test('a document is offered places outside its own branch, down to the fourth level', () => {
  const lines = inReadingOrder([
    { id: '1', pid: '' },
    { id: '2', pid: '1' },
    { id: '3', pid: '2' },
    { id: '4', pid: '3' },
    { id: '5', pid: '' },
  ]);
  const ids = (id?: string) => placesFor(lines, id).map((line) => line.id);
  expect(ids()).toEqual(['1', '2', '3', '5']);
  expect(ids('2')).toEqual(['1', '5']);
  expect(ids('1')).toEqual(['5']);
});

test('words are found in a text, with what stands around them', () => {
  const text = `${'甲'.repeat(40)}会议记录由 ＡＢ 支部确认后不能再改${'乙'.repeat(40)}`;
  expect(passageOf(text, '支部确认')).toEqual({
    before: `…${'甲'.repeat(15)}会议记录由 ＡＢ `,
    words: '支部确认',
    after: `后不能再改${'乙'.repeat(19)}…`,
  });
  expect(passageOf(text, 'ab支部')?.words).toBe('ＡＢ 支部');
  expect(passageOf('支部', '支部')).toEqual({ before: '', words: '支部', after: '' });
  expect([passageOf(text, '党委'), passageOf(text, ' '), passageOf('', '甲')]).toEqual([null, null, null]);
});

test('titles are found by signs, pinyin and initials', () => {
  const one = { title: '导入 党员', pinyin: 'daorudangyuan', initials: 'drdy' };
  for (const words of ['导入党员', '党', 'DAORU', 'drd', ' dr ']) expect(matchesWords(words, one), words).toBe(true);
  expect(matchesWords('密码', one)).toBe(false);
});

test('the help of a page is the nearest one above it', () => {
  const list = { id: 'list', routes: ['/affairs/member'] };
  const form = { id: 'form', routes: ['/affairs/member/addMember', '/affairs/member/editMember/:id'] };
  const documents = [list, form];
  expect(helpOf('/affairs/member', documents)).toBe(list);
  expect(helpOf('/affairs/member/editMember/:id', documents)).toBe(form);
  expect(helpOf('/affairs/member/browseMember/:id', documents)).toBe(list);
  expect(helpOf('/affairs/memberships', documents)).toBeUndefined();
});
