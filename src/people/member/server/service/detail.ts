import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { personProblems } from '#people/member/rules/checks.ts';
import { missingFields, partyAgeMonths } from '#people/member/rules.ts';
import { recordLabels } from '#platform/records/records.ts';
import { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { ALL_RECORDS } from '../../contract.records.ts';
import { MEMBERSHIP_STATUSES, type MemberDetail } from '../../contract.ts';
import { FIELD_LABELS, PERSON_FIELDS } from '../../rules/fields.ts';
import { personOf } from '../person.ts';
import * as queries from '../queries/record.ts';
import { toRow } from './list.ts';

const wireName = (field: string) => PERSON_FIELDS.find((known) => known.field === field)?.wire ?? field;

/** One record with what lacks and what contradicts; whom the role does not let read it sees only the own one. */
export async function getMember(asker: Ctx, id: string): Promise<MemberDetail> {
  const ctx = await readerOf(asker, id);
  const [row, names] = await Promise.all([queries.getDetail(ctx.db, ctx.scope, id), dictionaryNames(ctx.services)]);
  if (!row) throw notFound(MISSING);
  const person = personOf(row, ctx.vault);
  return {
    ...toRow(row as Parameters<typeof toRow>[0], row.today, names),
    can: { edit: ctx.may('member:write'), remove: ctx.may('member:remove') },
    ownOnly: ctx.scope.memberId !== null,
    birthDate: person.birthDate,
    nation: row.nation,
    membershipStatus: row.membership_status,
    membershipStatusName: MEMBERSHIP_STATUSES[row.membership_status as keyof typeof MEMBERSHIP_STATUSES] ?? '',
    degree: row.degree,
    degreeName: names.name('0007', row.degree),
    occupation: row.occupation,
    occupationName: names.name('0008', row.occupation),
    nativePlace: row.native_place,
    residence: row.residence,
    workUnit: row.work_unit,
    position: row.position,
    partyPost: row.party_post,
    appliedOn: person.appliedOn,
    conversionDate: person.conversionDate,
    partyAgeMonths: partyAgeMonths(person.conversionDate, row.today),
    joinType: row.join_type,
    joinTypeName: names.name('0009', row.join_type),
    joinedBranchOn: person.joinedBranchOn,
    isLostContact: row.is_lost_contact,
    isMigrantWorker: row.is_migrant_worker,
    remark: row.remark,
    photo: row.photo,
    orgPath: row.path,
    partyGroup: row.party_group ?? '',
    missing: missingFields(person).map(({ field, label }) => ({ field: wireName(field), label })),
    warnings: personProblems(person, row.today).map(({ field, text, clause }) => ({ field, text, clause })),
    formerIdCards: row.former_id_cards ?? [],
    userId: row.user_id,
    userName: row.user_name ?? '',
    roleName: row.role_names ?? '',
    createName: row.created_by,
    createDate: row.created_at.toISOString(),
    updateName: row.updated_by,
    updateDate: row.updated_at.toISOString(),
  };
}

const MISSING = '该人员不存在或已被删除';

/**
 * The context to read a person's record with; null where there is nothing to read. Workers need the right to read people and the person in their scope; the
 * own record everybody reads, in whichever role and place the session stands, then as somebody without office does.
 */
async function findReader(ctx: Ctx, id: string): Promise<Ctx | null> {
  const { session } = ctx;
  if (ctx.scope.memberId !== null) return ctx;
  const able = ctx.may('member:read');
  if (session.memberId !== id) return able ? ctx : null;
  if (able && (await queries.isInScope(ctx.db, ctx.scope, id))) return ctx;
  const orgCode = await queries.orgCodeOf(ctx.db, id);
  if (orgCode === undefined) return null;
  const { db, services, request, response } = ctx;
  const person = { ...session, base: 'own' as const, orgCode, rights: new Set<string>() };
  return new Ctx({ db, services, session: person, request, response });
}

/** The same, refusing where there is nothing to read. */
export async function readerOf(ctx: Ctx, id: string): Promise<Ctx> {
  const reader = await findReader(ctx, id);
  if (!reader) throw notFound(MISSING);
  return reader;
}

/** Whether the session may read a record, and so its photo. */
export async function mayReadMember(ctx: Ctx, id: string): Promise<boolean> {
  const reader = await findReader(ctx, id);
  return reader !== null && queries.isInScope(reader.db, reader.scope, id);
}

const LABELS: Readonly<Record<string, string>> = { ...FIELD_LABELS, ...recordLabels(ALL_RECORDS) };

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** What was done to a record, with the fields' Chinese labels. */
export async function memberTimeline(asker: Ctx, input: { id: string; pageNum: number; pageSize: number }) {
  const ctx = await readerOf(asker, input.id);
  if (!(await queries.isInScope(ctx.db, ctx.scope, input.id))) throw notFound(MISSING);
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.timeline(ctx.db, input.id, input.pageSize, offset);
  return {
    total: page.total,
    rows: page.rows.map((act) => ({
      id: act.id,
      at: act.at.toISOString(),
      who: act.who,
      action: act.action,
      reason: act.reason ?? '',
      changes: Object.entries(act.changes ?? {}).map(([field, [before, after]]) => ({
        field,
        label: LABELS[field] ?? field,
        before: text(before),
        after: text(after),
      })),
    })),
  };
}
