import { expect, test } from 'vitest';
import { stepsFault, stepsOf } from '../rules.ts';

test('steps are lines, without the numbers before them', () => {
  expect(stepsOf('1. 重温入党誓词\n\n2、学习原文\n（三）交流发言\n一、志愿服务\n2026年计划')).toEqual([
    '重温入党誓词',
    '学习原文',
    '交流发言',
    '志愿服务',
    '2026年计划',
  ]);
});

test('more or longer steps than a meeting has topics are refused', () => {
  expect(stepsFault('学习')).toBe('');
  expect(stepsFault(Array.from({ length: 21 }, () => '学习').join('\n'))).toBe('最多20步，现在有21步');
  expect(stepsFault(`学习\n${'长'.repeat(101)}`)).toContain('第2步');
});
