import axe from 'axe-core';
import { expect, test } from 'vitest';
import { NEVER_GRAVE } from '../../e2e/support/axe.ts';

/** What axe knows of its rules beside what it tells. */
interface Known {
  _audit: { rules: { id: string; impact: string; preload?: boolean; tags: string[] }[] };
}

const { rules } = (axe as unknown as Known)._audit;

test('the rules of axe that the journeys leave out never find a serious fault', () => {
  const impacts = NEVER_GRAVE.map((id) => [id, rules.find((rule) => rule.id === id)?.impact]);
  expect(impacts.filter(([, impact]) => impact !== 'minor' && impact !== 'moderate')).toEqual([]);
});

test('no rule that the journeys ask needs what axe would load before', () => {
  const asked = rules.filter(({ id, tags }) => !NEVER_GRAVE.includes(id) && !tags.includes('experimental'));
  expect(asked.filter(({ preload }) => preload).map(({ id }) => id)).toEqual([]);
});
