import type { Person } from '#modules/member/rules.ts';

/** What is said at a field that changes by the development file alone. */
export const BY_PROCEDURE = '人员类别随发展党员流程变化，登记有误请申请更正';

/** Facts of a registered person that module recruitment alone writes. */
export const PROCEDURE_FIELDS = ['personCategory', 'appliedOn', 'admissionDate', 'conversionDate'] as const;
export type ProcedureField = (typeof PROCEDURE_FIELDS)[number];

/**
 * Whether a value of a registered person stands until it is corrected with the leave of the organisation above. An empty day of a full member may still be filled: such
 * people were registered when they had long been through the procedure.
 */
export const standsByProcedure = (field: ProcedureField, personCategory: number, isEmpty: boolean): boolean =>
  field === 'personCategory' || personCategory !== 1 || !isEmpty;

/** The fields of a registered person that a change would touch and may not. */
export const keptByProcedure = (before: Person, after: Person): ProcedureField[] =>
  PROCEDURE_FIELDS.filter(
    (field) =>
      before[field] !== after[field] && standsByProcedure(field, before.personCategory, before[field] === null),
  );

/** What is said at a field that follows from the registrations of floating members and the log of contacts. */
export const BY_FLOATING = '由流动登记和联系情况得出，请在“流动党员”中办理';

/** Facts of a registered person that module floating alone writes (server/away.ts). */
export const AWAY_FIELDS = ['isFloating', 'isLostContact'] as const;

/** The fields of a registered person that a change would touch and may not, each with the sentence that names its page. */
export const keptFields = (before: Person, after: Person): Record<string, string> => ({
  ...Object.fromEntries(keptByProcedure(before, after).map((field) => [field, BY_PROCEDURE])),
  ...Object.fromEntries(
    AWAY_FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, BY_FLOATING]),
  ),
});
