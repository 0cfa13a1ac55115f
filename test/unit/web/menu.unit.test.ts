import { readdirSync, readFileSync } from 'node:fs';
import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { pageAt } from '#platform/web/route/pageAt.ts';
import type { Session } from '#platform/web/session/session.ts';
import { hasPage, titleForKind } from '#platform/web/session/siteKind.ts';
import { menuOf, OWN_ENTRY, sidebarOf, standingOf, TODAY_ENTRY } from '#platform/web/shell/menu.ts';
import { offeredOf } from '#platform/web/shell/pins.ts';
import { webModules } from '#rooms/web.ts';

const tabs = webModules.flatMap(({ tabs: own = [] }) => own);
const pages = webModules.flatMap(({ routes }) => routes);
const sessionOf = (roleId: number, permissionKeys: string[], roleUrl = '/partyBranch') =>
  ({
    user: {
      userId: '1',
      roleId,
      roleUrl,
      workOrgId: '7',
      workOrg: { orgCode: '0001', name: '' },
      threeInOneRole: 'extend:threeInOne:set',
    },
    permissions: [],
    permissionKeys,
  }) as unknown as Session;
const ALL = ['*:*:*'];
const worker = sessionOf(3, ALL);
const administrator = sessionOf(1, ALL);
const MENUS = [
  ['a worker of a city', worker, 'city'],
  ['a worker of a college', worker, 'college'],
  ['an administrator', administrator, 'city'],
] as const;
const titlesOf = (session: Session, kind: 'city' | 'college' = 'city') =>
  sidebarOf(menuOf(tabs, pages, session, kind), session).map(({ title }) => title);

describe('menu', () => {
  it('has twelve entries beside 今日 for a worker, whatever the rights, and half of that for an administrator', () => {
    const twelve = [
      ...['党组织', '党员', '发展党员', '党费', '组织生活', '党务办公', '考核评价'],
      ...['学习教育', '志愿服务', '资讯互动', '数据分析', '系统管理'],
    ];
    expect(titlesOf(worker)).toEqual(twelve);
    expect(titlesOf(worker, 'college')).toEqual(twelve);
    expect(titlesOf(administrator)).toEqual(['党组织', '党员', '账号权限', '内容管理', '数据分析', '系统管理']);
  });

  it('leaves out what a role may not use, and shows a member the own pages first', () => {
    expect(menuOf(tabs, pages, sessionOf(3, ['dj:dyxx']), 'city')).toMatchObject([
      { title: TODAY_ENTRY },
      { title: OWN_ENTRY },
    ]);
    const one = sessionOf(3, ['dj:dyxx', 'member:read']);
    expect(titlesOf(one)).toEqual(['党员']);
    expect(
      menuOf(tabs, pages, one, 'city')
        .at(-1)
        ?.tabs.map(({ title }) => title),
    ).not.toContain('组织关系');
    const member = sessionOf(2, ['dues:own', 'dj:zhjy'], '/partyMember');
    expect(titlesOf(member)).toEqual([OWN_ENTRY, '学习教育']);
  });

  it.each(MENUS)('shows %s no title twice; an entry may lend its name to its first tab', (_who, session, kind) => {
    const menu = menuOf(tabs, pages, session, kind);
    const all = menu.flatMap((entry) => [
      entry.title,
      ...entry.tabs.filter(({ title }, at) => at > 0 || title !== entry.title).map(({ title }) => title),
    ]);
    expect(all.filter((title, at) => all.indexOf(title) !== at)).toEqual([]);
  });

  it('calls a tab as its page is called', () => {
    const wrong = tabs.flatMap(({ title, path }) => {
      if (path.includes('?')) return [];
      const page = pageAt(pages, path.replaceAll(/:\w+/g, '1'));
      const place = page?.places?.find((one) => one.path === path);
      const called = place?.title ?? page?.title;
      return called === title ? [] : [`${title} leads to ${called} (${path})`];
    });
    expect(wrong).toEqual([]);
  });

  /** Pages of nobody's work: reached from the frame, from a home, from a link that somebody sends, or from a list of reports. */
  const ELSEWHERE =
    /^\/(news|help|welcome|recent|web404|under-construction|download|other|bpLogin|party(Committee|Branch|Member)|countyCity|partyMember\/member(Video|Knowledge)|affairs\/temp)(\/|$)/;

  it.each(MENUS)('shows %s for every page its entry and tab', (_who, session, kind) => {
    const menu = menuOf(tabs, pages, session, kind);
    const astray = pages.filter(
      (page) =>
        page.chrome !== 'none' &&
        hasPage(kind, page.path) &&
        !ELSEWHERE.test(page.path) &&
        standingOf(menu, page, page.path) === undefined,
    );
    // Whatever an administrator does beyond the installation is a worker's page.
    if (session === administrator) expect(astray.length).toBeLessThan(pages.length);
    else expect(astray.map(({ path }) => path)).toEqual([]);
  });

  it.each(MENUS)('puts a page of %s under the tab that its 当前位置 names', (_who, session, kind) => {
    const menu = menuOf(tabs, pages, session, kind);
    const all = menu.flatMap((entry) => entry.tabs);
    const wrong = pages.flatMap((page) => {
      const above = page.crumbs?.findLast(([, path]) => all.some((tab) => tab.path === path));
      if (!above || all.some(({ path }) => matchPath(page.path, path.split('?')[0] ?? ''))) return [];
      const standing = standingOf(menu, page, page.path);
      return standing?.tab.title === titleForKind(kind, above[0]) ? [] : [`${page.path}: ${standing?.tab.title}`];
    });
    expect(wrong).toEqual([]);
  });

  it('finds the tab by the query of a page, and leaves what is asked besides', () => {
    const menu = menuOf(tabs, pages, worker, 'city');
    const page = pageAt(pages, '/affairs/dues');
    expect(standingOf(menu, page, '/affairs/dues?tab=payments&orgId=7')?.tab.title).toBe('缴纳记录');
    expect(standingOf(menu, page, '/affairs/dues?orgId=7')?.tab.title).toBe('党费管理');
    expect(
      standingOf(menu, pageAt(pages, '/service/volunteer/member/7'), '/service/volunteer/member/7')?.tab.title,
    ).toBe('志愿者');
    expect(standingOf(menu, undefined, '/affairs/memberX')).toBeUndefined();
  });
});

