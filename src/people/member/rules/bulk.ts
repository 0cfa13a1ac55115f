import { personProblems } from '#people/member/rules/checks.ts';
import type { Person } from '#people/member/rules.ts';
import { PERSON_FIELDS, type PersonField } from './fields.ts';
import { keptFields } from './procedure.ts';

/** People that one change may meet. */
export const MOST_AT_ONCE = 50_000;

/**
 * The fields that may be set alike for many. Left out: what belongs to one person alone (name, id card, sex, birth, phone,
 * photo), and category, membership status, floating and lost contact, which follow from a procedure for each person.
 */
const SET_TOGETHER = [
  'nation',
  'education',
  'degree',
  'occupation',
  'nativePlace',
  'residence',
  'workUnit',
  'position',
  'partyPost',
  'appliedOn',
  'admissionDate',
  'conversionDate',
  'joinType',
  'joinedBranchOn',
  'isMigrantWorker',
  'remark',
] as const;
export type BulkField = (typeof SET_TOGETHER)[number];
export const BULK_FIELDS = PERSON_FIELDS.filter(({ wire }) => (SET_TOGETHER as readonly string[]).includes(wire));

/** The field of a wire name, or undefined where it may not be set for many. */
export const bulkField = (wire: string): PersonField | undefined => BULK_FIELDS.find((field) => field.wire === wire);

/** What becomes of one person: `due` will be changed, `same` is so already, `refused` cannot be, for the reason in `note`. */
export interface Verdict {
  state: 'due' | 'same' | 'refused';
  note: string;
}

/** Judges the new value of one field as the form does: only what contradicts this field stands in its way. */
export function judgeField(person: Person, field: keyof Person, value: Person[keyof Person], today: string): Verdict {
  if (person[field] === value) return { state: 'same', note: '' };
  const next = { ...person, [field]: value };
  const problem = personProblems(next, today).find(
    ({ impossible, with: fields }) => impossible && fields.includes(field),
  );
  if (problem) return { state: 'refused', note: problem.text };
  const [kept] = Object.values(keptFields(person, next));
  if (kept) return { state: 'refused', note: kept };
  return { state: 'due', note: '' };
}
