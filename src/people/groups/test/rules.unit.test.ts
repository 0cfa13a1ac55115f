import { expect, test } from 'vitest';
import type { ClassItem } from '#people/groups/contract.classes.ts';
import { proposeLabels, sortAsTree } from '#people/groups/rules.ts';
import { uniqueChoices } from '#platform/web/choose/choice.ts';

const item = (id: string, parentId: string | null): ClassItem => ({
  id,
  parentId,
  name: id,
  pinyin: '',
  initials: '',
  description: '',
  sort: 0,
  uses: 0,
  version: 1,
  can: { edit: false, remove: false },
});

test('classes are read from above, each followed by those below it; one whose parent is gone is left out', () => {
  const lines = sortAsTree([
    item('甲', null),
    item('乙', null),
    item('甲一', '甲'),
    item('甲二', '甲'),
    item('孤', '无'),
  ]);
  expect(lines.map(({ id, level, at, of }) => `${id}${level}${at}/${of}`)).toEqual([
    '甲11/2',
    '甲一21/2',
    '甲二22/2',
    '乙12/2',
  ]);
});

test('labels are proposed by their name or a keyword in the text, at most five, never one that is chosen', () => {
  const label = (id: string, keywords: string[] = []) => ({ id, name: `名${id}`, colour: 'grey', keywords });
  const all = [label('1', ['先进']), label('2'), label('3', ['整改'])];
  expect(proposeLabels(all, '表彰先进，名2', []).map(({ id }) => id)).toEqual(['1', '2']);
  expect(proposeLabels(all, '表彰先进', ['1'])).toEqual([]);
  expect(proposeLabels(all, '', [])).toEqual([]);
  expect(
    proposeLabels(
      Array.from({ length: 9 }, (_, n) => label(String(n), ['词'])),
      '词',
      [],
    ),
  ).toHaveLength(5);
});

test('somebody chosen twice is chosen once, in the place of the first time', () => {
  const choice = (id: string, note = '') => ({ id, name: id, note });
  expect(uniqueChoices([choice('甲', '一'), choice('乙'), choice('甲', '二')])).toEqual([
    choice('甲', '一'),
    choice('乙'),
  ]);
});
