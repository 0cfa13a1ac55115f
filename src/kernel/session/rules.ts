import { ROLE } from './contract.ts';

/** Wrong passwords that a login name may have before it is locked, and for how long (specification, section 9). */
export const TRIES = 5;
export const LOCK_MINUTES = 30;

const CITY_LENGTH = 4;
const COUNTY_LENGTH = 8;
const TOWNSHIP_LENGTH = 12;
/** 地方党委 and 党工委: at a county's place in the tree they lead the county. */
const LEADS_AREA = new Set([10, 20]);
/** 地方党委, 党工委, 党组, 基层党委. */
const COMMITTEES = new Set([10, 20, 21, 30]);

/** Where an organisation stands. */
export interface Standing {
  orgCode: string;
  /** Dictionary 0001. */
  orgType: number;
  /** Whether the role works for the subtree or sees the own record alone. */
  base: 'subtree' | 'own';
}

/** The local committee at the top of the tree; a college's has another type. */
const leadsCity = ({ orgCode, orgType }: Pick<Standing, 'orgCode' | 'orgType'>) =>
  orgCode.length === CITY_LENGTH && LEADS_AREA.has(orgType);
const leadsCounty = ({ orgCode, orgType }: Pick<Standing, 'orgCode' | 'orgType'>) =>
  orgCode.length === COUNTY_LENGTH && LEADS_AREA.has(orgType);

/** The administrator, and the three into whom the role may be separated (三员). */
export const ADMINISTRATORS: ReadonlySet<number> = new Set([ROLE.administrator, 8, 9, 10]);

/** Where the three separated administrators begin (三员): they do not see the figures of the party work. */
const SEPARATED_HOMES: Readonly<Record<number, string>> = {
  8: '/sys/site',
  9: '/popedom/user/account',
  10: '/sys/logs',
};

/** The page on which a role begins. */
export function roleUrl(roleId: number, standing: Standing): string {
  if (roleId === ROLE.administrator) return '/partyCommittee';
  const separated = SEPARATED_HOMES[roleId];
  if (separated) return separated;
  if (standing.base === 'own') return '/partyMember';
  if (leadsCity(standing) || leadsCounty(standing)) return '/countyCity';
  return COMMITTEES.has(standing.orgType) ? '/partyCommittee' : '/partyBranch';
}

/** 1 county level, 2 township level, null for all others (specification, section 3). */
export function administrativeLevel(standing: Pick<Standing, 'orgCode' | 'orgType'>): number | null {
  if (leadsCounty(standing)) return 1;
  return standing.orgCode.length === TOWNSHIP_LENGTH && COMMITTEES.has(standing.orgType) ? 2 : null;
}

/** Roles that a deployment adds have ids from here on (migration 0060). */
const isAdded = (roleId: number) => roleId >= 100;

/** City and county workers work in the intranet where the site has one (specification, section 1). */
export const worksInIntranet = (roleId: number, standing: Standing) =>
  (roleId === ROLE.worker || (isAdded(roleId) && standing.base === 'subtree')) &&
  (standing.orgCode.length === CITY_LENGTH || leadsCounty(standing));

/** SMS codes (specification, section 9, and promise P18 of the security reference). */
export const SMS = {
  digits: 6,
  everySeconds: 60,
  perHour: 5,
  /** Of the five, so many from one address: one stranger leaves some to the owner elsewhere. */
  perHourAndSource: 3,
  perHourAndIp: 20,
  goodSeconds: 300,
  tries: 5,
} as const;

/** How a session was opened by name and password, in the log's words. */
export const PASSWORD_WAY = '账号';
