/** Who holds it may do everything (specification, section 5). */
export const ALL = '*:*:*';

/** The three separated administrators (三员): one person may hold only one of them. */
export const SEPARATED = { system: 8, security: 9, audit: 10 } as const;
export const isSeparated = (roleId: number) => roleId >= SEPARATED.system && roleId <= SEPARATED.audit;

/** Roles that a deployment adds have ids from here on. */
export const FIRST_ADDED_ROLE = 100;

/** Whether a role was added for work like a party worker's: whatever waits for the workers of its organisation waits for it too. */
export const likeWorker = ({ roleId, base }: { roleId: number; base: 'subtree' | 'own' }) =>
  base === 'subtree' && roleId >= FIRST_ADDED_ROLE;

/** Groups of rights by the beginning of their keys, in the order in which pages show them. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['党组织', ['org', 'unit', 'open']],
  ['党员', ['member', 'view']],
  ['发展党员', ['recruit']],
  ['党费', ['dues']],
  ['组织关系', ['relation']],
  ['流动党员', ['floating']],
  ['双报到', ['sbd']],
  ['志愿服务', ['volunteer']],
  ['党员异动', ['variation']],
  ['党务办公', ['task', 'keyWork']],
  ['专项活动', ['special']],
  ['组织生活', ['event', 'package']],
  ['党员积分', ['points']],
  ['党员考核', ['assess']],
  ['组织考核', ['integral']],
  ['三位一体', ['trinity']],
  ['四色与督查', ['colour', 'cockpit']],
  ['报表', ['report']],
  ['数据中心', ['dataCentre']],
  ['智慧教育', ['edu', 'hours', 'exam', 'certificate', 'school']],
  ['资讯与互动', ['archive', 'circle', 'text']],
  ['消息与任务', ['message', 'job']],
  ['审批', ['workflow']],
  ['账号', ['account', 'userType', 'userGroup']],
  ['权限', ['right', 'role', 'orgRight', 'admin']],
  ['日志与回收站', ['log', 'recycle']],
  ['内容与分组', ['group', 'label', 'help', 'check']],
  ['站点与字典', ['site', 'dict', 'swiper', 'screen']],
  ['智慧终端', ['box']],
  ['外部站点', ['outside']],
  ['菜单', ['dj']],
];
const OTHERS = '其他';

/** The Chinese name of the group that a right belongs to. */
export function groupOf(key: string): string {
  const start = key.slice(0, key.indexOf(':'));
  return GROUPS.find(([, starts]) => starts.includes(start))?.[0] ?? OTHERS;
}

/** Rights by their groups, in the order of the groups and then as given; groups without a right are left out. */
export function byGroup<T extends { key: string }>(rights: readonly T[]): { group: string; rights: T[] }[] {
  return [...GROUPS.map(([group]) => group), OTHERS]
    .map((group) => ({ group, rights: rights.filter(({ key }) => groupOf(key) === group) }))
    .filter(({ rights: some }) => some.length > 0);
}

/** What is set for one person: more than the role gives, less, or nothing. */
export type Own = 'given' | 'taken' | null;

/** What decides about one right of one grant. */
export interface RightState {
  /** The role or a group gives it. */
  shared: boolean;
  own: Own;
  /** An organisation at or above the grant's place does not let it be used. */
  limited: boolean;
}

/** Whether the right may be used: (role + groups + own additions - own withdrawals), less the organisations' limits. */
export const isEffective = ({ shared, own, limited }: RightState): boolean =>
  (shared || own === 'given') && own !== 'taken' && !limited;

/** What must be set for the person so that the right is on or off: nothing where the role or a group does it. */
export const ownFor = (on: boolean, shared: boolean): Own => (on === shared ? null : on ? 'given' : 'taken');
