import { afterEach, describe, expect, test, vi } from 'vitest';
import { encodeQuery } from '#platform/web/route/navigation.ts';
import { readSsoCallback, takeSsoCallback } from '#platform/web/session/ssoCallback.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens an address; answers what is left of it in the address bar, or null where it was not touched. */
function open(address: string): string | null {
  const url = new URL(address, 'https://dj.example.cn');
  let left: string | null = null;
  vi.stubGlobal('location', { pathname: url.pathname, search: url.search, hash: url.hash });
  vi.stubGlobal('history', {
    replaceState: (_state: null, _title: string, address: string) => {
      left = address;
    },
  });
  readSsoCallback();
  return left;
}

describe('P51 a code never stays in the address', () => {
  test.for([
    ['/?code=c0de&state=wechat-s', '/#/login', { way: 'wechat', code: 'c0de', state: 'wechat-s' }],
    ['/?code=c0de&state=ehb-s#/login', '/#/login', { way: 'ehb', code: 'c0de', state: 'ehb-s' }],
    [
      '/?x=1&code=c0de#/login?redirect=%2Fnews',
      '/?x=1#/login?redirect=%2Fnews',
      { way: 'wechat', code: 'c0de', state: '' },
    ],
    ['/#/login?thirdToken=t0ken', '/#/login', { way: 'thirdToken', code: 't0ken' }],
    ['/#/login?appCode=a&redirect=%2Fnews', '/#/login?redirect=%2Fnews', { way: 'appCode', code: 'a' }],
    ['/?appCode=a#/news?tab=2', '/#/login?redirect=%2Fnews%3Ftab%3D2', { way: 'appCode', code: 'a' }],
    [
      `/#/login?${new URLSearchParams({ q: encodeQuery({ appCode: 'a' }) })}`,
      '/#/login',
      { way: 'appCode', code: 'a' },
    ],
  ] as const)('%s', ([address, left, found]) => {
    expect(open(address)).toBe(left);
    expect(takeSsoCallback('base')).toBeNull();
    expect(takeSsoCallback('login')).toEqual(found);
    expect(takeSsoCallback('login'), 'it counts once').toBeNull();
  });

  test.for([
    [
      '/#/bpLogin?ticket=t1&orgId=7&state=base-s&backUrl=%2Fnews',
      '/#/bpLogin?orgId=7&backUrl=%2Fnews',
      { way: 'base', code: 't1', state: 'base-s', orgId: '7' },
    ],
    [
      '/?ticket=t1&state=base-s#/bpLogin?isHide=true&partyOrgId=9',
      '/#/bpLogin?isHide=true&partyOrgId=9',
      { way: 'base', code: 't1', state: 'base-s', orgId: '9' },
    ],
    [
      '/#/bpLogin?isAutoLogin=true&state=base-s',
      '/#/bpLogin?isAutoLogin=true',
      { way: 'base', code: '', state: 'base-s', orgId: '' },
    ],
    ['/?ticket=&state=base-s#/bpLogin', '/#/bpLogin', { way: 'base', code: '', state: 'base-s', orgId: '' }],
    ['/#/bpLogin?baseToken=b1', '/#/bpLogin', { way: 'base', code: 'b1', state: '', orgId: '' }],
  ] as const)('%s', ([address, left, found]) => {
    expect(open(address)).toBe(left);
    expect(takeSsoCallback('login')).toBeNull();
    expect(takeSsoCallback('base')).toEqual(found);
  });

  test('a secret that nobody asked for goes as well; addresses without one are left alone', () => {
    expect(open('/?ticket=t1#/news?tab=2')).toBe('/#/news?tab=2');
    expect(takeSsoCallback('base')).toBeNull();
    expect(open('/#/news?code=0001&state=2'), 'filters of a list').toBeNull();
    expect(takeSsoCallback('login')).toBeNull();
    expect(open('/#/news?tab=2')).toBeNull();
    expect(open('/')).toBeNull();
    // Named twice: as if it were not there, but it does not stay.
    expect(open('/#/login?code=a&code=b')).toBe('/#/login');
    expect(takeSsoCallback('login')).toBeNull();
  });
});
