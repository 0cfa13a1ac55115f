import { PERSON_FIELDS, type PersonField } from './fields.ts';

/**
 * What people may propose about their own record, by name on the wire: how they are reached, schooling, work. What decides
 * about membership (category, status, dates of the party, branch), the name and the id card are the organisation's to
 * write.
 */
export const SELF_FIELDS = [
  'phonenumber',
  'residence',
  'nativePlace',
  'education',
  'degree',
  'occupation',
  'workUnit',
  'position',
] as const;
export type SelfField = (typeof SELF_FIELDS)[number];

/** The same with label, dictionary and place in a person, in the order of the form. */
export const selfFields: readonly PersonField[] = SELF_FIELDS.flatMap(
  (wire) => PERSON_FIELDS.find((field) => field.wire === wire) ?? [],
);
