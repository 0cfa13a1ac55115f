import { readIdCard } from '#people/member/rules/idCard.ts';
import { completeness, maskText, type Person } from '#people/member/rules.ts';
import { nameGrams, personPinyin } from '#platform/server/database/nameSearch.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';

/** Where a person stands: the row's id, the branch, and the place in the branch's list. */
export interface MemberPlace {
  id: string;
  orgId: string;
  orgCode: string;
  sort: number;
}

/** The columns that stand for an id card. */
export function encryptIdCard(vault: Vault, memberId: string, number: string | null) {
  if (number === null) {
    return { id_card_enc: null, id_card_mask: null, id_card_index: null, id_card_birth: null, id_card_gender: null };
  }
  const upper = number.toUpperCase();
  return {
    id_card_enc: vault.encrypt(idCardPlace(memberId), upper),
    id_card_mask: maskText(upper),
    id_card_index: idCardIndex(vault, upper),
    ...idCardColumns(upper),
  };
}

/** What an id card says of its bearer; of a number that is none, only that (`id_card_gender` 0). */
export function idCardColumns(number: string): { id_card_birth: string | null; id_card_gender: number } {
  // A card does not change; that a birth date lies ahead is said of the birth date.
  const read = readIdCard(number, '9999-12-31');
  return 'card' in read
    ? { id_card_birth: read.card.birthDate, id_card_gender: read.card.gender }
    : { id_card_birth: null, id_card_gender: 0 };
}

/** The three columns that stand for a mobile number. */
export function encryptPhone(vault: Vault, memberId: string, phone: string | null) {
  if (phone === null) return { phone_enc: null, phone_mask: null, phone_index: null };
  const digits = phone.replace(/\D/g, '');
  return {
    phone_enc: vault.encrypt(phonePlace(memberId), digits),
    phone_mask: maskText(digits),
    phone_index: phoneIndex(vault, digits),
  };
}

/** The place that the ciphertext of a member's id card is bound to. */
export const idCardPlace = (memberId: string) => `member.id_card.${memberId}`;
/** The place that the ciphertext of a member's mobile number is bound to. */
export const phonePlace = (memberId: string) => `member.phone.${memberId}`;
/** The blind index by which an id card is found. */
export const idCardIndex = (vault: Vault, number: string) => vault.index('id_card', number.toUpperCase());
/** The blind index by which a mobile number is found. */
export const phoneIndex = (vault: Vault, phone: string) => vault.index('phone', phone.replace(/\D/g, ''));

/** The columns by which a name is searched. */
export function nameColumns(name: string) {
  const { full, initials } = personPinyin(name);
  return { name, name_grams: nameGrams(name), pinyin: full, initials };
}

/** The columns that hold a person's values as they are, with the completeness made. */
export function plainColumns(person: Person) {
  return {
    gender: person.gender,
    birth_date: person.birthDate,
    nation: person.nation,
    person_category: person.personCategory,
    membership_status: person.membershipStatus,
    education: person.education,
    degree: person.degree,
    occupation: person.occupation,
    native_place: person.nativePlace,
    residence: person.residence,
    work_unit: person.workUnit,
    position: person.position,
    party_post: person.partyPost,
    applied_on: person.appliedOn,
    admission_date: person.admissionDate,
    conversion_date: person.conversionDate,
    join_type: person.joinType,
    joined_branch_on: person.joinedBranchOn,
    is_floating: person.isFloating,
    is_lost_contact: person.isLostContact,
    is_migrant_worker: person.isMigrantWorker,
    remark: person.remark,
    completeness: completeness(person),
  };
}

/**
 * A person as the columns of table member: personal values encrypted to the row's id and masked,
 * the name's search columns and the completeness made. Bookkeeping columns are left to their defaults.
 */
export function memberRow(person: Person, place: MemberPlace, vault: Vault) {
  return {
    id: place.id,
    org_id: place.orgId,
    org_code: place.orgCode,
    sort: place.sort,
    ...nameColumns(person.name),
    ...encryptIdCard(vault, place.id, person.idCard),
    ...encryptPhone(vault, place.id, person.phone),
    ...plainColumns(person),
  };
}
