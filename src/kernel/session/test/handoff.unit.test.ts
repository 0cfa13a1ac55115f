import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformAddress, readMessage } from '#kernel/session/web/handoff.ts';

const ORIGIN = 'https://base.example';
// The window that holds the page; the test only compares it.
const holder = {} as Window;
const message = (data: unknown, from: { origin?: string; source?: MessageEventSource | null } = {}) => ({
  origin: ORIGIN,
  source: holder as MessageEventSource | null,
  ...from,
  data,
});
const read = (given: ReturnType<typeof message>) => readMessage(given, ORIGIN, [holder, null]);

describe('P50 a message of the base platform', () => {
  test('a ticket with its organisation, as text or number', () => {
    expect(read(message({ ticket: 't', orgId: 7 }))).toEqual({ ticket: 't', orgId: '7' });
    expect(read(message({ ticket: 't' }))).toEqual({ ticket: 't', orgId: '' });
    expect(read(message({ ticket: 't', orgId: { toString: () => '9' } }))).toEqual({ ticket: 't', orgId: '' });
  });

  test('without a ticket: the platform has none', () => {
    for (const data of [{}, { ticket: '' }, { ticket: 7 }, { ticket: null }]) expect(read(message(data))).toBeNull();
  });

  test('other origins, other windows and other shapes do not count, whatever they say', () => {
    const origins = ['https://base.example.evil', 'http://base.example', 'https://base.example:8443', 'null', ''];
    for (const origin of origins) expect(read(message({ ticket: 't' }, { origin })), origin).toBeUndefined();
    expect(read(message({ ticket: 't' }, { source: {} as Window }))).toBeUndefined();
    // An opener that is not there must not match a message without a sender.
    expect(read(message({ ticket: 't' }, { source: null }))).toBeUndefined();
    fc.assert(
      fc.property(fc.anything(), (data) => {
        const shaped = typeof data === 'object' && data !== null && !Array.isArray(data);
        if (!shaped) expect(read(message(data))).toBeUndefined();
        expect(read(message(data, { origin: 'https://elsewhere.example' }))).toBeUndefined();
      }),
    );
  });
});

test('the way to the base platform and back keeps what the page was opened with', () => {
  const params = { platformUrl: 'https://base.example/in?tenant=1', appKey: 'k', origin: ORIGIN, state: 'base-s' };
  const address = new URL(platformAddress(params, 'https://dj.example/', '#/bpLogin?backUrl=%2Fnews&isHide=true'));
  expect(address.origin + address.pathname).toBe('https://base.example/in');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    tenant: '1',
    appKey: 'k',
    backUrl: 'https://dj.example/#/bpLogin?backUrl=%2Fnews&isHide=true&state=base-s',
  });
});
