import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { webModules } from '#rooms/web.ts';
import { groupOf, groupRights, isEffective, isSeparated, type Own, ownOverride } from '../rules.rights.ts';

const GROUPS = serverModules.flatMap(({ rights = [] }) => rights);

describe('an effective right', () => {
  it('is given by role, group or oneself, not withdrawn, and not limited', () => {
    const rows: string[] = [];
    for (const shared of [false, true]) {
      for (const own of [null, 'given', 'taken'] as const) {
        for (const limited of [false, true]) {
          if (isEffective({ shared, own, limited })) rows.push(`${shared} ${own} ${limited}`);
        }
      }
    }
    expect(rows).toEqual(['false given false', 'true null false', 'true given false']);
  });

  it('is reached by setting nothing where the role already does it', () => {
    for (const shared of [false, true]) {
      for (const on of [false, true]) {
        const own: Own = ownOverride(on, shared);
        expect(isEffective({ shared, own, limited: false })).toBe(on);
        expect(own === null).toBe(on === shared);
      }
    }
  });
});

describe('groups of rights', () => {
  it('hold every right once', () => {
    const rights = ['dj:zzxx', 'org:read', 'member:read', 'something:new', 'right:read'].map((key) => ({ key }));
    const groups = groupRights(GROUPS, rights);
    expect(groups.map(({ group }) => group)).toEqual(['党组织', '党员', '权限', '菜单', '其他']);
    expect(groups.flatMap((group) => group.rights)).toHaveLength(rights.length);
  });

  it('are the same to the pages', () => {
    expect(new Set(webModules.flatMap(({ rights = [] }) => rights))).toEqual(new Set(GROUPS));
  });

  it('name each beginning once, and order each group alike', () => {
    const starts = GROUPS.flatMap((group) => group.starts);
    expect(new Set(starts).size).toBe(starts.length);
    const orders = new Set(GROUPS.map(({ group, order }) => `${group} ${order}`));
    expect(orders.size).toBe(new Set(GROUPS.map(({ group }) => group)).size);
  });

  it('know all rights that the migrations name', () => {
    const text = readdirSync('db/migrations')
      .map((name) => readFileSync(`db/migrations/${name}`, 'utf8'))
      .join('\n');
    const keys = [...text.matchAll(/\(\d+, '([\w]+:[\w:*]+)', '/g)].map((match) => match[1] ?? '');
    expect(keys.length).toBeGreaterThan(70);
    expect(keys.filter((key) => groupOf(GROUPS, key) === '其他')).toEqual([]);
  });
});

it('P1 every key that a call asks for is a right that can be given', () => {
  const text = readdirSync('db/migrations')
    .map((name) => readFileSync(`db/migrations/${name}`, 'utf8'))
    .join('\n');
  const asked = new Set(callsOfModules(serverModules).map(({ access }) => access));
  const unknown = [...asked].filter(
    (key) => !['public', 'session', 'device'].includes(key) && !text.includes(`'${key}', '`),
  );
  expect(unknown).toEqual([]);
});

it('the three separated administrators are roles 8 to 10', () => {
  expect([1, 2, 3, 7, 8, 9, 10, 11, 100].filter(isSeparated)).toEqual([8, 9, 10]);
});
