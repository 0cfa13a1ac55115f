import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint } from '#platform/contract.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value;

test('every call that a contract declares is bound', async () => {
  const bound = new Set(callsOfModules(serverModules));
  const files = globSync('src/*/*/{contract*.ts,contract/*.ts}');
  expect(files.length).toBeGreaterThan(150);
  const lost: string[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `../../${file}`);
    for (const [name, value] of Object.entries(exported))
      if (isEndpoint(value) && !bound.has(value)) lost.push(`${file}: ${name}`);
  }
  expect(lost).toEqual([]);
});
