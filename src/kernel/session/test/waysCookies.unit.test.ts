import { expect, test } from 'vitest';
import { assertState, makeState, type RedirectWay } from '#kernel/session/server/ways/cookies.ts';
import type { Ctx } from '#platform/server/context.ts';

/** A request of a browser, and the cookies that it is given. */
function browser(protocol: string, cookies: Record<string, string> = {}) {
  const given: { name: string; value: string; options: object }[] = [];
  const response = {
    setCookie: (name: string, value: string, options: object) => given.push({ name, value, options }),
    clearCookie: (name: string, options: object) => given.push({ name, value: '', options }),
  };
  return { given, ctx: { request: { protocol, cookies }, response } as unknown as Ctx };
}

const STRICT = { path: '/api', httpOnly: true, sameSite: 'strict' };

test.each<[RedirectWay, string, object]>([
  ['ehb', 'https', { ...STRICT, secure: true }],
  ['wechat', 'https', { ...STRICT, secure: true }],
  ['wechat', 'http', { ...STRICT, secure: false }],
  ['base', 'http', { ...STRICT, secure: false }],
  ['base', 'https', { ...STRICT, secure: true, sameSite: 'none', partitioned: true }],
])(
  'the state of %s over %s lies in a cookie that fits the window, and is taken away as it was set',
  (way, protocol, options) => {
    const first = browser(protocol);
    const state = makeState(first.ctx, way);
    expect(first.given).toEqual([{ name: `way_${way}`, value: state, options: { ...options, maxAge: 600 } }]);
    const back = browser(protocol, { [`way_${way}`]: state });
    assertState(back.ctx, way, state);
    expect(back.given).toEqual([{ name: `way_${way}`, value: '', options }]);
  },
);

test('a second window shares the state; what a stranger planted is not taken for one', () => {
  const state = makeState(browser('http').ctx, 'ehb');
  expect(makeState(browser('http', { way_ehb: state }).ctx, 'ehb')).toBe(state);
  for (const planted of ['x', 'ehb-short', `base-${'x'.repeat(43)}`, `${state}\n`]) {
    expect(makeState(browser('http', { way_ehb: planted }).ctx, 'ehb')).toMatch(/^ehb-[\w-]{43}$/);
    expect(makeState(browser('http', { way_ehb: planted }).ctx, 'ehb')).not.toBe(planted);
  }
});