describe('one word for one thing', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8');
  const table = /## One word for one thing[\s\S]*?\n## /.exec(glossary)?.[0] ?? '';
  const rows = [...table.matchAll(/^\| ([\u4e00-\u9fff]+) \| ([\u4e00-\u9fff, ]+) \|$/gm)];
  const old = rows.flatMap(([, , words = '']) => words.split(', '));

  it('says where the words of the table are pages of the menu', () => {
    expect(rows.length).toBeGreaterThanOrEqual(4);
    const titles = tabs.map(({ title }) => title);
    for (const [, word] of rows) expect(titles).toContain(word);
  });

  it('is kept in pages, sentences and help', () => {
    const sources = ['src', 'scripts/demo'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('/test/'))
        .map((file) => `${folder}/${file}`),
    );
    const found = sources.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      // A list of people in flow is a list of its own.
      return old.filter((word) => new RegExp(`(?<!流动)${word}`).test(text)).map((word) => `${file}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});

describe('常用', () => {
  it('holds what the role uses most, and what is used here often before it', () => {
    const usual = offeredOf({}, '/partyBranch');
    expect(usual).toContain('/affairs/member');
    expect(offeredOf({ '/sys/logs': 3, '/affairs/member': 9, '/affairs/company': 2 }, '/partyBranch')).toEqual([
      '/affairs/member',
      '/sys/logs',
      ...usual.filter((path) => path !== '/affairs/member'),
    ]);
  });

  it('offers tabs alone', () => {
    const paths = tabs.map(({ path }) => path);
    for (const role of ['/partyBranch', '/partyCommittee', '/countyCity', '/partyMember'])
      expect(
        offeredOf({}, role).filter((path) => !paths.includes(path)),
        role,
      ).toEqual([]);
  });
});
