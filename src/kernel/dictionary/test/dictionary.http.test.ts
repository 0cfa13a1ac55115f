import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectDict } from '#kernel/dictionary/contract.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('a dictionary answers its entries in order, without the row that names it', async () => {
  const member = await t.as('member');
  const { code, data } = await member.get('/api/sys/dict/select', { dictionaryCode: '0004' });
  expect(code).toBe(200);
  expect(data.map((item: { name: string; value: string }) => `${item.value} ${item.name}`)).toEqual([
    '0 未知',
    '1 男',
    '2 女',
    '9 未说明',
  ]);
  expect(data[0]).toMatchObject({ parentid: 'ROOT', dictionaryCode: '0004' });
});

test('several dictionaries come in one call, each once; children point to their parent', async () => {
  const member = await t.as('member');
  const { result } = await member.call(selectDict, { dictionaryCode: '0006, 0004,0006,9999' });
  const education = result.filter((item) => item.dictionaryCode === '0006');
  expect(education).toHaveLength(40);
  const group = education.find((item) => item.value === '20');
  expect(education.find((item) => item.value === '21')?.parentid).toBe(group?.id);
  expect(result.filter((item) => item.dictionaryCode === '0004')).toHaveLength(4);
});

test('a wrong code and a missing token are refused', async () => {
  const member = await t.as('member');
  const empty = await member.get('/api/sys/dict/select', { dictionaryCode: '' });
  expect(empty).toMatchObject({ code: 600, data: { fields: { dictionaryCode: '请输入字典编码' } } });
  expect((await member.get('/api/sys/dict/select')).code).toBe(600);
  expect((await t.nobody.get('/api/sys/dict/select', { dictionaryCode: '0004' })).code).toBe(401);
});

test('names for rows: unknown values stand for themselves', async () => {
  const names = await dictionaryNames(t.services);
  expect(names.name('0005', '15')).toBe('土家族');
  expect(names.name('0001', 46)).toBe('党支部');
  expect(names.name('0005', 'zz')).toBe('zz');
  expect(names.name('0005', null)).toBe('');
});
