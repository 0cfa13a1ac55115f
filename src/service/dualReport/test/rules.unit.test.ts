import { expect, test } from 'vitest';
import { reportForm } from '../contract.ts';
import { type Reporter, timesText, whyNotReporting } from '../rules.ts';

const person = (more: Partial<Reporter> = {}): Reporter => ({
  name: '张三',
  category: 1,
  status: 1,
  occupation: 5,
  occupationName: '党政机关工作人员',
  ...more,
});

test('who reports: on the roll, and not of those who live where their organisation is or are not in work', () => {
  expect(whyNotReporting(person())).toBe('');
  expect(whyNotReporting(person({ category: 2 }))).toBe('');
  expect(whyNotReporting(person({ occupation: null, occupationName: '' }))).toBe('');
  expect(whyNotReporting(person({ category: 3 }))).toContain('不是在册党员');
  expect(whyNotReporting(person({ status: 4 }))).toContain('不是在册党员');
  expect(whyNotReporting(person({ occupation: 7, occupationName: '离退休人员' }))).toBe(
    '张三的工作岗位是离退休人员，不在在职党员报到范围',
  );
});

test('several values come as a list or joined by commas, each once, times in their order', () => {
  const form = { orgId: '7', residence: '江边1号', posts: '1,99,1', times: '4,3' };
  expect(reportForm.parse(form)).toMatchObject({ posts: ['1', '99'], times: [3, 4], quarter: '', skills: '' });
  expect(reportForm.parse({ ...form, posts: ['2'], times: [5] })).toMatchObject({ posts: ['2'], times: [5] });
  const bad = reportForm.safeParse({ orgId: '', residence: '', posts: '', times: '9' });
  expect(bad.error?.issues.map(({ message }) => message)).toEqual([
    '请选择社区党组织',
    '请输入居住地址',
    '请至少选一个服务岗位',
    '服务时间不正确',
  ]);
});

test('times in words', () => expect(timesText([3, 5])).toBe('周末、应急随叫随到'));
