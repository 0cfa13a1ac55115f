import { may, type Session, type Site } from '#platform/web/session/session.ts';
import { hasPage, titleIn } from '#platform/web/session/siteKind.ts';
import { dualReport, type MenuItem, trinity } from './menuItems.ts';

export type { MenuItem };

export interface MenuGroup {
  title: string;
  items: readonly MenuItem[];
}

const organisations: MenuItem = {
  title: '组织信息',
  short: '组织',
  icon: 'organisation',
  path: '/affairs/organization',
  keys: 'dj:zzxx',
  also: ['/affairs/mobilePartyMembers/addMobileOrganization'],
};
const units: MenuItem = {
  title: '单位信息',
  short: '单位',
  icon: 'document',
  path: '/affairs/company',
  keys: 'dj:zzxx',
};
const members: MenuItem = {
  title: '党员信息',
  short: '党员',
  icon: 'members',
  path: '/affairs/member',
  keys: 'dj:dyxx',
};
const logs: MenuItem = { title: '系统日志', short: '日志', icon: 'clock', path: '/sys/logs', keys: 'log:read' };
const recycle: MenuItem = {
  title: '回收站',
  short: '回收',
  icon: 'trash',
  path: '/sys/recycle',
  keys: 'recycle:read',
};
const accounts: MenuItem = {
  title: '用户账号',
  short: '账号',
  icon: 'person',
  path: '/popedom/user/account',
  keys: 'account:read',
  also: ['/popedom/user/request'],
};
const approvals: MenuItem = {
  title: '我的审批',
  short: '审批',
  icon: 'edit',
  path: '/affairs/approval',
  keys: 'workflow:use',
};
const processes: MenuItem = {
  title: '审批流程',
  short: '流程',
  icon: 'link',
  path: '/sys/workflow',
  keys: 'workflow:design',
};
const jobs: MenuItem = {
  title: '导出列表',
  short: '导出',
  icon: 'export',
  path: '/dataManage/exportList',
  keys: 'job:read',
};
const content: MenuItem = {
  title: '内容管理',
  short: '内容',
  icon: 'layers',
  path: '/contentManager/classification',
  keys: 'dj:nrgl',
  also: ['/contentManager', '/dataManage/dataCheck'],
};
const screens: MenuItem = { title: '数据大屏', short: '大屏', icon: 'screen', path: '/bigScreen', keys: 'dj:djdp' };
const map: MenuItem = { title: '电子地图', short: '地图', icon: 'map', path: '/map', keys: 'dj:dzdt' };

