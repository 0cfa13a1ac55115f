import { expect, test } from 'vitest';
import { hasPage } from '#platform/web/session/siteKind.ts';
import { webModules } from '#rooms/web.ts';
import { ELSEWHERE, EXAMPLES } from '../../e2e/support/examples.ts';

const paths = webModules.flatMap(({ routes }) => routes.map(({ path }) => path));
/** Those of a college are looked at under its own host, in college.spec.ts. */
const walked = paths.filter((path) => hasPage('city', path));

test('every page with an id has an example, or a journey', () => {
  const open = walked.filter((path) => /:\w+(?!\w*\?)(\/|$)/.test(path) && !(path in EXAMPLES) && !(path in ELSEWHERE));
  expect(open).toEqual([]);
});

test('every example is that of a page', () => {
  const known = new Set(paths);
  expect([...Object.keys(EXAMPLES), ...Object.keys(ELSEWHERE)].filter((path) => !known.has(path))).toEqual([]);
});
