import type { Difference } from '#platform/web/dialogs/DiffDialog.tsx';
import type { FormValues } from '#platform/web/form/useForm.ts';
import type { MemberDetail } from '../contract.ts';
import { FIELD_LABELS, PERSON_FIELDS } from '../rules/fields.ts';
import { isPartyMember, type Person } from '../rules.ts';

/** A record as its form holds it. The id card and phone stay out: the page knows their masks alone. */
export function valuesOf(member: MemberDetail): FormValues {
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return {
    orgId: member.orgId,
    name: member.name,
    gender: text(member.gender),
    birthDate: text(member.birthDate),
    nation: member.nation,
    personCategory: text(member.personCategory),
    membershipStatus: text(member.membershipStatus),
    education: text(member.education),
    degree: text(member.degree),
    occupation: text(member.occupation),
    nativePlace: member.nativePlace,
    residence: member.residence,
    workUnit: member.workUnit,
    position: member.position,
    partyPost: member.partyPost,
    appliedOn: text(member.appliedOn),
    admissionDate: text(member.admissionDate),
    conversionDate: text(member.conversionDate),
    joinType: text(member.joinType),
    joinedBranchOn: text(member.joinedBranchOn),
    isFloating: member.isFloating,
    isLostContact: member.isLostContact,
    isMigrantWorker: member.isMigrantWorker,
    remark: member.remark,
    photo: member.photo ?? '',
  };
}

/** An empty form. `category` is one of the person categories' numbers as text. */
export function newValues(orgId: string, category: string): FormValues {
  const empty = Object.fromEntries(PERSON_FIELDS.map(({ wire, yesNo }) => [wire, yesNo ? false : '']));
  return { ...empty, photo: '', orgId, personCategory: category, membershipStatus: '1', nation: '01' };
}

/** The form as the rules read a person; `idCard` is null while only its mask is known. */
export function personOf(values: FormValues): Person {
  const text = (name: string) => String(values[name] ?? '');
  const orNull = (name: string) => text(name) || null;
  const number = (name: string) => (text(name) ? Number(text(name)) : null);
  return {
    name: text('name'),
    idCard: orNull('idCardNo'),
    gender: number('gender') ?? 0,
    birthDate: orNull('birthDate'),
    nation: text('nation'),
    personCategory: number('personCategory') ?? 0,
    membershipStatus: number('membershipStatus') ?? 0,
    education: orNull('education'),
    degree: orNull('degree'),
    occupation: number('occupation'),
    nativePlace: text('nativePlace'),
    residence: text('residence'),
    workUnit: text('workUnit'),
    position: text('position'),
    partyPost: text('partyPost'),
    phone: orNull('phonenumber'),
    appliedOn: orNull('appliedOn'),
    admissionDate: orNull('admissionDate'),
    conversionDate: orNull('conversionDate'),
    joinType: number('joinType'),
    joinedBranchOn: orNull('joinedBranchOn'),
    isFloating: values.isFloating === true,
    isLostContact: values.isLostContact === true,
    isMigrantWorker: values.isMigrantWorker === true,
    remark: text('remark'),
  };
}

const PARTY_FIELDS = ['admissionDate', 'conversionDate', 'joinType', 'joinedBranchOn', 'partyPost'];

/** Whether the form asks for the days of joining the party; what stands there is shown, whoever it is. */
export const showsPartyFields = (values: FormValues) =>
  isPartyMember(Number(values.personCategory)) || PARTY_FIELDS.some((name) => Boolean(values[name]));

type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>;

/** A field's value in words, for the comparison of two versions. `orgs` names the organisations that occur. */
function wordsOf(
  wire: string,
  value: string | boolean | undefined,
  choices: Choices,
  orgs: Readonly<Record<string, string>>,
): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (!value) return '';
  if (wire === 'orgId') return orgs[value] ?? value;
  if (wire === 'photo') return '有照片';
  const field = PERSON_FIELDS.find((one) => one.wire === wire);
  if (field?.labels) return field.labels[value] ?? value;
  return choices[field?.dictionary ?? '']?.find((choice) => choice.value === value)?.label ?? value;
}

/** What differs between the record as it was opened, as it is now, and as the form has it, in the order of the form. */
export function differencesOf(
  base: FormValues,
  theirs: FormValues,
  mine: FormValues,
  choices: Choices,
  orgs: Readonly<Record<string, string>>,
): Difference[] {
  const names = [...new Set([...Object.keys(base), ...Object.keys(mine)])];
  const changed = names.filter((name) => theirs[name] !== base[name] || mine[name] !== base[name]);
  return changed.map((field) => ({
    field,
    label: FIELD_LABELS[field] ?? field,
    base: wordsOf(field, base[field], choices, orgs),
    theirs: wordsOf(field, theirs[field], choices, orgs),
    mine: wordsOf(field, mine[field], choices, orgs),
  }));
}
