import type { WebModule } from '#platform/web/module.ts';

const LIST = ['组织信息', '/affairs/organization'] as const;
const TERMS = ['任期与换届', '/affairs/organization/office'] as const;
const UNITS = ['单位信息', '/affairs/company'] as const;

export const orgPages: WebModule = {
  name: 'org',
  routes: [
    {
      path: '/affairs/organization',
      title: '组织信息',
      permission: 'org:read',
      folded: true,
      likely: true,
      load: () => import('./OrgList.tsx'),
    },
    {
      path: '/affairs/organization/browseOrganization/:orgId?',
      title: '组织详情',
      permission: 'org:read',
      crumbs: [LIST],
      likely: true,
      load: () => import('./OrgBrowse.tsx'),
    },
    {
      path: '/affairs/organization/addOrganization/:orgId?',
      title: '新增组织',
      permission: 'org:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./OrgAdd.tsx'),
    },
    {
      path: '/affairs/organization/editOrganization/:id?',
      title: '编辑组织',
      permission: 'org:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./OrgForm.tsx'),
    },
    {
      path: '/affairs/organization/record/:id/:kind/:recordId',
      title: '组织档案分表',
      permission: 'org:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./records/OrgRecordPage.tsx'),
    },
    {
      path: '/affairs/organization/office',
      title: '任期与换届',
      permission: 'org:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./office/TermList.tsx'),
    },
    {
      path: '/affairs/organization/office/browse/:id',
      title: '届次详情',
      permission: 'org:read',
      crumbs: [LIST, TERMS],
      load: () => import('./office/TermBrowse.tsx'),
    },
    {
      path: '/affairs/organization/office/add/:orgId',
      title: '登记新一届',
      permission: 'org:write',
      crumbs: [LIST, TERMS],
      folded: true,
      load: () => import('./office/TermForm.tsx'),
    },
    {
      path: '/affairs/organization/office/edit/:id',
      title: '编辑届次',
      permission: 'org:write',
      crumbs: [LIST, TERMS],
      folded: true,
      load: () => import('./office/TermForm.tsx'),
    },
    {
      path: '/affairs/company',
      title: '单位信息',
      permission: 'org:read',
      folded: true,
      load: () => import('./unit/UnitList.tsx'),
    },
    {
      path: '/affairs/company/browseCompany/:id',
      title: '单位详情',
      permission: 'org:read',
      crumbs: [UNITS],
      load: () => import('./unit/UnitBrowse.tsx'),
    },
    {
      path: '/affairs/company/addCompany/:orgId?',
      title: '新增单位',
      permission: 'org:write',
      crumbs: [UNITS],
      folded: true,
      load: () => import('./unit/UnitForm.tsx'),
    },
    {
      path: '/affairs/company/editCompany/:companyID',
      title: '编辑单位',
      permission: 'org:write',
      crumbs: [UNITS],
      folded: true,
      load: () => import('./unit/UnitForm.tsx'),
    },
  ],
};
