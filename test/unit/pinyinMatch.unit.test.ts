import { expect, test } from 'vitest';
import { actsOf, findEntries, findMatchSpan, pagesOf } from '#kernel/shell/web/search/entries.ts';
import { textReadings } from '#platform/server/database/nameSearch.ts';
import { pinyinSpan, textSpan } from '#platform/text/pinyinMatch.ts';
import type { PageRoute } from '#platform/web/module.ts';
import type { Session } from '#platform/web/session/session.ts';
import { recruitmentPages } from '#procedures/recruitment/web/index.tsx';
import { PLACE_ROUTES, PLACES } from '#procedures/recruitment/web/places.ts';
import { webModules } from '#rooms/web.ts';

const read = (text: string) => textReadings(text).map((reading) => [reading]);

test('signs are met whatever their case and whatever gaps lie between', () => {
  expect(textSpan('阿依·古丽', '依古')).toEqual([1, 4]);
  expect(textSpan('A12 支部', 'a12支')).toEqual([0, 5]);
  expect(textSpan('第二第二党支部', '第二党')).toEqual([2, 5]);
  expect(textSpan('党支部', '党部')).toBeNull();
  expect(textSpan('党支部', ' · ')).toBeNull();
});

test('letters are met as full pinyin, as initials, mixed, and with an unfinished end', () => {
  const name = read('江南第二党支部');
  expect(pinyinSpan(name, 'jiangnan')).toEqual([0, 2]);
  expect(pinyinSpan(name, 'jiangn')).toEqual([0, 2]);
  expect(pinyinSpan(name, 'dedzb')).toEqual([2, 7]);
  expect(pinyinSpan(name, 'jnder')).toEqual([0, 4]);
  expect(pinyinSpan(name, 'dangz')).toEqual([4, 6]);
  expect(pinyinSpan(name, 'zhibux')).toBeNull();
  expect(pinyinSpan(name, '')).toBeNull();
  expect(pinyinSpan(read('西安'), 'xian')).toEqual([0, 2]);
  expect(pinyinSpan([['a'], [''], ['yi']], 'ay')).toEqual([0, 3]);
  expect(pinyinSpan([['xing', 'hang'], ['zheng']], 'hangz')).toEqual([0, 2]);
});

test('a long text of the same syllable is answered at once', () => {
  const many = Array.from({ length: 300 }, () => ['a', 'an', 'ang']);
  expect(pinyinSpan(many, `${'an'.repeat(19)}x`)).toBeNull();
});

const session = {
  user: {
    userId: '1',
    userName: '周敏',
    roleId: 3,
    roleName: '党务工作者',
    roleUrl: '/partyCommittee',
    workOrgId: '1',
    workOrg: { orgCode: '0001', name: '' },
  },
  roles: [{ roleId: 3, roleName: '党务工作者', roleUrl: '', orgId: '1', orgName: '' }],
  permissions: [],
  permissionKeys: ['dj:dyxx', 'member:read', 'org:read'],
} as unknown as Session;
const page = (path: string, title: string, permission?: string): PageRoute => ({
  path,
  title,
  load: () => Promise.reject(new Error('not opened here')),
  ...(permission ? { permission } : {}),
});
const tabs = webModules.flatMap(({ tabs: own = [] }) => own);
const pages = [
  page('/affairs/member', '党员信息', 'member:read'),
  page('/affairs/member/edit/:id/:identity?', '编辑党员'),
  page('/affairs/company', '单位信息', 'org:read'),
  page('/affairs/company/addCompany/:orgId?', '新增单位', 'org:write'),
  page('/sys/site', '站点配置', 'site:read'),
  page('/web404', '页面不存在'),
  page('/education/courseManage', '课程管理'),
];

test('pages are those that the role may open by themselves, the menu first, each once', () => {
  expect(pagesOf(session, 'city', pages, tabs).map(({ title }) => title)).toEqual([
    '今日',
    '党员信息',
    '个人党务',
    '单位信息',
  ]);
});

test('places behind a parameter are found, each by its own right', () => {
  const one = { ...session, permissionKeys: ['dj:fzdy', 'recruit:read', 'recruit:write'] } as Session;
  const found = (of: Session) =>
    pagesOf(of, 'city', recruitmentPages.routes, tabs).flatMap(({ does }) => ('path' in does ? [does.path] : []));
  expect(found(one)).toEqual(
    expect.arrayContaining(
      PLACE_ROUTES.filter(({ permission }) => permission !== 'recruit:number').map(({ path }) => path),
    ),
  );
  expect(found(one)).not.toContain(PLACES.forms.path);
  // Who goes the way reads it as the own, whichever of them is opened.
  expect(found({ ...session, permissionKeys: ['dj:fzdy', 'recruit:read'] } as Session)).not.toContain(
    PLACES.rules.path,
  );
  expect(found(session).filter((path) => path.startsWith('/affairs/recruitment'))).toEqual([]);
  const titles = (typed: string) =>
    findEntries(pagesOf(one, 'city', recruitmentPages.routes, tabs), typed, 6).map(({ title, detail }) => [
      title,
      detail,
    ]);
  expect(titles('qixian')).toEqual([['发展党员期限', '发展党员']]);
  expect(titles('rdsqrmd')).toEqual([['入党申请人名单', '发展党员']]);
});

test('acts are those that the role may do; another role only where there is one', () => {
  const mode = { theme: 'light', size: 'normal', contrast: 'normal', density: 'normal' } as const;
  const titles = (one: Session) => actsOf(one, 'city', pages, mode).map(({ title }) => title);
  expect(titles(session)).toEqual(['换成深色', '换成大字', '修改密码', '退出登录']);
  const more = {
    ...session,
    permissionKeys: [...session.permissionKeys, 'org:write', 'member:write'],
    roles: [...session.roles, { roleId: 2, roleName: '党员', roleUrl: '', orgId: '1', orgName: '' }],
  };
  expect(titles(more)).toEqual(['新增党员', '新增单位', '切换角色', '换成深色', '换成大字', '修改密码', '退出登录']);
});

test('titles are found by signs, pinyin and initials, those that begin so first', () => {
  const found = (typed: string) =>
    findEntries(pagesOf(session, 'city', pages, tabs), typed, 6).map(({ title }) => title);
  expect(found('信息')).toEqual(['党员信息', '单位信息']);
  expect(found('dyxx')).toEqual(['党员信息']);
  expect(found('danwei')).toEqual(['单位信息']);
  expect(found('dang')).toEqual(['党员信息', '个人党务']);
  expect(found('qqq')).toEqual([]);
  expect(findMatchSpan('党员信息', 'xinxi')).toEqual([2, 4]);
});
