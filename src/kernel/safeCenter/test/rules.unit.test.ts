import { expect, test } from 'vitest';
import { isAllowedLength, normaliseAnswer, passwordFault, passwordStrength } from '../rules.ts';

test('strength: 6 to 9 signs weak or normal, above normal or strong, by the mix of letters and digits', () => {
  const rated = ['abc12', 'abcdef', 'abcdefghi', 'abc123', 'abc123!@#', 'abcdefghij', '1234567890', 'abcde12345'];
  expect(rated.map(passwordStrength)).toEqual([1, 1, 1, 2, 2, 2, 2, 3]);
});

test('a length outside the policy is no password that could be strong', () => {
  const strong = 'chunchun20261';
  expect(passwordStrength(strong)).toBe(3);
  expect(isAllowedLength(strong, 'spec')).toBe(false);
  expect(isAllowedLength(strong, 'strict')).toBe(true);
  expect(['a1234', 'a12345', 'a12345678901'].map((text) => isAllowedLength(text, 'spec'))).toEqual([false, true, true]);
});

test('signs beside letters and digits are accepted by both policies', () => {
  const names = { isLogin: () => false, idCard: null, name: '' };
  for (const password of ['Chun#2026', 'a1!@$%^&*()_', '~qx77_z-=+']) {
    expect(passwordFault(password, names, 'spec')).toBeNull();
    expect(passwordFault(password, names, 'strict')).toBeNull();
  }
});

test('answers are compared without regard to width and outer spaces, but not to their letters', () => {
  expect(normaliseAnswer(' Ｗａｎｇ 老师　')).toBe('Wang 老师');
  expect(normaliseAnswer('王 ')).not.toBe(normaliseAnswer('汪'));
});
