import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { data, done, endpoint, rows } from '#platform/contract.ts';
import { keyOf, useAct, useCall } from '#platform/web/call/hooks.ts';

const base = { summary: '', access: 'session', scope: 'org' } as const;
const record = endpoint({
  ...base,
  method: 'GET',
  path: '/api/made/record',
  input: z.object({ id: z.string() }),
  reply: data(z.object({ name: z.string() })),
});
const year = endpoint({
  ...base,
  method: 'GET',
  path: '/api/made/year',
  targets: { memberId: 'member' },
  input: z.object({ memberId: z.string() }),
  reply: data(z.object({ name: z.string() })),
});
const list = endpoint({
  ...base,
  method: 'GET',
  path: '/api/made/list',
  targets: { orgId: 'org' },
  input: z.object({ orgId: z.string() }),
  reply: rows(z.object({ name: z.string() })),
});
const act = endpoint({
  ...base,
  method: 'POST',
  path: '/api/made/act',
  targets: { memberId: 'member', orgId: 'org', billIds: 'member[]' },
  input: z.object({
    id: z.string().optional(),
    memberId: z.string().optional(),
    orgId: z.string().optional(),
    billIds: z.array(z.string()).optional(),
  }),
  reply: done,
  stale: () => [record, year, list],
});

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  vi.stubGlobal('location', { hash: '#/made' });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: '', data: null })));
});
afterEach(() => vi.unstubAllGlobals());

const draw = (page: () => ReactNode) =>
  renderToString(createElement(QueryClientProvider, { client }, createElement(page)));
/** What a page that opens now draws of an answer. */
const drawn = (call: typeof record | typeof year | typeof list, input: Record<string, string>) =>
  draw(() => {
    const answer = useCall(call, input as never).data as { name?: string; rows?: { name: string }[] } | undefined;
    return answer?.name ?? answer?.rows?.[0]?.name ?? '';
  });
async function carryOut(input: z.input<typeof act.input>) {
  let send = async () => {};
  draw(() => {
    const made = useAct(act);
    send = async () => void (await made.mutateAsync(input));
    return null;
  });
  await send();
}

test('a page that opens after an act waits for the answer of its record; others are drawn from what was read', async () => {
  for (const id of ['7', '8']) client.setQueryData(keyOf(record, { id }), { name: `old${id}` });
  expect([drawn(record, { id: '7' }), drawn(record, { id: '8' })]).toEqual(['old7', 'old8']);
  await carryOut({ id: '7' });
  expect([drawn(record, { id: '7' }), drawn(record, { id: '8' })]).toEqual(['', 'old8']);
  // What was read since is drawn until the next act.
  client.setQueryData([...keyOf(record, { id: '7' }), 1], { name: 'new' });
  expect(drawn(record, { id: '7' })).toBe('new');
  await carryOut({ id: '7' });
  expect(drawn(record, { id: '7' })).toBe('');
});

test('records are told by whatever the contract says to be an id; a list is drawn while it is read again', async () => {
  for (const memberId of ['1', '2', '3']) client.setQueryData(keyOf(year, { memberId }), { name: `year${memberId}` });
  client.setQueryData(keyOf(list, { orgId: '5' }), { rows: [{ name: 'row' }], total: 1 });
  await carryOut({ memberId: '1', billIds: ['3'], orgId: '5' });
  expect(['1', '2', '3'].map((memberId) => drawn(year, { memberId }))).toEqual(['', 'year2', '']);
  expect(drawn(list, { orgId: '5' })).toBe('row');
});
