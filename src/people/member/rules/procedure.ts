import type { Person } from '#people/member/rules.ts';

/** What is said at a field that changes by the development file alone. */
export const BY_PROCEDURE = '人员类别随发展党员流程变化，登记有误请申请更正';

/** Facts of a registered person that module recruitment alone writes. */
export const PROCEDURE_FIELDS = ['personCategory', 'appliedOn', 'admissionDate', 'conversionDate'] as const;
export type ProcedureField = (typeof PROCEDURE_FIELDS)[number];

/**
 * Whether a value of a registered person stands until it is corrected with the leave of the organisation above. An empty day of a full member may still be filled: such
 * people were registered when they had long been through the procedure.
 */
export const isSetByProcedure = (field: ProcedureField, personCategory: number, isEmpty: boolean): boolean =>
  field === 'personCategory' || personCategory !== 1 || !isEmpty;

/** The fields of a registered person that a change would touch and may not. */
export const keptByProcedure = (before: Person, after: Person): ProcedureField[] =>
  PROCEDURE_FIELDS.filter(
    (field) => before[field] !== after[field] && isSetByProcedure(field, before.personCategory, before[field] === null),
  );

/** What is said at a field that follows from the registrations of floating members and the log of contacts. */
export const BY_FLOATING = '由流动登记和联系情况得出，请在“流动党员”中办理';

/** Facts of a registered person that module floating alone writes (server/away.ts). */
export const AWAY_FIELDS = ['isFloating', 'isLostContact'] as const;

/** What is said at the field of 党籍状态. */
export const BY_VARIATION = '党籍状态随党员异动和组织关系转接变化，请在“党员异动”中办理';

/** The fields of a registered person that a change would touch and may not, each with the sentence that names its page. */
export const keptFields = (before: Person, after: Person): Record<string, string> => ({
  ...Object.fromEntries(keptByProcedure(before, after).map((field) => [field, BY_PROCEDURE])),
  ...(before.membershipStatus === after.membershipStatus ? {} : { membershipStatus: BY_VARIATION }),
  ...Object.fromEntries(
    AWAY_FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, BY_FLOATING]),
  ),
});

/** 党籍状态 that only a decision brings about: 停止党籍, 出党, 死亡, 其他. */
const DECIDED: readonly number[] = [2, 3, 4, 6];

/** Why two records of one person cannot become one of this 党籍状态; empty: they can. What was decided of either stands. */
export function mergedStatusFault(kept: number, other: number, after: number): string {
  const decided = DECIDED.includes(kept) ? kept : DECIDED.includes(other) ? other : after;
  return after === decided ? '' : '其中一份的党籍状态由党员异动得出，合并后须保留那一份的党籍状态';
}
