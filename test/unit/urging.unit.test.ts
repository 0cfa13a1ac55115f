import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { urgedRecently } from '#house/urging.ts';

test('who urges too early reads when it was urged and when it may be again', () => {
  expect(urgedRecently(new Date('2026-11-20T01:05:00Z'))).toBe(
    '2026-11-20 09:05已经催办过，2小时内只能催一次，11:05以后可以再催',
  );
});

test('one part says whether something was urged within its hours', () => {
  const others = globSync('src/**/*.ts').filter(
    (file) =>
      !file.endsWith('server/urging.ts') && /urged_at\s*(?:[<>]|is (?:not )?null)/.test(readFileSync(file, 'utf8')),
  );
  expect(others).toEqual([]);
});
