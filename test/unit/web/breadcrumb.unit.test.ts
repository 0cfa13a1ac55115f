import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { entryAt, menuOf } from '#kernel/shell/web/menu.ts';
import { collegePages } from '#learning/college/web/index.tsx';
import { schoolPages } from '#learning/college/web/schoolPages.ts';
import { breadcrumbTo, fullName, pageAt } from '#platform/web/route/breadcrumb.ts';
import type { Session } from '#platform/web/session/session.ts';
import { webModules } from '#rooms/web.ts';

const pages = webModules.flatMap(({ routes }) => routes);
const menu = webModules.flatMap(({ menu: own = [] }) => own);
const named = (path: string) => {
  const page = pages.find((one) => one.path === path);
  return page ? fullName(page, 'city') : '';
};
/** Pages that only a college has in its menu. */
const ofCollege = new Set(collegePages.routes.filter((page) => !schoolPages.includes(page)));
/** Only what the menu asks for. */
const sessionOf = (roleId: number) =>
  ({ user: { roleId }, permissions: [], permissionKeys: ['*:*:*'] }) as unknown as Session;

describe('当前位置', () => {
  it('begins with the area where that is no page', () => {
    expect(named('/contentManager/label')).toBe('内容管理 > 标签管理');
    expect(named('/contentManager/group/edit/:id')).toBe('内容管理 > 分组管理 > 编辑分组');
    expect(named('/contentManager/help/history')).toBe('内容管理 > 帮助文档管理 > 帮助文档历史版本');
    expect(named('/dataManage/exportList')).toBe('数据管理 > 导出列表');
    expect(named('/affairs/company/browseCompany/:id')).toBe('组织信息 > 单位信息 > 单位详情');
  });

  it.each([
    ['an administrator', 1],
    ['a worker', 3],
  ])('shows %s the entry of the menu to which the page belongs', (_who, roleId) => {
    const menus = {
      city: menuOf(menu, sessionOf(roleId), 'city'),
      college: menuOf(menu, sessionOf(roleId), 'college'),
    };
    const astray = pages.flatMap((page) => {
      const kind = ofCollege.has(page) ? 'college' : 'city';
      const entry = page.chrome === 'none' ? undefined : entryAt(menus[kind], page.path);
      if (!entry || matchPath(page.path, entry.path)) return [];
      const way = breadcrumbTo(page, kind);
      const told =
        page.title === entry.title || way.some(({ path, title }) => path === entry.path || title === entry.title);
      return told ? [] : [`${page.path}: ${fullName(page, kind)} lacks ${entry.title}`];
    });
    expect(astray).toEqual([]);
  });

  it('leads to pages alone, under their own names', () => {
    const wrong = pages.flatMap((page) =>
      breadcrumbTo(page, 'city').flatMap(({ title, path }) => {
        if (path === undefined) return [];
        const above = pageAt(pages, path);
        return above?.title === title ? [] : [`${page.path}: ${title} ${path}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
