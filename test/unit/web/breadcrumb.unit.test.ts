import { describe, expect, it } from 'vitest';
import { breadcrumbTo, fullName } from '#platform/web/route/breadcrumb.ts';
import { pageAt } from '#platform/web/route/pageAt.ts';
import { wholeMenu } from '#platform/web/shell/menu.ts';
import { webModules } from '#rooms/web.ts';

const pages = webModules.flatMap(({ routes }) => routes);
const menu = wholeMenu(
  webModules.flatMap(({ tabs = [] }) => tabs),
  'city',
);
const named = (path: string) => {
  const page = pages.find((one) => one.path === path);
  return page ? fullName(page, 'city', menu) : '';
};

describe('当前位置', () => {
  it('says entry, tab, the pages between, the page', () => {
    expect(named('/affairs/member')).toBe('党员 > 党员信息');
    expect(named('/contentManager/label')).toBe('系统管理 > 标签管理');
    expect(named('/contentManager/group/edit/:id')).toBe('系统管理 > 分组管理 > 编辑分组');
    expect(named('/contentManager/help/history')).toBe('系统管理 > 帮助文档管理 > 帮助文档历史版本');
    expect(named('/affairs/company/browseCompany/:id')).toBe('党组织 > 单位信息 > 单位详情');
    expect(named('/affairs/member/import/:id')).toBe('党员 > 党员信息 > 导入党员信息 > 导入工作台');
  });

  it('says once what entry and tab are both called', () => {
    expect(named('/affairs/event')).toBe('组织生活');
    expect(named('/affairs/event/viewMeeting/:id/:orgId')).toBe('组织生活 > 查看会议');
  });

  it('names the tab that a part of a page is', () => {
    const page = pageAt(pages, '/affairs/event');
    if (!page) throw new Error('not there');
    const steps = (address: string, shown: string) =>
      breadcrumbTo(page, 'city', menu, address, shown).map(({ title }) => title);
    expect(steps('/affairs/event?tab=talks&orgId=7', '谈心谈话')).toEqual(['组织生活']);
    expect(steps('/affairs/event?tab=year', '渡口第一党支部 2026年')).toEqual(['组织生活', '年度组织生活']);
  });

  it('leads to pages alone, under their own names', () => {
    const titles = new Set(menu.flatMap(({ tabs }) => tabs.map(({ title, path }) => `${title} ${path}`)));
    const wrong = pages.flatMap((page) =>
      breadcrumbTo(page, 'city', menu).flatMap(({ title, path }) => {
        if (path === undefined || titles.has(`${title} ${path}`)) return [];
        const above = pageAt(pages, path);
        return above?.title === title ? [] : [`${page.path}: ${title} ${path}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
