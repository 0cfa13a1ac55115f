import { expect, test } from 'vitest';
import { digitsOf } from '#platform/web/show/digits.ts';
import { checkPassword, maskName, triesLeftText } from '../../../src/login/rules.ts';

test('a password that the account name ends with asks for an SMS code', () => {
  expect(checkPassword('420599197803120022', '120022')).toMatchObject({
    kind: 'verify',
    message: expect.stringContaining('账号信息'),
  });
});

test.each(['12345678', 'abcdefgh', '!@#$%^&*', 'a1', 'abc 1234', 'abcdef1234567'])('%s is weak', (password) => {
  expect(checkPassword('admin', password)).toMatchObject({
    kind: 'verify',
    message: expect.stringContaining('弱密码'),
  });
});

test('only letters, digits and underscore get the tip, with a sign more nothing', () => {
  expect(checkPassword('admin', 'Party2026')).toMatchObject({ kind: 'simple' });
  expect(checkPassword('admin', 'Party_2026')).toMatchObject({ kind: 'simple' });
  expect(checkPassword('admin', 'Party-2026')).toEqual({ kind: 'fine' });
});

test('a remembered name shows its first three and last four', () => {
  expect(maskName('420599197803120022')).toBe('420***********0022');
  expect(maskName('admin')).toBe('admin');
});

test('the tries left are told, and at none the lock', () => {
  expect(triesLeftText(4)).toBe('您还有4次登录机会，之后账号将被锁定');
  expect(triesLeftText(0)).toBe('您的账号已锁定，请联系管理员，或30分钟后自动解除');
});

test.each([
  ['12', '12'],
  ['123456', '123456'],
  ['1234567', '123456'],
  [' 123 456 ', '123456'],
  ['１２３４５６', '123456'],
  ['【峡州2026】您正在登录，验证码046291，5分钟内有效。', '046291'],
  ['没有', ''],
])('of %s the code is %s', (typed, code) => {
  expect(digitsOf(typed)).toBe(code);
});
