import { expect, test } from 'vitest';
import { cleanHtml, plainText } from '#platform/text/richText.ts';
import { daysOf, periodsDueIn } from '#publishing/openAffairs/rules.ts';
import { makeDemo } from '../../../scripts/demo/makeDemo.ts';
import { makeOpenAffairs } from '../../../scripts/demo/openAffairs.ts';

const TODAY = '2026-11-20';
const { orgs, posts, accounts, openAffairs } = makeDemo({ today: TODAY });

test('every stage of 三务公开 is there, and what waits is a to-do of whoever does it', () => {
  const { affairs, versions, feedback, todos } = openAffairs;
  expect(new Set(affairs.map(({ state }) => state))).toEqual(new Set(['draft', 'pending', 'published', 'withdrawn']));
  expect(versions.filter(({ number }) => number === 2)).toMatchObject([{ note: expect.stringContaining('更正') }]);
  expect(feedback.filter(({ replied_at }) => replied_at === null)).toHaveLength(1);
  const street = orgs.find(({ name }) => name === '江南街道党工委');
  const branch = orgs.find(({ name }) => name === '渡口第一党支部');
  expect(todos.map(({ act, org_id }) => [act, org_id])).toEqual([
    ['答复', branch?.id],
    ['修改', branch?.id],
    ['审批', street?.parent?.id],
    ['审批', branch?.parent?.id],
  ]);
  // The branch worker's own branch owes its dues still.
  expect(affairs.some(({ org_id, item_id }) => org_id === branch?.id && item_id === 7)).toBe(false);
});

test('texts are stored as the editor would, and no item is published twice for one period', () => {
  // Those that repeat are made alike; all that is written by hand stands at the end.
  for (const { content, words } of [...openAffairs.versions.slice(0, 20), ...openAffairs.versions.slice(-20)]) {
    expect(cleanHtml(String(content))).toBe(content);
    expect(plainText(String(content))).toBe(words);
  }
  const periods = openAffairs.affairs
    .filter(({ period }) => period !== '')
    .map(({ org_id, item_id, period }) => `${org_id} ${item_id} ${period}`);
  expect(new Set(periods).size).toBe(periods.length);
});

test.each(['2026-11-20', '2027-01-01'])('nothing of a demo started on %s lies ahead of it', (today) => {
  const made = makeOpenAffairs(orgs, posts, accounts, today);
  expect(made.affairs.every(({ updated_at }) => String(updated_at).slice(0, 10) <= today)).toBe(true);
  const { quarter } = periodsDueIn(today.slice(0, 7));
  expect(made.starts[0]?.on).toBe(daysOf(quarter)?.first);
});
