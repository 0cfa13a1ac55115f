import { sql } from 'kysely';
import pg from 'pg';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { checkCharacter } from '#people/member/rules/idCard.ts';
import type { Person } from '#people/member/rules.ts';
import { maskText } from '#people/member/rules.ts';
import { recountMembers } from '#people/member/server/counters.ts';
import { memberRow } from '#people/member/server/rowMapper.ts';
import { recountOrgs } from '#people/org/server/recount.ts';
import type { Services } from '#platform/server/context.ts';
import { hashPassword } from '#platform/server/secrecy/passwords.ts';

/** Password of every account of the fixture. */
export const PASSWORD = 'Party2026';

/**
 * A small city: 2 counties, 4 committees, 8 branches; a committee whose code begins like the
 * first county's (`00010010` beside `00010001`), a deleted branch, and a tree of somebody else.
 */
export const ORGS = {
  city: { id: '1', code: '0001', type: 10, parent: null, name: '中共试验市委员会' },
  countyA: { id: '2', code: '00010001', type: 10, parent: 'city', name: '中共甲县委员会' },
  countyB: { id: '3', code: '00010002', type: 10, parent: 'city', name: '中共乙县委员会' },
  twin: { id: '4', code: '00010010', type: 20, parent: 'city', name: '市直机关工委' },
  committeeA1: { id: '11', code: '000100010001', type: 30, parent: 'countyA', name: '甲县城关镇党委' },
  committeeA2: { id: '12', code: '000100010002', type: 30, parent: 'countyA', name: '甲县河口镇党委' },
  committeeB1: { id: '13', code: '000100020001', type: 30, parent: 'countyB', name: '乙县城关镇党委' },
  committeeB2: { id: '14', code: '000100020002', type: 30, parent: 'countyB', name: '乙县山前镇党委' },
  branchA11: { id: '21', code: '0001000100010001', type: 46, parent: 'committeeA1', name: '城关镇第一党支部' },
  branchA12: { id: '22', code: '0001000100010002', type: 46, parent: 'committeeA1', name: '城关镇第二党支部' },
  branchA21: { id: '23', code: '0001000100020001', type: 46, parent: 'committeeA2', name: '河口镇第一党支部' },
  branchA22: { id: '24', code: '0001000100020002', type: 46, parent: 'committeeA2', name: '河口镇第二党支部' },
  branchB11: { id: '25', code: '0001000200010001', type: 46, parent: 'committeeB1', name: '乙县第一党支部' },
  branchB12: { id: '26', code: '0001000200010002', type: 46, parent: 'committeeB1', name: '乙县第二党支部' },
  branchB21: { id: '27', code: '0001000200020001', type: 46, parent: 'committeeB2', name: '山前镇第一党支部' },
  branchB22: { id: '28', code: '0001000200020002', type: 46, parent: 'committeeB2', name: '山前镇第二党支部' },
  deletedBranch: { id: '31', code: '0001000100010003', type: 46, parent: 'committeeA1', name: '城关镇已撤销党支部' },
  otherTree: { id: '41', code: '0002', type: 10, parent: null, name: '中共别市委员会' },
} as const;
export type OrgKey = keyof typeof ORGS;
const ORG_KEYS = Object.keys(ORGS) as OrgKey[];

/**
 * Who can sign in: one role at one organisation each, the city worker a second one in a branch.
 * Worker names end in the place; `person` says that a member record of that branch belongs to it.
 */
export const PRINCIPALS = {
  admin: { roleId: 1, org: 'city', person: null, name: '系统管理员', login: 'admin' },
  cityWorker: { roleId: 3, org: 'city', person: 'branchB21', name: '程市', login: null },
  countyWorker: { roleId: 3, org: 'countyA', person: 'branchA21', name: '项县', login: null },
  otherCountyWorker: { roleId: 3, org: 'countyB', person: 'branchB11', name: '易县', login: null },
  committeeWorker: { roleId: 3, org: 'committeeA1', person: 'branchA11', name: '魏员', login: null },
  siblingWorker: { roleId: 3, org: 'committeeA2', person: 'branchA21', name: '田员', login: null },
  branchWorker: { roleId: 3, org: 'branchA11', person: 'branchA11', name: '支书', login: null },
  twinWorker: { roleId: 3, org: 'twin', person: 'branchB22', name: '季关', login: null },
  member: { roleId: 2, org: 'branchA11', person: 'branchA11', name: '党元', login: null },
  floating: { roleId: 6, org: 'branchA11', person: 'branchA11', name: '刘东', login: null },
  volunteer: { roleId: 7, org: 'branchA12', person: 'branchA12', name: '志远', login: null },
} as const satisfies Record<
  string,
  { roleId: number; org: OrgKey; person: OrgKey | null; name: string; login: string | null }
>;
export type Principal = keyof typeof PRINCIPALS;

/** What the fixture made of a principal. */
export interface Known {
  accountId: string;
  grantId: string;
  orgId: string;
  orgCode: string;
  memberId: string | null;
  /** What is typed at the login: the id card, or `admin`. */
  loginName: string;
}

export interface Fixture {
  principals: Record<Principal, Known>;
  /** Ids of the five plain people of each organisation that has some, by category 1 to 5; the last one's branch is deleted. */
  members: Partial<Record<OrgKey, string[]>>;
  /** A member that was deleted from branch A11. */
  deletedMemberId: string;
}

