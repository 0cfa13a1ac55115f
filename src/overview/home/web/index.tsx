import type { WebModule } from '#platform/web/module.ts';

const load = () => import('./Home.tsx');

/** The first pages of the roles; the three of the party workers are one page whose parts follow the organisation. */
export const homePages: WebModule = {
  name: 'home',
  routes: [
    { path: '/partyCommittee', title: '党委首页', permission: 'org:read', load },
    { path: '/countyCity', title: '市县首页', permission: 'org:read', load },
    { path: '/partyBranch', title: '党支部首页', permission: 'org:read', load },
    { path: '/partyMember', title: '党员首页', chrome: 'noSidebar', load: () => import('./MemberHome.tsx') },
  ],
};
