import { OWN_VERSION, type OwnColumn } from '#overview/report/rules.own.ts';
import { QUERY_VERSION } from '#people/member/rules/query.ts';
import type { DemoCity } from '#platform/server/module.ts';

const counted = (title: string, field: string, op: string, values: string[]): OwnColumn => ({
  kind: 'count',
  title,
  query: { v: QUERY_VERSION, join: 'and', items: [{ field, op, values }] },
});

/** Dictionary 0006 down to 大学专科. */
const COLLEGE = '10 11 12 13 14 15 16 17 18 19 20 21 22 23 28 30 31 32 33'.split(' ');

const YOUNG: readonly OwnColumn[] = [
  counted('党员', 'personCategory', 'in', ['1', '2']),
  counted('35岁及以下', 'age', 'between', ['', '35']),
  { kind: 'share', title: '35岁及以下占比', of: 1, among: 0 },
  counted('大专及以上', 'education', 'in', COLLEGE),
  { kind: 'share', title: '大专及以上占比', of: 3, among: 0 },
  counted('没有登录账号', 'hasAccount', 'no', []),
];

/** An own report that the city offers to all below it. */
export function demoRows({ orgs, today }: DemoCity) {
  const [city] = orgs;
  if (!city) return {};
  const at = `${today} 09:00:00+08`;
  return {
    own_report: [
      {
        org_id: city.id,
        org_code: city.code,
        title: '年轻党员和学历',
        about: '换届前看各支部的年龄、学历结构，和还没有账号的人',
        people: 'members',
        is_shared: true,
        columns: JSON.stringify({ v: OWN_VERSION, columns: YOUNG }),
        created_at: at,
        updated_at: at,
        created_by: '市委组织部',
        updated_by: '市委组织部',
      },
    ],
  };
}
