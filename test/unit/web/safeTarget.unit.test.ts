import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safePrefix, safeTarget, withHide } from '#platform/web/session/safeTarget.ts';

const OWN = 'https://dj.example.cn';
const LISTED = ['https://base.example.cn:443', 'http://10.1.2.3:8080', 'https://BASE2.example.cn'];

const hostile = [
  '//e.example',
  '///e.example',
  '/\\e.example',
  '\\/e.example',
  '/%5ce.example',
  '/%255ce.example',
  'https:e.example',
  'https:/e.example',
  'https:\\\\e.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'blob:https://dj.example.cn/x',
  'vbscript:x',
  '@e.example',
  'https://dj.example.cn@e.example/',
  'https://u:p@base.example.cn/',
  'https://base.example.cn@e.example/',
  'https://base.example.cn.e.example/',
  'https://base.example.cn:8443/',
  'http://base.example.cn/',
  'https://e.example/#https://base.example.cn',
  'https://base.example.cn\\@e.example/',
  'https://e.example\\.base.example.cn/',
  '/\t/e.example',
  '%09//e.example',
  '/%09/e.example',
  '/%0d%0aSet-Cookie:x',
  '/\r\nx',
  'https://base.example．cn．e.example/',
  'https://xn--bse-example-cn.e.example/',
  '/..//e.example',
  '/%2e%2e//e.example',
  '/a/../../x',
  'dj.example.cn',
  'ftp://base.example.cn/',
  '',
  `/${'a'.repeat(8192)}`,
  `https://base.example.cn/${'a'.repeat(8192)}`,
  '/%252525252f%252525252fe.example',
];

describe('P49 where a parameter may lead', () => {
  test.for(hostile)('not to %s', (text) => {
    expect(safeTarget(text, OWN, LISTED)).toBeNull();
  });

  test('to paths of this page, in each way of writing them', () => {
    for (const text of ['/news?tab=2', '#/news?tab=2', `${OWN}/#/news?tab=2`, `${OWN}/index.html?x=1#/news?tab=2`]) {
      expect(safeTarget(text, OWN, LISTED), text).toEqual({ kind: 'own', path: '/news?tab=2' });
    }
    expect(safeTarget(`${OWN}/`, OWN, LISTED)).toEqual({ kind: 'own', path: '/' });
    expect(safeTarget(`${OWN}/#//e.example`, OWN, LISTED)).toBeNull();
  });

  test('to the listed origins alone, whatever the spelling', () => {
    expect(safeTarget('HTTPS://Base.Example.CN/in?x=1#y', OWN, LISTED)).toEqual({
      kind: 'listed',
      url: 'https://base.example.cn/in?x=1#y',
    });
    expect(safeTarget('http://10.1.2.3:8080/', OWN, LISTED)).toMatchObject({ kind: 'listed' });
    expect(safeTarget('https://base2.example.cn', OWN, LISTED)).toMatchObject({ kind: 'listed' });
    expect(safeTarget('https://base.example.cn/', OWN, [])).toBeNull();
    expect(safeTarget('https://base.example.cn/', OWN, ['no origin'])).toBeNull();
  });

  test('a browser that follows the answer stays at the own origin or a listed one, for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        ':',
        '@',
        '#',
        '?',
        '%2f',
        '%5c',
        '%09',
        '\t',
        '\n',
        '．',
        '..',
        'https:',
        'http://',
      ),
      fc.constantFrom('dj.example.cn', 'base.example.cn', 'e.example', 'javascript:', 'data:', '/news', 'xn--'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    let led = 0;
    const origins = [OWN, ...LISTED.map((origin) => new URL(origin).origin)];
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = safeTarget(pieces.join(''), OWN, LISTED);
        if (!target) return;
        led++;
        const followed = new URL(target.kind === 'own' ? `${OWN}/#${target.path}` : target.url);
        expect(origins).toContain(followed.origin);
        if (target.kind === 'own') expect(target.path).toMatch(/^\/(?![/\\])/);
      }),
      { numRuns: 20_000 },
    );
    expect(led).toBeGreaterThan(100);
  });
});

test('isHide is put in where it is missing, behind the path that the page reads', () => {
  expect(withHide('/news', true)).toBe('/news?isHide=true');
  expect(withHide('/news?tab=2', true)).toBe('/news?tab=2&isHide=true');
  expect(withHide('/news?isHide=false', true)).toBe('/news?isHide=false');
  expect(withHide('https://a.example/?x=1#/in', false)).toBe('https://a.example/?x=1#/in?isHide=false');
  expect(withHide('https://a.example/in?x=1', true)).toBe('https://a.example/in?x=1&isHide=true');
});

test('P49 a prefix is a plain path of this origin or nothing', () => {
  expect(safePrefix('/audit/')).toBe('/audit');
  expect(safePrefix('/a-b/c_d')).toBe('/a-b/c_d');
  expect(safePrefix(undefined)).toBe('');
  for (const text of [
    '//e',
    '/\\e',
    '/..',
    '/a/../b',
    '/a//b',
    'a',
    '@e.example',
    '.e.example',
    '/a%2f',
    ':8443',
    '/a b',
  ]) {
    expect(safePrefix(text), text).toBeNull();
  }
});
