import { PERSON_FIELDS, type PersonField } from './fields.ts';
import { AWAY_FIELDS, PROCEDURE_FIELDS } from './procedure.ts';

/**
 * What an earlier state may not bring back: the id card with what it says (changed on request alone), category with its
 * days and status (changed by what the party decides), the phone (of which the history keeps the mask alone). The branch is no field.
 */
const KEPT: ReadonlySet<string> = new Set([
  'idCardNo',
  'birthDate',
  'gender',
  ...PROCEDURE_FIELDS,
  ...AWAY_FIELDS,
  'membershipStatus',
  'phonenumber',
]);

/** The fields of an earlier state that may be written into the record again. */
export const restorableFields: readonly PersonField[] = PERSON_FIELDS.filter(({ wire }) => !KEPT.has(wire));