/** The menu of everybody who is not an administrator; what a role may not use is left out by its keys. */
const workerMenu: readonly MenuGroup[] = [
  {
    title: '管理',
    items: [
      approvals,
      organisations,
      units,
      members,
      { title: '组织关系', short: '关系', icon: 'transfer', path: '/affairs/relation', keys: 'dj:zzgx' },
      {
        title: '流动党员',
        short: '流动',
        icon: 'pinCheck',
        path: '/affairs/mobilePartyMembers',
        keys: 'floating:read',
      },
      {
        title: '发展党员',
        short: '发展',
        icon: 'growth',
        path: '/affairs/recruitment/overview',
        keys: 'dj:fzdy',
        also: ['/affairs/recruitment'],
      },
      { title: '党员异动', short: '异动', icon: 'undo', path: '/affairs/variation', keys: 'dj:dyyd' },
      { title: '党费管理', short: '党费', icon: 'dues', path: '/affairs/dues', keys: 'dj:dfgl' },
      { title: '组织生活', short: '生活', icon: 'calendarCheck', path: '/affairs/event', keys: 'dj:zzsh' },
      {
        title: '党务办公',
        short: '办公',
        icon: 'briefcase',
        path: '/affairs/office',
        keys: 'dj:dwbg',
        also: ['/affairs/task', '/affairs/meeting'],
      },
      {
        title: '重点工作',
        short: '重点',
        icon: 'calendarCheck',
        path: '/importWork/myKeyWork',
        keys: 'dj:dwbg',
        also: ['/importWork'],
      },
      {
        title: '我的任务',
        short: '任务',
        icon: 'briefcase',
        path: '/affairs/task/list',
        keys: 'task:own',
        unless: 'task:read',
      },
      {
        title: '党员考核',
        short: '考核',
        icon: 'clipboard',
        path: '/affairs/assessment/index',
        keys: 'dj:dykh',
        also: ['/affairs/assessment', '/affairs/integral'],
      },
      { title: '组织考核', short: '组考', icon: 'chart', path: '/integral', keys: 'integral:read' },
      trinity,
    ],
  },
  {
    title: '服务',
    items: [
      {
        title: '三务公开',
        short: '公开',
        icon: 'document',
        path: '/affairs/organization/threeAffairsOpenClassify/party',
        keys: 'open:read',
        also: ['/affairs/organization/threeAffairsOpenClassify', '/affairs/organization/threeAffairsOpenDetail'],
      },
      {
        title: '智慧教育',
        short: '教育',
        icon: 'book',
        path: '/education/videoCenter',
        keys: 'dj:zhjy',
        also: ['/education'],
      },
      { title: '知识库', short: '知识库', icon: 'layers', path: '/education/knowledge', keys: 'dj:zhjy' },
      { title: '课程', short: '课程', icon: 'bookmark', path: '/education/course', keys: 'dj:zhjy' },
      {
        title: '学时管理',
        short: '学时',
        icon: 'clock',
        path: '/education/hours',
        keys: 'hours:read',
        also: ['/education/training'],
      },
      {
        title: '考试中心',
        short: '考试',
        icon: 'clipboard',
        path: '/education/examination',
        keys: 'dj:zhjy',
        also: ['/education/questions', '/education/paper', '/education/exam'],
      },
      { title: '学习证明', short: '证明', icon: 'document', path: '/education/studyProves', keys: 'certificate:write' },
      {
        title: '云党校',
        short: '党校',
        icon: 'screen',
        path: '/education/cloudParty',
        keys: 'dj:sxzy:*',
        also: ['/education/schoolPartyDetail', '/education/addOrUpdateSchoolParty'],
      },
      ...dualReport,
      {
        title: '党建资讯',
        short: '资讯',
        icon: 'news',
        path: '/newsInformation/article',
        keys: 'dj:djzx',
        also: ['/newsInformation'],
      },
      { title: '通知公告', short: '公告', icon: 'bell', path: '/archive/announcement', keys: 'dj:djzx' },
      {
        title: '党建互动',
        short: '互动',
        icon: 'chat',
        path: '/archive/circleFriends',
        keys: 'dj:djhd',
        also: ['/archive/circleFriendsView', '/archive/helpcenter'],
      },
      {
        title: '智慧互动',
        short: '文章',
        icon: 'document',
        path: '/archive/article',
        keys: 'dj:zhhd',
        also: ['/archive'],
      },
      {
        title: '活动包',
        short: '活动包',
        icon: 'calendarCheck',
        path: '/activityPackage/packageList',
        keys: 'package:read',
        also: ['/activityPackage'],
      },
    ],
  },
  {
    title: '学院',
    items: [
      { title: '学生管理', short: '学生', icon: 'members', path: '/studentManage', keys: 'dj:sxzy:*' },
      { title: '在线学习', short: '学习', icon: 'bookmark', path: '/education/learning', keys: 'dj:zhjy' },
      {
        title: '课程管理',
        short: '课程',
        icon: 'book',
        path: '/education/courseManage',
        keys: 'dj:sxzy:*',
        also: ['/education/courseDetail', '/education/addOrUpdateCourse', '/education/statisticalLearning'],
      },
      {
        title: '考试中心',
        short: '考试',
        icon: 'clipboard',
        path: '/education/testCenterSxzy',
        keys: 'dj:sxzy:*',
        also: [
          '/education/testStatistics',
          '/education/examinationDetails',
          '/education/createTest',
          '/education/testDetail',
        ],
      },
      {
        title: '专项活动',
        short: '专项',
        icon: 'growth',
        path: '/specialActivity/activityManage',
        keys: 'special:read',
        also: ['/specialActivity'],
      },
      {
        title: '活动资料',
        short: '活动',
        icon: 'growth',
        path: '/specialActivity/specialActivityFiles',
        keys: 'special:own',
        unless: 'special:read',
        also: ['/specialActivity'],
      },
    ],
  },
  {
    title: '分析',
    items: [
      {
        title: '决策支持',
        short: '决策',
        icon: 'chart',
        path: '/decisionSupport/dataReport/overview',
        keys: 'report:read',
        also: ['/decisionSupport'],
      },
      {
        title: '四色管理',
        short: '四色',
        icon: 'layers',
        path: '/affairs/villageAndcity/index',
        keys: 'colour:read',
        also: ['/affairs/city', '/affairs/village', '/affairs/villageAndcity'],
      },
      { title: '督查驾驶舱', short: '督查', icon: 'screen', path: '/affairs/cockpit', keys: 'cockpit:read' },
      {
        title: '数据报表',
        short: '报表',
        icon: 'sheet',
        path: '/partyStatistics',
        keys: 'report:read',
        also: ['/partyReport'],
      },
      { title: '数据中心', short: '填报', icon: 'clipboard', path: '/tablemanager/tablelist', keys: 'dataCentre:read' },
      screens,
      map,
    ],
  },
  {
    title: '系统',
    items: [
      content,
      { title: '智慧终端', short: '终端', icon: 'scan', path: '/box/publicityHall', keys: 'dj:zhzd', also: ['/box'] },
      accounts,
      {
        title: '权限管理',
        short: '权限',
        icon: 'shield',
        path: '/popedom/manage',
        keys: 'dj:qxgl,right:read',
        also: ['/popedom', '/affairs/member/userRole', '/affairs/member/searchFixedQuery'],
      },
      processes,
      jobs,
      recycle,
      logs,
    ],
  },
];

