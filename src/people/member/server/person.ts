import type { DictNames } from '#kernel/dictionary/server/names.ts';
import { type CountedPerson, memberFacts } from '#people/member/rules/facts.ts';
import { PERSON_FIELDS, type PersonField } from '#people/member/rules/fields.ts';
import { completeness, maskText, type Person } from '#people/member/rules.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import type { CountDelta } from '#platform/server/sums/counters.ts';
import type { MemberRecord } from './queries/record.ts';
import { idCardPlace, phonePlace } from './rowMapper.ts';

/** A row as the plain person behind it, personal values opened. Never sent, never logged. */
export function personOf(
  row: Omit<MemberRecord, 'name_grams' | 'pinyin' | 'initials' | 'row_faults'>,
  vault: Vault,
): Person {
  return {
    name: row.name,
    idCard: row.id_card_enc === null ? null : vault.decrypt(idCardPlace(row.id), row.id_card_enc),
    gender: row.gender,
    birthDate: row.birth_date as string | null,
    nation: row.nation,
    personCategory: row.person_category,
    membershipStatus: row.membership_status,
    education: row.education,
    degree: row.degree,
    occupation: row.occupation,
    nativePlace: row.native_place,
    residence: row.residence,
    workUnit: row.work_unit,
    position: row.position,
    partyPost: row.party_post,
    phone: row.phone_enc === null ? null : vault.decrypt(phonePlace(row.id), row.phone_enc),
    appliedOn: row.applied_on as string | null,
    admissionDate: row.admission_date as string | null,
    conversionDate: row.conversion_date as string | null,
    joinType: row.join_type,
    joinedBranchOn: row.joined_branch_on as string | null,
    isFloating: row.is_floating,
    isLostContact: row.is_lost_contact,
    isMigrantWorker: row.is_migrant_worker,
    remark: row.remark,
  };
}

/** A field's value as history and lists show it: names instead of codes, personal values masked. */
export function shownValue(person: Person, field: PersonField, names: DictNames): string {
  const value = person[field.field];
  if (value === null || value === '') return '';
  if (field.yesNo) return value ? '是' : '否';
  if (field.personal) return maskText(String(value));
  if (field.labels) return field.labels[String(value)] ?? String(value);
  return field.dictionary ? names.name(field.dictionary, String(value)) : String(value);
}

/** Changed fields as `{wire name: [before, after]}`, as they are shown. */
export function changesOf(before: Person, after: Person, names: DictNames): Record<string, [string, string]> {
  const changes: Record<string, [string, string]> = {};
  for (const field of PERSON_FIELDS) {
    if (before[field.field] === after[field.field]) continue;
    changes[field.wire] = [shownValue(before, field, names), shownValue(after, field, names)];
  }
  return changes;
}

const counted = (person: Person): CountedPerson => ({ ...person, completeness: completeness(person) });

/** What one person adds to (1) or takes from (−1) the counters of an organisation; `day` is the counters' own. */
export function deltasOf(person: Person, orgCode: string, n: 1 | -1, day: string): CountDelta[] {
  return memberFacts(counted(person), day).map(([fact, value]) => ({ orgCode, fact, value, n }));
}
