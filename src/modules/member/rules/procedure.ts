import type { Person } from '#modules/member/rules.ts';

/** What is said at a field that changes by the development file alone. */
export const BY_PROCEDURE = '人员类别随发展党员流程变化，登记有误请申请更正';

/** Facts of a registered person that module recruitment alone writes. */
export const PROCEDURE_FIELDS = ['personCategory', 'appliedOn', 'admissionDate', 'conversionDate'] as const;
export type ProcedureField = (typeof PROCEDURE_FIELDS)[number];

/**
 * The fields of a registered person that a change may not touch. An empty day of a full member may still be filled: such
 * people were registered when they had long been through the procedure.
 */
export const keptByProcedure = (before: Person, after: Person): ProcedureField[] =>
  PROCEDURE_FIELDS.filter((field) => {
    if (before[field] === after[field]) return false;
    return field === 'personCategory' || before.personCategory !== 1 || before[field] !== null;
  });
