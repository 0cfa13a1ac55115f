import { expect, test } from 'vitest';
import { signTarget } from '../../src/scan/target.ts';

const here = { origin: 'https://dj.example.cn' };

test('only the address of a sign-in at this site is followed', () => {
  const good = 'https://dj.example.cn/#/m/sign/17/0123456789abcdef';
  expect(signTarget(good, here)).toBe('/#/m/sign/17/0123456789abcdef');
  expect(signTarget(good.replace('/sign/', '/service/'), here)).toBe('/#/m/service/17/0123456789abcdef');
  expect(signTarget(good.replace('dj.', 'evil.'), here)).toBeNull();
  expect(signTarget('https://dj.example.cn/#/affairs/event', here)).toBeNull();
  expect(signTarget(`${good}/../../x`, here)).toBeNull();
  expect(signTarget('javascript:alert(1)', here)).toBeNull();
  expect(signTarget('党员大会', here)).toBeNull();
});
