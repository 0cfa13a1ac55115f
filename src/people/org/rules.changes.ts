import { BRANCH_TYPES, CLAUSES, MAX_BRANCH_MEMBERS, MIN_FULL_MEMBERS, SIZED_TYPES } from './rules.ts';

/** 变更种类, in the order of the form. */
export const CHANGE_KINDS = {
  establish: '设立',
  rename: '更名',
  move: '隶属调整',
  merge: '合并',
  split: '分设',
  upgrade: '升格',
  revoke: '撤销',
} as const;
export type ChangeKind = keyof typeof CHANGE_KINDS;

export const CHANGE_STATES = { draft: '待执行', done: '已执行', reversed: '已撤回' } as const;
export type ChangeState = keyof typeof CHANGE_STATES;

/** What a document did to one organisation. */
export const CHANGE_ACTS = {
  created: '新设立',
  moved: '调整隶属',
  carried: '随上级调整',
  revoked: '撤销',
  renamed: '更名',
  retyped: '升格',
  kept: '人员划转',
} as const;
export type ChangeAct = keyof typeof CHANGE_ACTS;

/** What becomes of a type when it is upgraded: branch, general branch, base committee. */
export const UPGRADES: Readonly<Record<number, number>> = { 46: 40, 47: 40, 40: 30 };

/** Which kinds name a second organisation, and what it is called. */
export const TARGETS: Readonly<Partial<Record<ChangeKind, string>>> = { move: '新的上级组织', revoke: '承接的组织' };

/** What the first organisation of a kind is called in form and document. */
export const SUBJECTS: Readonly<Record<ChangeKind, string>> = {
  establish: '上级党组织',
  rename: '更名的组织',
  move: '调整的组织',
  merge: '合并后保留的组织',
  split: '分设的组织',
  upgrade: '升格的组织',
  revoke: '撤销的组织',
};

/** Most parts that one organisation is divided into, and most organisations of one merger. */
export const MOST_PARTS = 10;
export const MOST_SOURCES = 20;

/** Members from which a general branch, or a base committee, is usual (《中国共产党国有企业基层组织工作条例（试行）》2019; others take them as a guide). */
const USUAL_SIZES: Readonly<Record<number, number>> = { 40: 50, 30: 100 };

/** A branch as it will stand, for the rules of size. */
export interface FutureSize {
  name: string;
  type: number;
  /** Full members. */
  full: number;
  /** Full and probationary members. */
  party: number;
}

/** What will not be as it should, with the rule that says so; empty where no rule does. */
export interface ChangeWarning {
  text: string;
  clause: string;
}

/** What the bare bound on branches forbids, the first of them as a sentence; empty where it forbids nothing. */
export function faultOfSizes(sizes: readonly FutureSize[]): string {
  const small = sizes.find(({ type, full }) => SIZED_TYPES.includes(type) && full < MIN_FULL_MEMBERS);
  return small ? `${small.name}将只有正式党员${small.full}人，不足${MIN_FULL_MEMBERS}人（${CLAUSES.tooFew}）` : '';
}

/** Sentences on sizes that are unusual (一般); none of them forbids the change. */
export function sizeWarnings(sizes: readonly FutureSize[]): ChangeWarning[] {
  return sizes.flatMap(({ name, type, party }) =>
    BRANCH_TYPES.includes(type) && party > MAX_BRANCH_MEMBERS
      ? [{ text: `${name}将有党员${party}人，超过${MAX_BRANCH_MEMBERS}人`, clause: CLAUSES.tooMany }]
      : [],
  );
}

/** Whether an upgrade comes earlier than usual. */
export function upgradeWarning(name: string, type: number, party: number): ChangeWarning[] {
  const usual = USUAL_SIZES[type];
  if (usual === undefined || party >= usual) return [];
  const [body, clause] = type === 40 ? ['党总支', CLAUSES.generalSize] : ['基层党委', CLAUSES.committeeSize];
  return [{ text: `${name}现有党员${party}人，一般满${usual}人设${body}`, clause }];
}
