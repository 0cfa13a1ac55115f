/** Organisations in which members stand directly and below which there are no others. */
export const BRANCH_TYPES: readonly number[] = [46, 47, 48, 50];
/** Branches that must hold three full members: 党支部 and 联合党支部; a temporary one need not. */
export const SIZED_TYPES: readonly number[] = [46, 47];
/** 联合党支部. */
export const JOINT_TYPE = 47;
/** 临时党支部: for a task or project of less than so many months; a longer one has a branch (domain 4.4). */
export const TEMPORARY_TYPE = 48;
export const TEMPORARY_MONTHS = 6;
/** Organisations that are elected for a term; an appointed or temporary one has none. */
export const TERM_TYPES: readonly number[] = [30, 40, 46, 47];
/** Base organisations, each of which has a secretary. */
export const SECRETARY_TYPES: readonly number[] = [30, 40, 46, 47, 48];
/** Committees, which alone may hold 具有审批预备党员权限. */
export const COMMITTEE_TYPES: readonly number[] = [10, 20, 30];

export const MIN_FULL_MEMBERS = 3;
export const MAX_BRANCH_MEMBERS = 50;
/** From so many full members on a branch elects a committee, of at least so many (domain 4.4). */
export const COMMITTEE_FROM = 7;
export const MIN_COMMITTEE = 3;
/** A branch committee has normally at most so many; a branch without one, a secretary and at most one deputy. */
export const MAX_COMMITTEE = 7;
export const MAX_WITHOUT_COMMITTEE = 2;
/** A joint branch covers normally at most so many units. */
export const MAX_JOINT_UNITS = 5;
/** Party members of a general branch, and from so many on of a base committee. */
export const GENERAL_FROM = 50;
export const COMMITTEE_BODY_FROM = 100;
/** 单位性质 of public bodies and state enterprises, whose regulations name these numbers. */
export const NUMBERED_NATURES: readonly string[] = ['1', '31'];
/** The superior reminds from six months before the end of a term on (TERM18). */
export const TERM_NOTICE_MONTHS = 6;
/** Levels of codes of four digits that the platform holds. */
export const MAX_LEVELS = 12;

const TERMS_CLAUSE = '《关于党的基层组织任期的意见》（2018年）';
const BRANCH_CLAUSE = '《中国共产党支部工作条例（试行）》第二章';

const COMMITTEE_CLAUSE = '《中国共产党支部工作条例（试行）》第六章';
const BODIES_CLAUSE = '《中国共产党党和国家机关基层组织工作条例》《中国共产党国有企业基层组织工作条例（试行）》第二章';

/** The rule behind each warning, as the user reads it. */
export const CLAUSES = {
  termOverdue: `${TERMS_CLAUSE}：任期届满应按期换届，提前或延期须经上级党组织批准，一般不超过1年`,
  termDue: `${TERMS_CLAUSE}：上级党组织在任期届满前6个月提醒做好换届准备`,
  termYears: `${TERMS_CLAUSE}：党的基层委员会每届任期5年，党总支、党支部3年，村和社区党组织5年`,
  noSecretary: `${COMMITTEE_CLAUSE}：正式党员7人以上设支部委员会，不足7人设1名书记`,
  noCommittee: `${COMMITTEE_CLAUSE}：正式党员7人以上的党支部设立支部委员会，由3至5人组成，一般不超过7人`,
  bigTeam: `${COMMITTEE_CLAUSE}：支部委员会一般不超过7人；正式党员不足7人的设1名书记，必要时设1名副书记`,
  tooFew: `${BRANCH_CLAUSE}：正式党员3人以上成立党支部，不足3人的成立联合党支部`,
  tooMany: `${BRANCH_CLAUSE}：党支部党员人数一般不超过50人`,
  manyUnits: `${BRANCH_CLAUSE}：联合党支部覆盖单位一般不超过5个`,
  longTemporary: `${BRANCH_CLAUSE}：为期6个月以上的工程、项目等，符合条件的成立党支部；临时党支部为完成一项任务而设`,
  generalSize: `${BODIES_CLAUSE}：党员50人以上、100人以下的设立党总支；不足50人确因工作需要的，须经上级党组织批准`,
  committeeSize: `${BODIES_CLAUSE}：党员100人以上的设立党委；不足100人确因工作需要的，须经上级党组织批准`,
} as const;

export type WarningCode = keyof typeof CLAUSES;

