import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeQuery,
  loginPath,
  opensWithoutLogin,
  pathOfHash,
  pathWithQuery,
  promptsForLogin,
  readQuery,
  safeRedirect,
} from '#platform/web/route/navigation.ts';

describe('the encoded query', () => {
  test('comes back as it went, whatever its values', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
        fc.string({ minLength: 1, maxLength: 60 }),
        (orgName, id) => {
          const path = pathWithQuery('/list', { orgName, id });
          expect(readQuery(path.slice('/list'.length), ['orgName', 'id'])).toEqual({ orgName, id });
        },
      ),
    );
  });

  test('is reversed base64 under one parameter', () => {
    expect(pathWithQuery('/a', { id: 12, name: '' })).toBe(
      `/a?q=${[...btoa('id=12')].reverse().join('').replaceAll('=', '')}`,
    );
    expect(encodeQuery({ name: null, id: undefined })).toBe('');
    expect(pathWithQuery('/a', {})).toBe('/a');
  });

  test('plain names are read too, and the encoded ones win', () => {
    expect(readQuery('?isHide=true&redirect=%2Fnews', ['isHide', 'redirect'])).toEqual({
      isHide: 'true',
      redirect: '/news',
    });
    expect(readQuery(`?id=1&q=${encodeQuery({ id: 2 })}`, ['id'])).toEqual({ id: '2' });
  });

  test('unknown names, names given twice, damage and excess are as if they were not there', () => {
    expect(readQuery(`?q=${encodeQuery({ id: 1, evil: 2 })}`, ['id'])).toEqual({ id: '1' });
    expect(readQuery('?id=1&id=2', ['id'])).toEqual({});
    expect(readQuery('?q=%%%&id=1', ['id'])).toEqual({ id: '1' });
    expect(readQuery('?q=_w', ['id'])).toEqual({});
    expect(readQuery(`?q=${encodeQuery({ id: 'x'.repeat(4000) })}`, ['id'])).toEqual({});
  });

  test('PEER-14 never throws and never reaches a prototype', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (noise) => {
        readQuery(`?q=${noise}`, ['id']);
        readQuery(noise, ['id']);
      }),
    );
    const read = readQuery(`?q=${encodeQuery({ __proto__x: 1 })}&__proto__=1&constructor=2`, ['id']);
    expect(Object.keys(read)).toEqual([]);
    expect(({} as Record<string, unknown>).id).toBeUndefined();
  });
});

describe('the path after login', () => {
  test.each(['/news', '/affairs/member?q=abc-_', '/safeCenter/protectionManage', '/a/%E5%8D%97/b'])(
    '%s is kept',
    (path) => {
      expect(safeRedirect(path)).toBe(path);
    },
  );

  test.each([
    '',
    'news',
    '//e.cn',
    '/\\e.cn',
    '\\/e.cn',
    'https:e.cn',
    'https://e.cn',
    'javascript:alert(1)',
    'data:text/html,x',
    '@e.cn',
    '/%2Fe.cn',
    '/%252Fe.cn',
    '/%5Ce.cn',
    '/\te.cn',
    '/%09/e.cn',
    '/%0d%0aLocation:x',
    '/..//e.cn',
    '/a/%2e%2e//e.cn',
    '/%E0%A4%A',
    '/login',
    '/login?redirect=/login',
    `/${'a'.repeat(8192)}`,
  ])('%s is refused', (path) => {
    expect(safeRedirect(path)).toBeNull();
  });

  test('a path behind the login leads to the login and back', () => {
    const path = '/affairs/member?q=abc';
    const login = loginPath(path);
    expect(safeRedirect(readQuery(login.slice('/login'.length), ['redirect']).redirect)).toBe(path);
    expect(loginPath('/')).toBe('/login');
  });
});

test('pages that open without a session are told by their path, not by their query', () => {
  for (const path of [
    '/login',
    '/login?redirect=%2F',
    '/bpLogin?ticket=1',
    '/other',
    '/download',
    '/safeCenter/retrievePwd',
    '/verify',
    '/verify/7K3QD2M9XA4T',
    '/box/terminal?code=0123456789',
    '/box/wall',
  ])
    expect(opensWithoutLogin(path), path).toBe(true);
  for (const path of [
    '/',
    '/news',
    '/news?from=download',
    '/loginLog',
    '/others',
    '/verifying',
    '/box/terminals',
    '/box/walls',
  ])
    expect(opensWithoutLogin(path), path).toBe(false);
});

test('an ended session is asked for again everywhere but on login, bpLogin and download', () => {
  expect(['#/login?x=1', '#/bpLogin', '#/download'].map(promptsForLogin)).toEqual([false, false, false]);
  expect(['', '#/news', '#/safeCenter'].map(promptsForLogin)).toEqual([true, true, true]);
  expect(pathOfHash('')).toBe('/');
});
