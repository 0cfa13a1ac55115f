import type { WebModule } from '#platform/web/module.ts';
import { BALLOTS } from '../rules.ts';

const LIFE = ['组织生活', '/affairs/event'] as const;
const LIST = ['无记名投票', BALLOTS.list] as const;

export const ballotPages: WebModule = {
  name: 'ballot',
  tabs: [
    { title: '无记名投票', path: '/affairs/event/ballot', keys: 'dj:zzsh', worker: ['组织生活', 60] },
    { title: '我的投票', path: '/partyMember/ballot', keys: 'event:own', worker: ['个人党务', 40] },
  ],
  routes: [
    {
      path: BALLOTS.list,
      title: '无记名投票',
      permission: 'event:read',
      crumbs: [LIFE],
      folded: true,
      load: () => import('./BallotList.tsx'),
    },
    {
      path: BALLOTS.own,
      title: '我的投票',
      permission: 'event:own',
      folded: true,
      load: () => import('./OwnBallots.tsx'),
    },
    {
      path: BALLOTS.vote(':id'),
      title: '投票',
      permission: 'event:own',
      crumbs: [['我的投票', BALLOTS.own]],
      load: () => import('./Vote.tsx'),
    },
    {
      path: BALLOTS.edit(':id'),
      title: '编辑投票',
      permission: 'event:write',
      crumbs: [LIFE, LIST],
      folded: true,
      load: () => import('./BallotForm.tsx'),
    },
    {
      path: BALLOTS.view(':id'),
      title: '投票详情',
      permission: 'event:read',
      crumbs: [LIFE, LIST],
      folded: true,
      load: () => import('./BallotView.tsx'),
    },
  ],
};
