import type { WebModule } from '#platform/web/module.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import type { MenuTab } from '#platform/web/shell/menu.ts';
import { APPROVALS_PATH, VIEWS, type View } from '../contract.ts';
import { workflowRights } from '../rules.rights.ts';

const PROCESSES = ['审批流程', '/sys/workflow'] as const;
const MINE = [VIEWS.todo, APPROVALS_PATH] as const;
/** One view of approvals as a tab of 今日. */
const viewTab = (view: View, order: number): MenuTab => ({
  title: VIEWS[view],
  path: view === 'todo' ? APPROVALS_PATH : pathWithQuery(APPROVALS_PATH, { view }),
  keys: 'workflow:use',
  worker: ['今日', order],
  administrator: ['今日', order],
});

export const workflowPages: WebModule = {
  name: 'workflow',
  rights: workflowRights,
  tabs: [
    viewTab('todo', 20),
    viewTab('mine', 30),
    viewTab('copied', 40),
    viewTab('done', 70),
    { title: '审批委托', path: '/affairs/approval/delegation', keys: 'workflow:use', worker: ['党务办公', 92] },
    {
      title: '审批流程',
      path: '/sys/workflow',
      keys: 'workflow:design',
      worker: ['系统管理', 40],
      administrator: ['系统管理', 20],
    },
  ],
  routes: [
    {
      path: PROCESSES[1],
      title: PROCESSES[0],
      permission: 'workflow:design',
      folded: true,
      load: () => import('./ProcessList.tsx'),
    },
    {
      path: `${PROCESSES[1]}/design/:id`,
      title: '设计审批流程',
      permission: 'workflow:design',
      folded: true,
      crumbs: [PROCESSES],
      load: () => import('./designer/DesignerPage.tsx'),
    },
    {
      path: MINE[1],
      title: MINE[0],
      permission: 'workflow:use',
      folded: true,
      load: () => import('./ApprovalList.tsx'),
    },
    {
      path: `${MINE[1]}/matter/:id`,
      title: '审批',
      permission: 'workflow:use',
      folded: true,
      crumbs: [MINE],
      load: () => import('./matter/WorkPage.tsx'),
    },
    {
      path: `${MINE[1]}/start`,
      title: '发起事项审批',
      permission: 'workflow:use',
      folded: true,
      crumbs: [MINE],
      load: () => import('./MatterForm.tsx'),
    },
    {
      path: `${MINE[1]}/mend/:id`,
      title: '补正事项',
      permission: 'workflow:use',
      folded: true,
      crumbs: [MINE],
      load: () => import('./MatterForm.tsx'),
    },
    {
      path: `${MINE[1]}/delegation`,
      title: '审批委托',
      permission: 'workflow:use',
      folded: true,
      crumbs: [MINE],
      load: () => import('./DelegationList.tsx'),
    },
  ],
};
