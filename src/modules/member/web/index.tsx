import type { WebModule } from '#platform/web/module.ts';

const LIST = ['党员信息', '/affairs/member'] as const;

export const memberPages: WebModule = {
  name: 'member',
  routes: [
    {
      path: '/affairs/member',
      title: '党员信息',
      permission: 'member:read',
      crumbs: [LIST],
      folded: true,
      likely: true,
      load: () => import('./MemberList.tsx'),
    },
    {
      path: '/affairs/member/import',
      title: '导入党员信息',
      permission: 'member:import',
      crumbs: [LIST],
      folded: true,
      load: () => import('./import/ImportList.tsx'),
    },
    {
      path: '/affairs/member/import/:id',
      title: '导入工作台',
      permission: 'member:import',
      crumbs: [LIST, ['导入党员信息', '/affairs/member/import']],
      folded: true,
      load: () => import('./import/ImportBench.tsx'),
    },
    {
      path: '/affairs/member/browse/:id',
      title: '党员详情',
      crumbs: [LIST],
      likely: true,
      load: () => import('./MemberBrowse.tsx'),
    },
    {
      path: '/affairs/member/edit/:id/:identity?',
      title: '编辑党员',
      permission: 'member:write',
      crumbs: [LIST],
      folded: true,
      likely: true,
      load: () => import('./MemberForm.tsx'),
    },
    {
      path: '/affairs/member/record/:id/:kind/:recordId',
      title: '党员档案分表',
      permission: 'member:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./records/RecordPage.tsx'),
    },
    {
      path: '/affairs/member/historyMemberInfo/:id/:reason',
      title: '历史党员信息',
      permission: 'member:history',
      crumbs: [LIST],
      folded: true,
      load: () => import('./records/HistoryPage.tsx'),
    },
    {
      path: '/affairs/member/politicalBirthday',
      title: '本月政治生日',
      permission: 'member:read',
      crumbs: [LIST],
      load: () => import('./BirthdayList.tsx'),
    },
    {
      path: '/partyMember/personalFiles',
      title: '个人档案',
      load: () => import('./PersonalFiles.tsx'),
    },
    {
      path: '/affairs/member/print',
      title: '打印党员信息',
      crumbs: [LIST],
      folded: true,
      load: () => import('./MemberPrint.tsx'),
    },
  ],
};
