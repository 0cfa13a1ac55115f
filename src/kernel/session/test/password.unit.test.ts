import { expect, test } from 'vitest';
import { isCommonPassword, isPersonalPassword, isTooEasy, verificationReason } from '../rules.password.ts';

test.each([
  'abc123',
  'Abc12345',
  '1q2w3e4r',
  '1qaz2wsx',
  'zaq12wsx',
  'qwe123',
  'QWERTY1',
  'asdf1234',
  'a123456',
  'aa123456',
  'admin1',
  'Admin123',
  'P@ssw0rd',
  'passw0rd1',
  'woaini1314',
  '5201314a',
  'a5201314',
  '111111a',
  'test12',
  'party123',
  'dangyuan1',
  'abcabc12',
  'iloveyou520',
  '12345678',
  '88888888',
  'zxcvbn',
  '987654a',
  'a1b2c3',
])('%s stands in every list', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'Party2026',
  'Xiazhou88',
  'Spring26a',
  'k7mq2xw9',
  'Huangshan7',
  'tianmen2087',
  'jh83kd!x',
  'Wrong2026',
  'yuquan6f',
])('%s does not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

const person = { idCard: '42059919800517301X', name: 'lixiaohong' };

test.each(['Lixiaohong1', 'a19800517', 'b800517z', 'ab301X!7', 'ab301x!7', 'z599198q1'])(
  '%s is about the person',
  (password) => {
    expect(isPersonalPassword(password, person)).toBe(true);
  },
);

test('what is not of the person is not', () => {
  for (const password of ['Xiazhou88', 'hong1998', 'a0517b']) expect(isPersonalPassword(password, person)).toBe(false);
  expect(isPersonalPassword('li12345', { idCard: null, name: 'li' })).toBe(false);
});

test.each([
  ['42059919800517301X', '17301x', 'account'],
  ['admin', 'min', 'account'],
  ['admin', 'abcdefg', 'weak'],
  ['admin', '1234567', 'weak'],
  ['admin', '!!!!!!!', 'weak'],
  ['admin', 'a1b2', 'weak'],
  ['admin', 'a1 b2c3', 'weak'],
  ['admin', 'abcdefgh12345', 'weak'],
  ['admin', 'Party2026', null],
])('%s with %s: %s', (name, password, reason) => {
  expect(verificationReason(name, password, 'spec')).toBe(reason);
});

test('the strict policy asks for length alone', () => {
  expect(verificationReason('admin', 'vier kleine tannen', 'strict')).toBeNull();
  expect(verificationReason('admin', 'a1b2c3', 'strict')).toBe('weak');
  expect(isTooEasy('vier kleine tannen', person, 'strict')).toBe(false);
  expect(isTooEasy('83920174', person, 'spec')).toBe(true);
});