/** A valid id card of area 420599, which is assigned to nobody; different for each number. */
export function testIdCard(number: number, birthDate = '1980-05-17', gender: 1 | 2 = 1): string {
  const serial = number * 2 + (gender === 1 ? 1 : 0);
  const first17 = `420599${birthDate.replaceAll('-', '')}${String(serial % 1000).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
}

/** A complete full member; any field may be given. */
export function testPerson(given: Partial<Person> = {}): Person {
  return {
    name: '张试',
    idCard: null,
    gender: 1,
    birthDate: '1980-05-17',
    nation: '01',
    personCategory: 1,
    membershipStatus: 1,
    education: '21',
    degree: null,
    occupation: 5,
    nativePlace: '湖北',
    residence: '试验市',
    workUnit: '',
    position: '',
    partyPost: '',
    phone: null,
    appliedOn: '2004-01-05',
    admissionDate: '2006-06-20',
    conversionDate: '2007-06-20',
    joinType: 1,
    joinedBranchOn: '2006-06-20',
    isFloating: false,
    isLostContact: false,
    isMigrantWorker: false,
    remark: '',
    ...given,
  };
}

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗';
let passwordHash: Promise<string> | null = null;

/** Fills an empty, migrated database; ids of organisations are fixed, the others are handed out. */
export async function fillTiny(services: Services): Promise<Fixture> {
  await insertOrgs(services);
  let serial = 0;
  const add = async (person: Partial<Person>, org: OrgKey) => {
    serial++;
    const idCard = testIdCard(serial);
    const place = { id: String(1000 + serial), orgId: ORGS[org].id, orgCode: ORGS[org].code, sort: serial };
    const phone = `1990000${String(serial).padStart(4, '0')}`;
    const row = memberRow(testPerson({ idCard, phone, ...person }), place, services.vault);
    await services.db.insertInto('member').values(row).execute();
    return { id: place.id, idCard };
  };

  const members: Fixture['members'] = {};
  for (const key of ORG_KEYS.filter((org) => ORGS[org].type === 46)) {
    members[key] = [];
    for (const category of [1, 2, 3, 4, 5]) {
      const surname = SURNAMES.charAt(serial % SURNAMES.length);
      const { id } = await add({ ...stage(category), name: `${surname}小${'一二三四五'.charAt(category - 1)}` }, key);
      members[key].push(id);
    }
  }
  const deleted = await add({ name: '已删除' }, 'branchA11');
  await sql`update member set deleted_at = now(), deleted_by = '试', delete_reason = '重复登记'
             where id = ${deleted.id} or org_code = ${ORGS.deletedBranch.code}`.execute(services.db);

  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  const principals = {} as Record<Principal, Known>;
  for (const [key, who] of Object.entries(PRINCIPALS)) {
    const person = who.person ? await add({ name: who.name, isFloating: who.roleId === 6 }, who.person) : null;
    const loginName = who.login ?? person?.idCard ?? '';
    const account = await services.db
      .insertInto('account')
      .values({
        login_index: loginIndex(services.vault, loginName),
        login_mask: maskText(loginName),
        name: who.name,
        password_hash: hash,
        member_id: person?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    principals[key as Principal] = {
      accountId: account.id,
      grantId: await grantRole(services, account.id, who.roleId, who.org),
      orgId: ORGS[who.org].id,
      orgCode: ORGS[who.org].code,
      memberId: person?.id ?? null,
      loginName,
    };
  }
  await grantRole(services, principals.cityWorker.accountId, 3, 'branchA12');
  await sql`select setval(pg_get_serial_sequence('member', 'id'), 5000)`.execute(services.db);
  await recount(services);
  return { principals, members, deletedMemberId: deleted.id };
}

/** Gives an account one more role; answers the id of the grant. */
export async function grantRole(services: Services, accountId: string, roleId: number, org: OrgKey): Promise<string> {
  const { id } = await services.db
    .insertInto('account_role')
    .values({ account_id: accountId, role_id: roleId, org_id: ORGS[org].id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertOrgs(services: Services) {
  for (const key of ORG_KEYS) {
    const { id, code, type, parent, name } = ORGS[key];
    const children = ORG_KEYS.filter((other) => ORGS[other].parent === key);
    await services.db
      .insertInto('organisation')
      .values({
        id,
        code,
        type,
        name,
        parent_id: parent === null ? null : ORGS[parent].id,
        sort: Number(code.slice(-4)),
        next_child: Math.max(0, ...children.map((child) => Number(ORGS[child].code.slice(-4)))) + 1,
        child_count: children.filter((child) => child !== 'deletedBranch').length,
        deleted_at: key === 'deletedBranch' ? new Date() : null,
      })
      .execute();
  }
  await sql`select setval(pg_get_serial_sequence('organisation', 'id'), 1000)`.execute(services.db);
}

/** What is known of a person by category: nobody on the way has a date of admission. */
function stage(category: number): Partial<Person> {
  if (category === 1) return { personCategory: 1 };
  if (category === 2) return { personCategory: 2, conversionDate: null };
  return { personCategory: category, admissionDate: null, conversionDate: null, joinType: null, joinedBranchOn: null };
}

async function recount(services: Services) {
  const client = new pg.Client({ connectionString: services.config.databaseUrl ?? '' });
  await client.connect();
  await recountMembers(client);
  await recountOrgs(client);
  await client.end();
}
