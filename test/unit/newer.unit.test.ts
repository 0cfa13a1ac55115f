import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NEWER, newerCalls, newerStyles } from '../../scripts/check/newer.ts';

/** What the oldest browser that is served, Chromium 109 of Windows 7, would not know. */
test('what pages, contracts and rules call is there in the oldest browser, or is brought along', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((path) => !/\/(server|test)\/|src\/server\.ts/.test(path));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((path) => newerCalls(readFileSync(path, 'utf8')).map((name) => `${path}: ${name}`))).toEqual([]);
});

test('a newer call is found by its name, unless the pages bring it along', () => {
  for (const call of ['Map.groupBy(rows, of)', 'Object.groupBy(rows, of)', 'rows.toSorted()', 'text.toWellFormed()'])
    expect([newerCalls(call), newerCalls(call, '').length]).toEqual([[], 1]);
  for (const call of ['rows.toSpliced(1, 1)', 'rows.toReversed()', 'URL.canParse(link)']) {
    expect([newerCalls(call), newerCalls(call, '').length]).toEqual([[], 1]);
  }
  expect(newerCalls('await Array.fromAsync(rows)')).toEqual(['Array.fromAsync']);
  expect(newerCalls('AbortSignal.any([first, second])')).toEqual(['AbortSignal.any']);
  expect(newerCalls('z.union([a, b]).with(c); ids.map(f); MyPromise.withResolvers()')).toEqual([]);
});

test('what is brought along is there where the browser has none of it', async () => {
  const lost = ['Array.prototype', 'String.prototype', 'Map', 'Object', 'URL'].flatMap((owner) => {
    const [of = '', part] = owner.split('.');
    const holder = Reflect.get(globalThis, of) as object;
    const from = part ? (Reflect.get(holder, part) as object) : holder;
    return (NEWER[owner] ?? []).map((name) => ({ from, name, own: Object.getOwnPropertyDescriptor(from, name) }));
  });
  try {
    for (const { from, name } of lost) Reflect.deleteProperty(from, name);
    expect('toSorted' in []).toBe(false);
    await import('#platform/web/start/older.ts');
    expect(lost.filter(({ from, name }) => !(name in from)).map(({ name }) => name)).toEqual(['parse']);
    expect([[2, 1].toSorted(), [1, 2].toReversed(), [1, 2].toSpliced(0, 1)]).toEqual([[1, 2], [2, 1], [2]]);
    expect(Map.groupBy([1, 2, 3], (n) => n % 2).get(1)).toEqual([1, 3]);
    expect('好\ud800'.toWellFormed()).toBe('好\ufffd');
    expect([URL.canParse('https://a.cn/'), URL.canParse('a')]).toEqual([true, false]);
  } finally {
    for (const { from, name, own } of lost) if (own) Object.defineProperty(from, name, own);
  }
});

test('styles say nothing that the oldest browser does not read, beside what the build writes in both ways', () => {
  // The build adds `-webkit-mask`; what it wrote is looked at there.
  const found = globSync('src/**/*.css').flatMap((path) =>
    newerStyles(readFileSync(path, 'utf8'))
      .filter((name) => !name.startsWith('mask'))
      .map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('a newer style is found', () => {
  expect(newerStyles('a{color:red;color:color-mix(in srgb,var(--red) 5%,#fff)}')).toEqual(['color-mix()']);
  expect(newerStyles('a{b:c;&:hover{d:e}}')).toEqual(['nesting']);
  expect(newerStyles('a{mask-image:linear-gradient(red,blue)}')).toEqual(['mask without -webkit-mask']);
  expect(newerStyles('a{-webkit-mask-image:none;mask-image:none;background:url(x?a&b)}')).toEqual([]);
  expect(newerStyles('a{transition:opacity 1s linear;width:calc(1px*2);content:"color-mix("}')).toEqual([]);
});