/**
 * The warnings as lists and the home ask for them: `title` in two to four words, `detail` the whole of it. 任期届满 counts
 * the terms that are over and those that end within the notice.
 */
export const WARNING_LISTS = {
  termDue: { title: '任期届满', detail: '任期已满或6个月内届满的党组织', codes: ['termOverdue', 'termDue'] },
  termOverdue: { title: '逾期未换届', detail: '任期已满、尚未换届的党组织', codes: ['termOverdue'] },
  termYears: { title: '任期年限不符', detail: '登记的任期年限与规定不一致的党组织', codes: ['termYears'] },
  noSecretary: { title: '书记空缺', detail: '没有书记的基层党组织', codes: ['noSecretary'] },
  noCommittee: { title: '未设委员会', detail: '正式党员7人以上、班子不足3人的党支部', codes: ['noCommittee'] },
  bigTeam: { title: '班子超员', detail: '班子人数超过规定的党支部', codes: ['bigTeam'] },
  tooFew: { title: '人数不足', detail: '正式党员不足3人的党支部', codes: ['tooFew'] },
  tooMany: { title: '人数过多', detail: '党员超过50人的党支部', codes: ['tooMany'] },
  manyUnits: { title: '覆盖单位过多', detail: '覆盖单位超过5个的联合党支部', codes: ['manyUnits'] },
  longTemporary: { title: '临时支部超期', detail: '成立超过6个月的临时党支部', codes: ['longTemporary'] },
  generalSize: { title: '党总支规模', detail: '党员不足50人或超过100人的机关、国企党总支', codes: ['generalSize'] },
  committeeSize: { title: '党委规模', detail: '党员不足100人的机关、国企党委', codes: ['committeeSize'] },
} as const satisfies Record<string, { title: string; detail: string; codes: readonly WarningCode[] }>;
export type WarningList = keyof typeof WARNING_LISTS;

/** 单位性质 (dictionary 0011) of communities and villages. */
export const VILLAGE_NATURES: readonly string[] = ['7', '8'];

/**
 * Years of a term (TERM18): base committee 5, general branch and branch 3, all of them 5 in a
 * village or community; null for what is not elected.
 * @param nature dictionary 0011 of the unit that the organisation belongs to
 */
export function termYears(type: number, nature: string | null): number | null {
  if (!TERM_TYPES.includes(type)) return null;
  return type === 30 || (nature !== null && VILLAGE_NATURES.includes(nature)) ? 5 : 3;
}

/** What is known of an organisation when its warnings are drawn up. Dates `YYYY-MM-DD`. */
export interface OrgState {
  type: number;
  fullMembers: number;
  /** Full and probationary members. */
  partyMembers: number;
  hasSecretary: boolean;
  /** Leading members of the current term. */
  teamSize: number;
  /** Units that stand in the organisation itself. */
  units: number;
  /** A temporary branch that has stood for more than `TEMPORARY_MONTHS`. */
  longTemporary: boolean;
  /** One of them is a public body or a state enterprise. */
  numbered: boolean;
  nature: string | null;
  /** The current one; without a day and years where the leadership is appointed. */
  term: { expiresOn: string | null; years: number | null } | null;
  today: string;
  /** The last day on which an ending term is announced: today and six months. */
  noticeUntil: string;
}

