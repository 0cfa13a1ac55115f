import { expect, test } from 'vitest';
import { signInTarget } from '../../src/scan/target.ts';

const here = { origin: 'https://dj.example.cn' };

test('only the address of a sign-in at this site is followed', () => {
  const good = 'https://dj.example.cn/#/m/sign/17/0123456789abcdef';
  expect(signInTarget(good, here)).toBe('/#/m/sign/17/0123456789abcdef');
  expect(signInTarget(good.replace('/sign/', '/service/'), here)).toBe('/#/m/service/17/0123456789abcdef');
  expect(signInTarget(good.replace('dj.', 'evil.'), here)).toBeNull();
  expect(signInTarget('https://dj.example.cn/#/affairs/event', here)).toBeNull();
  expect(signInTarget(`${good}/../../x`, here)).toBeNull();
  expect(signInTarget('javascript:alert(1)', here)).toBeNull();
  expect(signInTarget('党员大会', here)).toBeNull();
});
