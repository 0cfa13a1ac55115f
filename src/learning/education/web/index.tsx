import type { WebModule } from '#platform/web/module.ts';
import { KNOWLEDGE } from '../rules.knowledge.ts';
import { educationRights } from '../rules.rights.ts';
import { TV } from '../rules.tv.ts';
import { PATHS } from './paths.ts';

const CENTER = ['视频中心', PATHS.center] as const;
const BASE = ['知识库', KNOWLEDGE.home] as const;

export const educationPages: WebModule = {
  name: 'education',
  rights: educationRights,
  tabs: [
    { title: '视频中心', path: '/education/videoCenter', keys: 'dj:zhjy', worker: ['学习教育', 10] },
    { title: '远教中心', path: '/education/videoCenter/TVcenter', keys: 'dj:zhjy', worker: ['学习教育', 80] },
    { title: '知识库', path: '/education/knowledge', keys: 'dj:zhjy', worker: ['学习教育', 30] },
  ],
  routes: [
    { path: PATHS.center, title: '视频中心', permission: 'dj:zhjy', load: () => import('./VideoCenter.tsx') },
    {
      path: PATHS.units,
      title: '视频单元',
      permission: 'dj:zhjy',
      crumbs: [CENTER],
      load: () => import('./UnitList.tsx'),
    },
    {
      path: TV.center,
      title: '远教中心',
      permission: 'edu:write',
      crumbs: [CENTER],
      load: () => import('./TvCenter.tsx'),
    },
    {
      path: TV.sign(':id', ':code'),
      title: '远教签到',
      permission: 'dj:zhjy',
      chrome: 'none',
      load: () => import('./TvSign.tsx'),
    },
    {
      path: PATHS.edit(':id'),
      title: '编辑视频',
      permission: 'edu:write',
      crumbs: [CENTER],
      folded: true,
      load: () => import('./VideoForm.tsx'),
    },
    {
      path: PATHS.view(':id'),
      title: '观看视频',
      permission: 'dj:zhjy',
      crumbs: [CENTER],
      folded: true,
      load: () => import('./VideoView.tsx'),
    },
    {
      path: PATHS.memberVideo,
      title: '学习视频',
      permission: 'dj:zhjy',
      chrome: 'noSidebar',
      load: () => import('./MemberVideo.tsx'),
    },
    { path: KNOWLEDGE.home, title: '知识库', permission: 'dj:zhjy', load: () => import('./KnowledgeHome.tsx') },
    {
      path: KNOWLEDGE.list(':page'),
      title: '知识中心',
      permission: 'dj:zhjy',
      crumbs: [BASE],
      load: () => import('./KnowledgeCenter.tsx'),
    },
    {
      path: KNOWLEDGE.browse(':id', ':fileId'),
      title: '知识浏览',
      permission: 'dj:zhjy',
      crumbs: [BASE],
      folded: true,
      load: () => import('./DocumentView.tsx'),
    },
    {
      path: KNOWLEDGE.edit(':id'),
      title: '编辑文档',
      permission: 'edu:write',
      crumbs: [BASE],
      folded: true,
      load: () => import('./DocumentForm.tsx'),
    },
    {
      path: KNOWLEDGE.member,
      title: '学习资料',
      permission: 'dj:zhjy',
      chrome: 'noSidebar',
      load: () => import('./MemberKnowledge.tsx'),
    },
  ],
};
