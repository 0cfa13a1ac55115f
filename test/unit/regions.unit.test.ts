import { expect, test } from 'vitest';
import { provinceOf, REGIONS, suggestRegions } from '#platform/places/regions.ts';

const names = (text: string, city = '') => suggestRegions(text, city).map(({ name }) => name);

test('GB/T 2260: 34 provinces, 333 prefectures, each code once', () => {
  const count = (level: string) => REGIONS.filter((region) => region.level === level).length;
  expect(count('province')).toBe(34);
  expect(count('prefecture')).toBe(333);
  expect(new Set(REGIONS.map(({ code }) => code)).size).toBe(REGIONS.length);
  expect(REGIONS.every(({ code, name }) => /^\d{6}$/.test(code) && /^[\u4e00-\u9fff]+$/.test(name))).toBe(true);
  expect(REGIONS.find(({ code }) => code === '420500')?.full).toBe('湖北省宜昌市');
  expect(REGIONS.find(({ code }) => code === '429021')?.full).toBe('湖北省神农架林区');
  expect(provinceOf('420502')).toBe('湖北省');
  expect(provinceOf('990000')).toBe('');
});

test('a text goes on with what lies in the place it names; other texts are left alone', () => {
  expect(names('')).toHaveLength(34);
  expect(names('湖北省')).toContain('宜昌市');
  expect(names('湖北省')).not.toContain('峡州市');
  expect(names('宜')).toEqual(expect.arrayContaining(['宜昌市', '宜春市', '宜宾市']));
  expect(names('湖北省宜昌市')).toEqual([]);
  expect(names('湖北省宜昌市西陵区云集路1号')).toEqual([]);
  // Another place begins with a name that is whole itself.
  expect(names('吉林省')).toContain('吉林市');
  expect(names('湖北省', '峡州')).toContain('峡州市');
  expect(names('湖北省', '峡州')).not.toContain('临峡区');
  expect(names('湖北省峡州市', '峡州')).toContain('临峡区');
});