/** What is amiss with one organisation, each with the rule that says so (domain rules of size and term). */
export function orgWarnings(org: OrgState): { code: WarningCode; text: string; clause: string }[] {
  const found: [WarningCode, string][] = [];
  if (org.term?.expiresOn && TERM_TYPES.includes(org.type)) {
    const { expiresOn, years } = org.term;
    if (expiresOn < org.today) {
      const late = nextYear(expiresOn) < org.today ? '，已超过1年' : '';
      found.push(['termOverdue', `本届任期已于${expiresOn}届满，尚未换届${late}`]);
    }
    if (expiresOn >= org.today && expiresOn <= org.noticeUntil)
      found.push(['termDue', `本届任期将于${expiresOn}届满，应着手换届`]);
    const due = termYears(org.type, org.nature);
    if (due !== null && years !== due) found.push(['termYears', `本届任期登记为${years}年，按规定应为${due}年`]);
  }
  if (SECRETARY_TYPES.includes(org.type) && !org.hasSecretary) found.push(['noSecretary', '书记空缺']);
  if (SIZED_TYPES.includes(org.type) && org.fullMembers >= COMMITTEE_FROM && org.teamSize < MIN_COMMITTEE) {
    found.push(['noCommittee', `正式党员${org.fullMembers}人，班子成员${org.teamSize}人，应设支部委员会`]);
  }
  if (SIZED_TYPES.includes(org.type) && org.teamSize > teamLimit(org.fullMembers)) {
    found.push([
      'bigTeam',
      `正式党员${org.fullMembers}人，班子成员${org.teamSize}人，一般不超过${teamLimit(org.fullMembers)}人`,
    ]);
  }
  if (SIZED_TYPES.includes(org.type) && org.fullMembers < MIN_FULL_MEMBERS) {
    found.push(['tooFew', `正式党员${org.fullMembers}人，不足${MIN_FULL_MEMBERS}人`]);
  }
  if (BRANCH_TYPES.includes(org.type) && org.partyMembers > MAX_BRANCH_MEMBERS) {
    found.push(['tooMany', `党员${org.partyMembers}人，超过${MAX_BRANCH_MEMBERS}人`]);
  }
  if (org.type === JOINT_TYPE && org.units > MAX_JOINT_UNITS) {
    found.push(['manyUnits', `覆盖${org.units}个单位，超过${MAX_JOINT_UNITS}个`]);
  }
  if (org.longTemporary) {
    found.push(['longTemporary', `成立已超过${TEMPORARY_MONTHS}个月，任务延续的应成立党支部，任务已完成的应撤销`]);
  }
  if (org.numbered && org.type === 40 && (org.partyMembers < GENERAL_FROM || org.partyMembers > COMMITTEE_BODY_FROM)) {
    const many = org.partyMembers > COMMITTEE_BODY_FROM;
    found.push([
      'generalSize',
      many
        ? `党员${org.partyMembers}人，超过${COMMITTEE_BODY_FROM}人，可设立党委`
        : `党员${org.partyMembers}人，不足${GENERAL_FROM}人`,
    ]);
  }
  if (org.numbered && org.type === 30 && org.partyMembers < COMMITTEE_BODY_FROM) {
    found.push(['committeeSize', `党员${org.partyMembers}人，不足${COMMITTEE_BODY_FROM}人`]);
  }
  return found.map(([code, text]) => ({ code, text, clause: CLAUSES[code] }));
}

const teamLimit = (fullMembers: number) => (fullMembers >= COMMITTEE_FROM ? MAX_COMMITTEE : MAX_WITHOUT_COMMITTEE);

/** The same day a year later, `YYYY-MM-DD`, for comparisons alone: 29 February stays as it is. */
const nextYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

const NODE_TYPES: readonly number[] = [28, 29];
/** From the top down; a node or group (28, 29) may stand anywhere but below a branch. */
const RANKS: Readonly<Record<number, number>> = { 10: 1, 20: 2, 21: 2, 30: 3, 40: 4, 46: 5, 47: 5, 48: 5, 50: 5 };

/** Whether an organisation of one type may stand directly below one of another. */
export function mayStandBelow(parentType: number, childType: number): boolean {
  if (BRANCH_TYPES.includes(parentType)) return false;
  const parent = RANKS[parentType];
  const child = RANKS[childType];
  if (parent === undefined || child === undefined) return child !== undefined || NODE_TYPES.includes(childType);
  return parent === 4 ? child === 5 : child >= parent;
}

/** The fields of an organisation that must agree with each other. */
export interface OrgFacts {
  type: number;
  foundedOn: string | null;
  canApprove: boolean;
  lng: number | null;
  lat: number | null;
}

/** Contradictions between the fields, a sentence for each wrong one; `today` is `YYYY-MM-DD`. */
export function checkOrg(org: OrgFacts, today: string): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (org.foundedOn !== null && org.foundedOn > today) wrong.foundedOn = '成立日期不能晚于今天';
  if (org.foundedOn !== null && org.foundedOn < '1921-07-01') wrong.foundedOn = '成立日期不能早于1921年7月';
  if (org.canApprove && !COMMITTEE_TYPES.includes(org.type))
    wrong.canApprove = '只有党委、党工委可以具有审批预备党员权限';
  if ((org.lng === null) !== (org.lat === null)) wrong[org.lng === null ? 'lng' : 'lat'] = '经度和纬度应同时填写';
  return wrong;
}

/** A name as it is compared: without gaps and without what every organisation bears. */
export const plainOrgName = (name: string) => name.replace(/\s/g, '').replace(/^(中国共产党|中共)/, '');
