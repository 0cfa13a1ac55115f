import type { WebModule } from '#platform/web/module.ts';
import { workflowRights } from '../rules.rights.ts';

const PROCESSES = ['审批流程', '/sys/workflow'] as const;
const MINE = ['我的审批', '/affairs/approval'] as const;

export const workflowPages: WebModule = {
  name: 'workflow',
  rights: workflowRights,
  tabs: [
    { title: '我的审批', path: '/affairs/approval', keys: 'workflow:use', worker: ['党务办公', 20] },
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
