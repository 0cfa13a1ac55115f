import { ROLE } from '#kernel/session/contract.ts';
import { ADMINISTRATORS } from '#kernel/session/rules.ts';
import type { Session } from '#platform/web/session/session.ts';
import type { IconName } from '#platform/web/show/icons.tsx';

/** One thing to do at the beginning. */
export interface FirstStep {
  title: string;
  why: string;
  icon: IconName;
  path: string;
  /** Any of these permission keys shows the step; none: everybody may. */
  keys?: string;
}

const SAFE: FirstStep = {
  title: '设置密保问题',
  why: '忘记密码时，凭密保问题和短信可以自己找回。',
  icon: 'lock',
  path: '/safeCenter/protectionManage',
};
const PHONE: FirstStep = {
  title: '确认找回密码手机',
  why: '在组织任职的账号，忘记密码时只能用本人确认过的手机找回。',
  icon: 'phone',
  path: '/safeCenter/phone',
};
const FACTOR: FirstStep = {
  title: '开启二次验证',
  why: '登录时除密码外再核对手机上的6位数字，密码泄露也不会被冒用。',
  icon: 'shield',
  path: '/safeCenter/sessions',
};

const OWN: readonly FirstStep[] = [
  {
    title: '核对个人信息',
    why: '姓名、入党日期、所在支部如有不符，请告诉所在支部更正。',
    icon: 'person',
    path: '/partyMember',
  },
  SAFE,
  { title: '查看通知', why: '组织发给您的通知和待办都在这里。', icon: 'news', path: '/news' },
];

const WORKER: readonly FirstStep[] = [
  PHONE,
  SAFE,
  FACTOR,
  {
    title: '核对组织信息',
    why: '组织名称、类别、书记和换届日期，报表和提醒都以此为准。',
    icon: 'organisation',
    path: '/affairs/organization',
    keys: 'org:read',
  },
  {
    title: '核对党员名册',
    why: '先看人数对不对，再补缺少的资料；名单较多时可以整批导入。',
    icon: 'members',
    path: '/affairs/member',
    keys: 'member:read',
  },
];

const ADMINISTRATOR: readonly FirstStep[] = [
  FACTOR,
  {
    title: '填写站点信息',
    why: '平台名称、主办单位、服务电话和备案号，登录页要显示。',
    icon: 'edit',
    path: '/sys/site',
    keys: 'site:read',
  },
  {
    title: '建立组织树',
    why: '账号和权限都落在组织上，先有组织，再开账号。',
    icon: 'organisation',
    path: '/affairs/organization',
    keys: 'org:read',
  },
  {
    title: '开通账号',
    why: '给下级党组织的党务工作者开通账号、分配角色。',
    icon: 'person',
    path: '/popedom/user/account',
    keys: 'account:unlock',
  },
];

type Role = Pick<Session['user'], 'roleId' | 'roleName' | 'roleUrl'>;

/** Roles that a deployment adds are told apart by where they begin: people without office at their own page. */
const hasOffice = ({ roleUrl }: Role) => roleUrl !== '/partyMember';

/** What the role does first, in this order. */
export function firstStepsOf(role: Role): readonly FirstStep[] {
  if (ADMINISTRATORS.has(role.roleId)) return ADMINISTRATOR;
  return hasOffice(role) ? WORKER : OWN;
}

/** What the role is here for, in one sentence. */
export function purposeOf(role: Role): string {
  if (ADMINISTRATORS.has(role.roleId)) return `您是${role.roleName}，负责让平台在本地用起来。`;
  if (hasOffice(role)) return `您是${role.roleName}，管理本组织及所属组织的党员和组织生活。`;
  if (role.roleId === ROLE.floating) return '您是流动党员，在外也能参加组织生活、交纳党费、与所在支部保持联系。';
  if (role.roleId === ROLE.volunteer) return '您是志愿者，可以认领活动、记录服务时长。';
  return '您可以在这里查看个人党务信息、参加组织生活、学习和交纳党费。';
}
