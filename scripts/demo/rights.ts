import { type Account, TYPE } from './accounts.ts';
import type { Row } from './copy.ts';
import { addDays } from './days.ts';
import type { Post } from './leaders.ts';
import type { Org } from './org.ts';

/** User types, user groups and requests for accounts, as the rows of their tables. */
export interface Rights {
  types: Row[];
  typeRights: Row[];
  groups: Row[];
  groupRights: Row[];
  groupMembers: Row[];
  requests: Row[];
  todos: Row[];
}

const MEMBER = 2;
const WORKER = 3;
const BY = '系统管理员';

const TYPES = [
  {
    id: TYPE.organiser,
    code: 'zzy',
    name: '组织员',
    role_id: WORKER,
    description: '区县、街道、院校党委负责党员发展和组织关系的工作人员',
  },
  {
    id: TYPE.secretary,
    code: 'zbgly',
    name: '支部管理员',
    role_id: WORKER,
    description: '党支部负责平台日常维护的委员',
  },
  { id: TYPE.member, code: 'dy', name: '普通党员', role_id: MEMBER, description: '' },
];

/** What the pages of rights show on a first look; `today` is the day of the first start. */
export function makeRights(
  orgs: readonly Org[],
  posts: readonly Post[],
  accounts: readonly Account[],
  today: string,
): Rights {
  const org = (name: string) => found(orgs.find((one) => one.name === name));
  const account = (login: string) => found(accounts.find((one) => one.login === login));
  const city = org('中共峡州市委员会');
  const county = org('中共临峡区委员会');
  const street = org('江南街道党工委');
  const college = org('峡州职业技术学院党委');
  const [ofCity, ofCounty, ofStreet, ofBranch, ofCollege] = [
    account('420599197507010013'),
    account('420599197803120022'),
    account('420599198008080038'),
    account('420599198510010051'),
    account('420599198309100098'),
  ];
  const holders = new Set(accounts.map(({ holder }) => holder?.id));
  /** Somebody with a post in a branch below, who has no account yet. */
  const official = (above: Org, post: string) =>
    found(
      posts.find(
        (one) =>
          one.post === post &&
          one.org.code.startsWith(above.code) &&
          one.org.kind !== null &&
          !holders.has(one.holder.id),
      ),
    );
  const at = (ago: number, time: string) => `${addDays(today, -ago)}T${time}:00+08:00`;
  const untouched = {
    decided_by: null,
    decided_by_name: null,
    decided_at: null,
    decision: '',
    account_id: null,
    grant_id: null,
  };
  const asked = (id: number, by: Account, from: Org, decider: Org, whom: Pick<Post, 'org' | 'holder'>) => ({
    id,
    member_id: whom.holder.id,
    role_id: WORKER,
    org_id: whom.org.id,
    requested_by: by.id,
    requested_by_name: by.name,
    requested_org_id: from.id,
    decider_org_id: decider.id,
  });
  const waiting = official(college, '组织委员');
  const returned = official(street, '组织委员');
  const withdrawn = official(street, '纪检委员');
  const branch = found(ofBranch.grants[0]);
  const requests: Row[] = [
    {
      ...asked(1, ofStreet, street, county, { org: branch.org, holder: found(ofBranch.holder) }),
      requested_at: at(96, '09:20'),
      reason: '支部换届，新任支部书记需要办理党员信息和组织生活',
      state: 'approved',
      ...untouched,
      decided_by: ofCounty.id,
      decided_by_name: ofCounty.name,
      decided_at: at(95, '15:05'),
      decision: '同意',
      account_id: ofBranch.id,
      grant_id: branch.id,
      made_account: true,
    },
    {
      ...asked(2, ofStreet, street, county, returned),
      requested_at: at(21, '10:40'),
      reason: '协助支部书记补录党员信息',
      state: 'returned',
      ...untouched,
      decided_by: ofCounty.id,
      decided_by_name: ofCounty.name,
      decided_at: at(20, '16:30'),
      decision: '请附支部党员大会的选举结果，补充后重新申请',
      made_account: false,
    },
    {
      ...asked(3, ofStreet, street, county, withdrawn),
      requested_at: at(13, '11:15'),
      reason: '负责支部党费收缴登记',
      state: 'withdrawn',
      ...untouched,
      decided_by: ofStreet.id,
      decided_by_name: ofStreet.name,
      decided_at: at(13, '11:42'),
      made_account: false,
    },
    {
      ...asked(4, ofCollege, college, city, waiting),
      requested_at: at(2, '08:50'),
      reason: '党支部换届后接任组织委员，负责党员信息和组织生活登记',
      state: 'pending',
      ...untouched,
      made_account: false,
    },
  ];
  return {
    types: TYPES.map((type) => ({ ...type, created_by: BY, updated_by: BY })),
    typeRights: [{ type_id: TYPE.organiser, permission_key: 'account:unlock' }],
    groups: [
      {
        id: 1,
        name: '轮播图维护组',
        description: '宣传部门和院校党委的同志，维护首页轮播图',
        org_id: city.id,
        created_by: BY,
        updated_by: BY,
      },
      {
        id: 2,
        name: '年度统计工作组',
        description: '年报期间核对和导出党员信息',
        org_id: county.id,
        created_by: BY,
        updated_by: BY,
      },
    ],
    groupRights: [
      ...['swiper:write', 'dj:lbt'].map((key) => ({ group_id: 1, permission_key: key })),
      ...['member:export', 'right:export'].map((key) => ({ group_id: 2, permission_key: key })),
    ],
    groupMembers: [
      ...[ofCity, ofCollege].map(({ id }) => ({ group_id: 1, account_id: id, added_by: BY })),
      ...[ofCounty, ofStreet, ofBranch].map(({ id }) => ({ group_id: 2, account_id: id, added_by: BY })),
    ],
    requests,
    todos: [
      {
        role_id: WORKER,
        org_id: city.id,
        org_code: city.code,
        module: '权限管理',
        title: `审批${waiting.holder.person.name}的党务工作者账号申请`,
        detail: `${college.name}申请，任职于${waiting.org.name}`,
        act: '审批',
        jump_url: '/popedom/user/request/view/4',
        subject: 'accountRequest:4',
        created_at: at(2, '08:50'),
      },
    ],
  };
}

function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the demo lacks somebody whom its rights name');
  return value;
}
