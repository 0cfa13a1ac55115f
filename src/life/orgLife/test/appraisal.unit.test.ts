import { expect, test } from 'vitest';
import { type Appraised, closeFaults, majorityOf, maxExcellent } from '../rules.appraisal.ts';
import { missingTalks } from '../rules.life.ts';

test('优秀 is at most a third of those who take part, rounded down', () => {
  const most = Array.from({ length: 10 }, (_, n) => maxExcellent(n + 1));
  expect(most).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 3, 3]);
});

const one = (memberId: string, given: Partial<Appraised> = {}): Appraised => ({
  memberId,
  name: memberId,
  graded: true,
  poll: { excellent: 0, qualified: 3, basic: 0, unqualified: 0 },
  grade: 2,
  reason: '',
  ...given,
});

test('a grade against the majority needs a reason; no share is asked for 不合格', () => {
  const people = [one('甲'), one('乙'), one('丙')];
  expect(closeFaults(people)).toEqual({});
  expect(closeFaults([one('甲', { grade: 3 }), ...people.slice(1)])).toHaveProperty('甲');
  expect(closeFaults([one('甲', { grade: 3, reason: '未交党费' }), ...people.slice(1)])).toEqual({});
  expect(closeFaults([one('甲', { poll: null }), one('乙', { grade: null }), one('丙')])).toMatchObject({
    甲: '甲还没有登记民主测评结果',
    乙: '乙还没有评定等次',
  });
  const excellent = { grade: 1, poll: { excellent: 3, qualified: 0, basic: 0, unqualified: 0 } } as const;
  expect(closeFaults([one('甲', excellent), one('乙', excellent), one('丙')])).toHaveProperty('excellent');
  expect(closeFaults([one('甲', excellent), one('乙'), one('丙')])).toEqual({});
  expect(majorityOf({ excellent: 2, qualified: 2, basic: 0, unqualified: 0 })).toBeNull();
  expect(majorityOf({ excellent: 3, qualified: 2, basic: 0, unqualified: 0 })).toBe(1);
});

test('who lacks a talk: pairs of the leadership, members without a leader, members without another member', () => {
  const [a, b, c, d] = ['甲', '乙', '丙', '丁'].map((id, at) => ({ id, name: id, leads: at < 2 }));
  if (!a || !b || !c || !d) throw new Error('four people');
  const all = [a, b, c, d];
  expect(missingTalks(all, [])).toEqual({ pairs: [{ from: a, to: b }], withoutLeader: [c, d], withoutMember: [c, d] });
  const talks = [
    { fromId: '乙', toId: '甲' },
    { fromId: '丙', toId: '乙' },
    { fromId: '丙', toId: '丁' },
  ];
  expect(missingTalks(all, talks)).toEqual({ pairs: [], withoutLeader: [d], withoutMember: [] });
});
