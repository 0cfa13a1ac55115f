import { readFileSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { may, type Session } from '#platform/web/session/session.ts';
import { hasPage, titleForKind } from '#platform/web/session/siteKind.ts';
import { menuOf } from '#platform/web/shell/menu.ts';
import { webModules } from '#rooms/web.ts';
import { greetingAt, maskedName } from '../rules.ts';
import { AREAS } from '../web/Astray.tsx';
import { chromeOf } from '../web/chrome.ts';

const tabs = webModules.flatMap(({ tabs: own = [] }) => own);
const routes = webModules.flatMap(({ routes: own }) => own);
const pages = routes.map(({ path, title }) => ({ path, handle: title }));
const places = webModules.flatMap(({ routes }) =>
  routes.flatMap(({ path, places: own = [] }) => [{ path }, ...own.map((one) => ({ path: one.path }))]),
);
const titleAt = (path: string): string => matchRoutes(pages, path)?.at(-1)?.route.handle ?? '';
/** Module, path and title of every route of docs/routes.txt; a title `-> /path` leads there. */
const ROUTES = readFileSync('docs/routes.txt', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) =>
    line
      .replace(/\{(\w+)(\??)\}/g, ':$1$2')
      .split('|')
      .map((cell) => cell.trim()),
  );

const worker = { roleId: 3, roleUrl: '/partyCommittee' };

function sessionOf(roleId: number, permissionKeys: string[], threeInOneRole: string | null = null): Session {
  return {
    user: {
      userId: '1',
      userName: '周敏',
      roleId,
      roleName: '',
      roleUrl: '/partyCommittee',
      workOrgId: '1',
      workOrg: { orgCode: '0001', name: '' },
      reportCode: '',
      loginCount: 1,
      ifCompelChangePwd: false,
      idCardNo: '',
      threeInOneRole,
    },
    roles: [],
    permissions: [100],
    permissionKeys,
    member: null,
    externalStaff: false,
    secondFactor: { enrolled: false, required: false },
  };
}

describe('parts of the frame', () => {
  it('hides everything on the pages of the specification and for people who are not signed in', () => {
    for (const path of ['/login', '/safeCenter/changePwd', '/download', '/maxMap', '/bpLogin', '/other']) {
      expect(chromeOf(path, undefined, worker), path).toBe('none');
    }
    expect(chromeOf('/affairs/member', undefined, null)).toBe('none');
  });

  it('hides the sidebar on the member home, its study pages, map, news and help', () => {
    for (const path of [
      '/partyMember',
      '/partyMember/memberVideo',
      '/partyMember/memberKnowledge',
      '/map',
      '/news',
      '/help',
    ]) {
      expect(chromeOf(path, undefined, worker), path).toBe('noSidebar');
    }
    expect(chromeOf('/partyMember/personalFiles', undefined, worker)).toBe('full');
    expect(chromeOf('/newsInformation/article', undefined, worker)).toBe('full');
    expect(chromeOf('/loginAgain', undefined, worker)).toBe('full');
  });

  it('hides the sidebar on the landing page of volunteers alone', () => {
    expect(chromeOf('/service/volunteer', undefined, { roleId: 7, roleUrl: '/service/volunteer' })).toBe('noSidebar');
    expect(chromeOf('/service/volunteer', undefined, worker)).toBe('full');
  });

  it('greets by the hour, masks long login names', () => {
    expect([0, 7, 10, 12, 15, 20].map(greetingAt)).toEqual([
      '夜深了',
      '早上好',
      '上午好',
      '中午好',
      '下午好',
      '晚上好',
    ]);
    expect(maskedName('420599198008080038')).toBe('420***********0038');
    expect(maskedName('admin')).toBe('admin');
  });
});

describe('permissions', () => {
  it('asks for all or any of the keys, and grants nothing for no key', () => {
    const session = sessionOf(3, ['a:read', 'b:read']);
    expect(may(session, 'a:read,b:read')).toBe(true);
    expect(may(session, 'a:read,c:read')).toBe(false);
    expect(may(session, 'a:read,c:read', 'any')).toBe(true);
    expect(may(session, '100')).toBe(true);
    expect(may(session, '101')).toBe(false);
    expect(may(session, '')).toBe(false);
  });

  it('looks up extend: keys in the three-in-one role even for who may all', () => {
    expect(may(sessionOf(1, ['*:*:*']), 'x:y')).toBe(true);
    expect(may(sessionOf(1, ['*:*:*']), 'extend:threeInOne:set')).toBe(false);
    expect(may(sessionOf(3, [], 'extend:threeInOne:set'), 'extend:threeInOne:set')).toBe(true);
  });
});

describe('kinds of deployment', () => {
  const items = (kind: 'city' | 'college') =>
    menuOf(tabs, routes, sessionOf(3, ['*:*:*']), kind).flatMap((entry) => entry.tabs);
  const titles = (kind: 'city' | 'college') => items(kind).map(({ title }) => title);
  const areas = ['学生管理', '在线学习', '课程管理', '学院考试', '专项活动'];

  it('a college calls its news 党建园地, a city 党建资讯; all else is called alike', () => {
    expect(titles('city')).toContain('党建资讯');
    expect(titles('college')).toContain('党建园地');
    expect(titles('college')).not.toContain('党建资讯');
    expect(titleForKind('college', titleAt('/newsInformation/article'))).toBe('党建园地');
    expect(titleForKind('city', titleAt('/newsInformation/article'))).toBe('党建资讯');
    const shared = items('college').filter(({ path }) => hasPage('city', path));
    expect(shared.map(({ title }) => title).filter((title) => title !== '党建园地')).toEqual(
      titles('city').filter((title) => title !== '党建资讯'),
    );
  });

  // Party schools are of cities and counties as well, and certificates of every organisation.
  const EVERYWHERE = /^\/education\/(cloudParty|addOrUpdateSchoolParty|schoolPartyDetail|studyProves)$|^\/m\/school\//;

  it('courses, exams and special activities stand in a college alone', () => {
    expect(titles('college')).toEqual(expect.arrayContaining(areas));
    for (const area of areas) expect(titles('city'), area).not.toContain(area);
    for (const kind of ['city', 'college'] as const) expect(titles(kind)).toContain('我的重点工作');
  });

  it('every route of those areas, and no other, is missing in a city', () => {
    for (const [module = '', path = ''] of ROUTES) {
      const only = ['college', 'specialActivity'].includes(module) && !EVERYWHERE.test(path);
      expect(hasPage('city', path), path).toBe(!only);
      expect(hasPage('college', path), path).toBe(true);
    }
  });
});

describe('routes of the specification', () => {
  it('are built, but for areas that lead to a page', () => {
    const open = ROUTES.flatMap(([, path = '', title = '']) => {
      const to = title.startsWith('-> ') ? title.slice(3) : path;
      if (to !== path && path !== '/') expect(AREAS[path]).toBe(to);
      return matchRoutes(places, to) || to === '/login' ? [] : [path];
    });
    expect(open).toEqual([]);
    expect(ROUTES.length).toBeGreaterThan(360);
  });
});
