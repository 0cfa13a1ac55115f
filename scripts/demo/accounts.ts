import { ACCOUNT_PEOPLE, APPLICANT } from './cast.ts';
import type { Placed, Post } from './leaders.ts';
import { isBranch, type Org } from './org.ts';

/** The password of all demo accounts, as the README says. */
export const DEMO_PASSWORD = 'Party2026';

/** Ids of the user types (rights.ts). */
export const TYPE = { organiser: 1, secretary: 2, member: 3 } as const;

/** Who the demo accounts are, in the order of their ids. */
export const ACCOUNT_TITLES: readonly [login: string, title: string][] = [
  ['admin', '系统管理员'],
  ['420599197507010013', '市级党务工作者（另在一个支部任党务工作者，可切换角色）'],
  ['420599197803120022', '区县党务工作者'],
  ['420599198008080038', '基层党委党务工作者'],
  ['420599198510010051', '支部党务工作者'],
  ['42059919900520006X', '党员'],
  ['420599199209090077', '流动党员'],
  ['420599199503040089', '志愿者'],
  ['420599198309100098', '学院党委党务工作者'],
];

export interface Grant {
  id: number;
  accountId: number;
  roleId: number;
  org: Org;
}

export interface Account {
  id: number;
  login: string;
  name: string;
  holder: Placed | null;
  loginCount: number;
  /** Id of its user type. */
  type: number | null;
  grants: Grant[];
}

const ADMINISTRATOR = 1;
const MEMBER = 2;
const WORKER = 3;
const FLOATING = 6;
const VOLUNTEER = 7;

/** Roles by id card; the organisation by its name, none: the holder's own branch. */
const ROLES: Record<string, { loginCount: number; type?: number; grants: [role: number, org: string | null][] }> = {
  '420599197507010013': {
    loginCount: 486,
    grants: [
      [WORKER, '中共峡州市委员会'],
      [WORKER, null],
    ],
  },
  '420599197803120022': { loginCount: 254, type: TYPE.organiser, grants: [[WORKER, '中共临峡区委员会']] },
  '420599198008080038': { loginCount: 311, type: TYPE.organiser, grants: [[WORKER, '江南街道党工委']] },
  '420599198510010051': { loginCount: 97, type: TYPE.secretary, grants: [[WORKER, null]] },
  '42059919900520006X': { loginCount: 21, type: TYPE.member, grants: [[MEMBER, null]] },
  '420599199209090077': { loginCount: 8, grants: [[FLOATING, null]] },
  '420599199503040089': { loginCount: 15, grants: [[VOLUNTEER, null]] },
  '420599198309100098': { loginCount: 173, type: TYPE.organiser, grants: [[WORKER, '峡州职业技术学院党委']] },
};

/** The nine demo accounts: the administrator and the eight people of the cast. */
export function makeAccounts(orgs: readonly Org[], people: readonly Placed[]): Account[] {
  const root = orgs[0];
  if (!root) throw new Error('a city without organisations');
  let grants = 1;
  const administrator: Account = {
    id: 1,
    login: 'admin',
    name: '系统管理员',
    holder: null,
    loginCount: 128,
    type: null,
    grants: [{ id: grants++, accountId: 1, roleId: ADMINISTRATOR, org: root }],
  };
  return [
    administrator,
    ...ACCOUNT_PEOPLE.map(({ idCard }, index) => {
      const holder = people.find(({ person }) => person.idCard === idCard);
      const role = ROLES[idCard];
      if (!holder || !role) throw new Error('a demo account without its person');
      return {
        id: index + 2,
        login: idCard,
        name: holder.person.name,
        holder,
        loginCount: role.loginCount,
        type: role.type ?? null,
        grants: role.grants.map(([roleId, name]) => {
          const org = name === null ? holder.org : orgs.find((one) => one.name === name);
          if (!org) throw new Error(`no organisation ${name}`);
          return { id: grants++, accountId: index + 2, roleId, org };
        }),
      };
    }),
  ];
}

