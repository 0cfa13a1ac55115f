import { expect, test } from 'vitest';
import { textReadings } from '#platform/server/database/nameSearch.ts';
import { optionsFor } from '#platform/web/form/optionsFor.ts';
import { placesFor } from '#platform/web/form/places.ts';

const NATIONS = ['汉族', '回族', '土家族', '土族', '维吾尔族', '俄罗斯族', '大学本科'].map((label, at) => ({
  value: String(at),
  label,
  readings: textReadings(label).join(' '),
}));
const found = (typed: string) => optionsFor(NATIONS, typed).map(({ label }) => label);

test('a long choice is found by signs, pinyin, initials and both mixed; those that begin so stand first', () => {
  expect(found('')).toHaveLength(NATIONS.length);
  expect(found('土')).toEqual(['土家族', '土族']);
  expect(found('tujia')).toEqual(['土家族']);
  expect(found('tjz')).toEqual(['土家族']);
  expect(found("Wei'wu er")).toEqual(['维吾尔族']);
  expect(found('hz')).toEqual(['汉族', '回族']);
  expect(found('hanz')).toEqual(['汉族']);
  expect(found('h')).toEqual(['汉族', '回族']);
  // What has it further back comes after.
  expect(found('族')).toContain('俄罗斯族');
  expect(found('bk')).toEqual(['大学本科']);
  expect(found('xyz')).toEqual([]);
});

test('an option whose reading nobody knows is found by its signs alone', () => {
  const options = [{ value: '1', label: '汉族' }];
  expect(optionsFor(options, '汉')).toEqual(options);
  expect(optionsFor(options, 'han')).toEqual([]);
});

const places = (typed: string, city = '') => placesFor(typed, city).map(({ full }) => full);

test('a place is found by pinyin and initials as its people say it', () => {
  expect(places('yichang')).toEqual(['湖北省宜昌市']);
  expect(places('ycs')).toEqual(expect.arrayContaining(['湖北省宜昌市', '江西省宜春市', '山西省运城市']));
  expect(places('hbs')).toEqual(expect.arrayContaining(['湖北省', '河北省']));
  expect(places('hubeiwuhan')).toEqual([]);
  expect(places('hubeishengwuh')).toEqual(['湖北省武汉市']);
  expect(places('chongqing')).toEqual(['重庆市']);
  expect(places('luan')).toContain('安徽省六安市');
  expect(places('xiamen')).toEqual(['福建省厦门市']);
  expect(places('xiazhou', '峡州')).toContain('湖北省峡州市');
  expect(places('xiazhou')).not.toContain('湖北省峡州市');
  expect(places('宜昌')).toEqual(['湖北省宜昌市']);
  expect(places('qqqq')).toEqual([]);
});