/** The administrator runs the installation; the party work itself belongs to the workers. */
const administratorMenu: readonly MenuGroup[] = [
  { title: '数据', items: [organisations, members, screens, map, jobs] },
  {
    title: '账号与权限',
    items: [
      accounts,
      {
        title: '权限管理',
        short: '权限',
        icon: 'shield',
        path: '/popedom/manage',
        keys: 'dj:qxgl,right:read',
        also: [
          '/popedom/view',
          '/popedom/organization',
          '/affairs/member/userRole',
          '/affairs/member/searchFixedQuery',
        ],
      },
      { title: '用户类型', short: '类型', icon: 'tree', path: '/popedom/user/type', keys: 'dj:userType' },
      { title: '用户组', short: '分组', icon: 'columns', path: '/popedom/user/group', keys: 'dj:userGroup' },
    ],
  },
  {
    title: '系统',
    items: [
      { title: '站点配置', short: '站点', icon: 'settings', path: '/sys/site', keys: 'site:read' },
      processes,
      { title: '数据字典', short: '字典', icon: 'book', path: '/sys/dict', keys: 'dict:read' },
      content,
      { title: '帮助文档', short: '帮助', icon: 'help', path: '/contentManager/help', keys: 'dj:bzwd' },
      { title: '轮播图', short: '轮播', icon: 'sheet', path: '/sys/swiper', keys: 'dj:lbt' },
      recycle,
      logs,
    ],
  },
];

/** The administrator, and the three into whom a deployment may separate it (三员). */
const ADMINISTRATORS = new Set([1, 8, 9, 10]);

/** The sidebar of a session: its role's template without the entries that it may not use or that this kind of deployment lacks. */
export function menuOf(session: Session, kind: Site['kind']): readonly MenuGroup[] {
  const template = ADMINISTRATORS.has(session.user.roleId) ? administratorMenu : workerMenu;
  return template
    .map((group) => ({
      ...group,
      items: group.items
        .filter(
          (item) =>
            hasPage(kind, item.path) && may(session, item.keys, 'any') && !(item.unless && may(session, item.unless)),
        )
        .map((item) => ({ ...item, title: titleIn(kind, item.title) })),
    }))
    .filter((group) => group.items.length > 0);
}

/** The entry to which a path belongs: the one whose own or further beginning is longest. */
export function entryAt(menu: readonly MenuGroup[], path: string): MenuItem | undefined {
  let best: MenuItem | undefined;
  let longest = 0;
  for (const item of menu.flatMap(({ items }) => items)) {
    for (const start of [item.path, ...(item.also ?? [])]) {
      if ((path === start || path.startsWith(`${start}/`)) && start.length > longest) {
        best = item;
        longest = start.length;
      }
    }
  }
  return best;
}