/** The login of the worker of an organisation: the README says so, whatever the day of the first start. */
export const workerLogin = (orgCode: string) => `dw${orgCode}`;

/**
 * A worker for each organisation that has none among the demo accounts, so that approvals and tasks reach somebody. It is
 * one of its leaders, the secretary last; where all of them are taken, another full member.
 * @param taken ids of people who have an account or ask for one
 */
export function makeWorkers(
  orgs: readonly Org[],
  posts: readonly Post[],
  people: readonly Placed[],
  accounts: readonly Account[],
  taken: Iterable<number>,
): Account[] {
  const busy = new Set(taken);
  for (const { holder } of accounts) if (holder) busy.add(holder.id);
  const held = new Set(
    accounts.flatMap(({ grants }) => grants.filter(({ roleId }) => roleId === WORKER).map(({ org }) => org)),
  );
  const leaders = Map.groupBy(posts, ({ org }) => org);
  const members = Map.groupBy(
    people.filter(({ person }) => person.personCategory === 1 && person.membershipStatus === 1),
    ({ org }) => org,
  );
  let id = accounts.length;
  let grant = accounts.reduce((sum, { grants }) => sum + grants.length, 0);
  return orgs
    .filter((org) => !held.has(org))
    .map((org) => {
      const holder =
        leaders.get(org)?.findLast((post) => !busy.has(post.holder.id))?.holder ??
        members.get(org)?.find((placed) => !busy.has(placed.id));
      if (!holder) throw new Error(`nobody works at ${org.name}`);
      busy.add(holder.id);
      id++;
      grant++;
      return {
        id,
        login: workerLogin(org.code),
        name: holder.person.name,
        holder,
        loginCount: 2 + ((id * 37) % 60),
        type: isBranch(org) ? TYPE.secretary : TYPE.organiser,
        grants: [{ id: grant, accountId: id, roleId: WORKER, org }],
      };
    });
}

/** The login of the applicant, whose own way the README names. */
export const APPLICANT_LOGIN = 'shenqingren';

/** The account of the applicant, after the other accounts and their grants. */
export function makeApplicant(accounts: readonly Account[], people: readonly Placed[]): Account {
  const holder = people.find(({ person }) => person.name === APPLICANT && person.personCategory === 5);
  if (!holder) throw new Error(`${APPLICANT} is missing`);
  const id = accounts.length + 1;
  const grant = accounts.reduce((sum, { grants }) => sum + grants.length, 0) + 1;
  return {
    id,
    login: APPLICANT_LOGIN,
    name: APPLICANT,
    holder,
    loginCount: 3,
    type: TYPE.member,
    grants: [{ id: grant, accountId: id, roleId: MEMBER, org: holder.org }],
  };
}

/** The login of the student, whose own courses and tests the README names. */
export const STUDENT_LOGIN = 'xuesheng';
/** The branch of the college in which the student is. */
const STUDENTS = '机电工程学院学生第一党支部';

/** The account of a student of the college, after all others and their grants. */
export function makeStudent(accounts: readonly Account[], people: readonly Placed[], taken: Iterable<number>): Account {
  const busy = new Set(taken);
  for (const { holder } of accounts) if (holder) busy.add(holder.id);
  const holder = people.find(
    ({ id, org, person }) => org.name === STUDENTS && person.personCategory === 1 && !busy.has(id),
  );
  if (!holder) throw new Error('the college is without students');
  const id = accounts.length + 1;
  const grant = accounts.reduce((sum, { grants }) => sum + grants.length, 0) + 1;
  return {
    id,
    login: STUDENT_LOGIN,
    name: holder.person.name,
    holder,
    loginCount: 6,
    type: TYPE.member,
    grants: [{ id: grant, accountId: id, roleId: MEMBER, org: holder.org }],
  };
}
