import { uploadedFiles } from '#kernel/files/server/accept.ts';
import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '#kernel/permission/server/above.ts';
import { idCardNumber } from '#people/member/contract.ts';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { maskText } from '#people/member/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { openPassword } from '#platform/server/secrecy/sm2.ts';
import { PAIR_NATURES } from '#service/dualReport/rules.ts';
import { findReceiver, workersOf } from '#service/dualReport/server/index.ts';
import type * as contract from '#service/volunteer/contract.pair.ts';
import { DIFFICULTIES, PAIR, PAIR_KINDS, PAIR_STATES, whyNotPaired } from '#service/volunteer/rules.pair.ts';
import * as queries from '../queries/pair.ts';
import { peopleNamed } from '../queries/signup.ts';
import { MODULE, pairPath, pairSubject } from '../todos.ts';
import { NO_ORG, scopeOf } from './common.ts';

export const VISIT_FILES = 'volunteer.visit';
/** The places that encrypted values of a pair are bound to. */
export const cardPlace = (id: string) => `service_pair.id_card.${id}`;
export const phonePlace = (id: string) => `service_pair.phone.${id}`;
const MISSING = '没有这件结对，或不在管理范围内';
const HANDLED = '已被处理，请刷新后再看';
/** 工作提醒 of dictionary 0178. */
const NOTICE = '5';

type Row = queries.PairRecord;

/** What a pair is called: the organisations, or the member and whom he helps. */
const titleOf = (row: Pick<Row, 'kind' | 'orgName' | 'otherName' | 'memberName' | 'personName'>) =>
  row.kind === 1 ? `${row.orgName}与${row.otherName}` : `${row.memberName}与${row.personName}`;

const logged = (ctx: Ctx, row: Row, changes: Record<string, [unknown, unknown]>, reason = '') =>
  ctx.audit({
    type: 'servicePair',
    id: row.id,
    name: titleOf(row),
    orgCode: row.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** A pair as the other end decides it: never whoever asked, never the member himself. */
const before = (row: Row): DecisionRequest => ({
  todo: pairSubject(row.id),
  isOpen: row.state === PAIR.waiting,
  handled: () => refuse(HANDLED),
  askedBy: row.askedBy,
  about: { memberId: row.memberId, refusal: '不能审核本人的结对' },
  ownRefusal: '申请人不能审核自己提出的结对',
  superior: true,
  deciderName: '',
  right: 'volunteer:audit',
  verb: '审核',
});

const mayDecide = (ctx: Ctx, row: Row) =>
  row.state === PAIR.waiting && inScope(ctx.scope, row.otherCode) && obstacleToDecide(ctx, before(row)) === '';

const wire = (ctx: Ctx, row: Row): contract.PairRow => ({
  ...row,
  kindName: PAIR_KINDS[row.kind],
  difficultyName: row.difficulty === null ? '' : DIFFICULTIES[row.difficulty],
  stateName: PAIR_STATES[row.state],
  can: { decide: mayDecide(ctx, row) },
});

/** What the list is narrowed by. */
export const filterOf = (
  input: Partial<Pick<ParsedOf<typeof contract.listPairs>, 'view' | 'kind' | 'difficulty' | 'keyWords'>>,
): queries.PairFilter => ({
  view: input.view ?? null,
  kind: input.kind ?? null,
  difficulty: input.difficulty ?? null,
  ownSide: false,
  name: input.keyWords ?? '',
});

/** The list with the counts of its views. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPairs>,
): Promise<ReplyOf<typeof contract.listPairs>> {
  const scope = scopeOf(ctx, input.orgId);
  const filter = filterOf(input);
  const [page, { visited, ...counts }] = await Promise.all([
    queries.pageOfPairs(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    queries.countPairs(ctx.db, scope, filter),
  ]);
  return { rows: page.rows.map((row) => wire(ctx, row)), total: page.total, counts, visits: visited };
}

/** The people of an organisation who help a household. */
export async function ofMembers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listMemberPairs>,
): Promise<ReplyOf<typeof contract.listMemberPairs>> {
  const scope = scopeOf(ctx, input.orgId);
  if (!ctx.chosenOrg) throw notFound(NO_ORG);
  const filter = { ...filterOf(input), kind: 2, ownSide: true };
  const [page, { visited, ...counts }] = await Promise.all([
    queries.pageOfPairs(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    queries.countPairs(ctx.db, scope, filter),
  ]);
  return {
    rows: page.rows.map((row) => wire(ctx, row)),
    total: page.total,
    orgCode: ctx.chosenOrg.code,
    counts,
    visits: visited,
  };
}

async function find(ctx: Ctx, id: string, version?: number): Promise<Row> {
  const row = await queries.findPair(ctx.db, ctx.scope, id, version !== undefined);
  if (!row) throw notFound(MISSING);
  if (version !== undefined && row.version !== version) throw conflict('这件结对已有变化，请核对后再操作');
  return row;
}

/** A pair with what was done of it. */
export async function getPair(ctx: Ctx, { id }: ParsedOf<typeof contract.getPair>): Promise<contract.PairDetail> {
  const row = await find(ctx, id);
  const waits = row.state === PAIR.waiting;
  const write = ctx.may('volunteer:write');
  const records = await queries.visitsOf(ctx.db, id);
  return {
    ...wire(ctx, row),
    ...row,
    records: await Promise.all(
      records.map(async (visit) => ({
        ...visit,
        files: await uploadedFiles(ctx.db, visit.files),
        can: { strike: write && !visit.isStruck && visit.orgId === ctx.session.orgId },
      })),
    ),
    can: {
      decide: mayDecide(ctx, row),
      whyNot: waits && inScope(ctx.scope, row.otherCode) ? obstacleToDecide(ctx, before(row)) : '',
      withdraw: write && waits && row.askedBy === ctx.session.accountId,
      urge: waits && row.askedBy === ctx.session.accountId,
      end: write && row.state === PAIR.paired,
      visit: write && row.state === PAIR.paired,
      reveal: ctx.may('member:reveal'),
    },
  };
}

/** The number of an id card that came encrypted; null where none was given. */
async function cardOf(ctx: Ctx, given: string): Promise<string | null> {
  if (given === '') return null;
  const number = idCardNumber.safeParse(await openPassword(ctx.services, given));
  if (!number.success) throw badInput({ idCardNo: '身份证号不正确或已过期，请重新填写' });
  const read = readIdCard(number.data, await todayOf(ctx.db));
  if ('reason' in read) throw badInput({ idCardNo: read.reason });
  return number.data;
}

/** The own organisation asks; the other end is asked to decide. */
export async function ask(ctx: Ctx, input: ParsedOf<typeof contract.askPair>): Promise<{ id: string }> {
  const { orgId, orgCode, orgName, accountId, accountName } = ctx.session;
  const isHelp = input.kind === 2;
  let memberName = '';
  if (isHelp) {
    const memberId = input.memberId ?? '';
    memberName = (await peopleNamed(ctx.db, ctx.scope, [memberId])).get(memberId) ?? '';
    if (memberName === '') throw notFound('所选的党员不在管理范围内，或不是在册党员');
  }
  const why = whyNotPaired(orgId, input.otherId);
  if (why) throw badInput({ otherId: why });
  const other = await findReceiver(ctx.db, input.otherId, PAIR_NATURES, true);
  if (!other) throw badInput({ otherId: '请选择社区、村或街道、乡镇的党组织' });
  const card = isHelp ? await cardOf(ctx, input.idCardNo) : null;
  const phone = isHelp ? input.phone.replace(/[^\d-]/g, '') : '';
  const id = await queries.nextPairId(ctx.db);
  const about = isHelp ? `${memberName}帮扶${input.personName}` : `${orgName}共建`;
  await askAbove(ctx, {
    orgId: other.id,
    right: 'volunteer:audit',
    isFromHere: true,
    write: () =>
      writeUnique(
        () =>
          queries.insertPair(
            ctx.db,
            {
              id,
              kind: input.kind,
              org_id: orgId,
              org_code: orgCode,
              other_id: other.id,
              ...(isHelp
                ? {
                    member_id: input.memberId,
                    person_name: input.personName,
                    address: input.address,
                    household: input.household,
                    difficulty: input.difficulty,
                    ...(card === null
                      ? {}
                      : { id_card_enc: ctx.vault.encrypt(cardPlace(id), card), id_card_mask: maskText(card) }),
                    ...(phone === ''
                      ? {}
                      : { phone_enc: ctx.vault.encrypt(phonePlace(id), phone), phone_mask: maskText(phone) }),
                  }
                : { contact: input.contact, contact_phone: input.contactPhone }),
              content: input.content,
              from_on: input.fromOn,
              to_on: input.toOn,
              asked_by: accountId,
              asked_name: accountName,
            },
            accountName,
          ),
        () =>
          badInput(
            isHelp
              ? { personName: `${memberName}与${input.personName}已经结对或在等审核` }
              : { otherId: `与${other.name}已经结对或在等审核` },
          ),
      ),
    asked: () => ({
      module: MODULE,
      title: `审核结对：${about}`,
      detail: `${input.fromOn}至${input.toOn}`,
      act: '审核',
      jumpUrl: pairPath(id),
      subject: pairSubject(id),
    }),
  });
  const row = await find(ctx, id);
  logged(ctx, row, { state: [null, PAIR_STATES[PAIR.waiting]], days: [null, `${input.fromOn}至${input.toOn}`] });
  return { id };
}

/** Whether the session stands at the end that asked. */
const isHome = (ctx: Ctx, row: Row) => inScope(ctx.scope, row.orgCode);

/** Accepts, returns, ends or withdraws, whatever the session's end allows. */
export async function set(
  ctx: Ctx,
  { id, status, version, reason }: ParsedOf<typeof contract.setPair>,
): Promise<{ version: number }> {
  const row = await find(ctx, id, version);
  if (status === PAIR.paired || status === PAIR.returned) return decide(ctx, row, status, reason);
  const by = ctx.session.accountName;
  if (status === PAIR.withdrawn) {
    if (!isHome(ctx, row)) throw notFound(MISSING);
    let next = row.version;
    await takeBackAbove(ctx, before(row), async () => {
      const columns = { state: PAIR.withdrawn, ended_on: row.today, end_note: reason || '申请方撤回' };
      next = await queries.setPair(ctx.db, id, columns, by);
    });
    logged(ctx, row, { state: [PAIR_STATES[row.state], PAIR_STATES[PAIR.withdrawn]] }, reason);
    return { version: next };
  }
  if (row.state !== PAIR.paired) throw refuse(HANDLED);
  if (reason === '') throw badInput({ reason: '请写明结束原因' });
  const next = await queries.setPair(ctx.db, id, { state: PAIR.ended, ended_on: row.today, end_note: reason }, by);
  await closeTodos(ctx.db, [pairSubject(id)]);
  await tellEnds(ctx, row, `${titleOf(row)}的结对已结束`, `结束原因：${reason}`);
  logged(ctx, row, { state: [PAIR_STATES[row.state], PAIR_STATES[PAIR.ended]] }, reason);
  return { version: next };
}

async function decide(ctx: Ctx, row: Row, to: 1 | 2, reason: string): Promise<{ version: number }> {
  if (!inScope(ctx.scope, row.otherCode)) throw notFound(MISSING);
  if (!ctx.may('volunteer:audit')) throw forbidden();
  const by = ctx.session.accountName;
  const version = await decideAbove(ctx, before(row), {
    check() {
      if (to === PAIR.returned && reason === '') throw badInput({ reason: '退回请写明原因' });
    },
    carryOut: () =>
      queries.setPair(
        ctx.db,
        row.id,
        { state: to, decided_on: row.today, decided_name: by, reason: to === PAIR.returned ? reason : '' },
        by,
      ),
    told: () => ({
      title: `${titleOf(row)}的结对${to === PAIR.paired ? '已接受' : '被退回'}`,
      remark: to === PAIR.paired ? '走访和共建活动请在结对管理里登记。' : `退回原因：${reason}`,
    }),
  });
  logged(ctx, row, { state: [PAIR_STATES[row.state], PAIR_STATES[to]] }, reason);
  return { version };
}

/** Tells the workers of both ends, but for whoever does it. */
async function tellEnds(ctx: Ctx, row: Row, title: string, remark: string): Promise<void> {
  const ends = new Set([...(await workersOf(ctx.db, row.orgId)), ...(await workersOf(ctx.db, row.otherId))]);
  ends.delete(ctx.session.accountId);
  if (ends.size === 0) return;
  const { orgId, accountName: createdBy } = ctx.session;
  const accountIds = [...ends];
  await sendNotice(ctx.db, { type: NOTICE, title, remark, orgId, createdBy, accountIds, jumpUrl: pairPath(row.id) });
}

/** Writes down what was done, with files. */
export async function addVisit(
  ctx: Ctx,
  { id, files, ...of }: ParsedOf<typeof contract.addVisit>,
): Promise<{ id: string }> {
  const row = await queries.findPair(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (row.state !== PAIR.paired) throw refuse('结对没有接受或已经结束，不能登记走访');
  if (of.visitedOn > row.today) throw badInput({ visitedOn: '不能登记以后的日期' });
  if (of.visitedOn < row.fromOn) throw badInput({ visitedOn: `早于结对开始日期（${row.fromOn}）` });
  const { orgId, accountName: by } = ctx.session;
  const visitId = await queries.insertVisit(ctx.db, { pairId: id, ...of, orgId, by });
  if (files.length > 0) {
    const owner = { kind: VISIT_FILES, rowId: visitId, orgCode: row.orgCode };
    await queries.setVisitFiles(ctx.db, visitId, await attachFiles(ctx, 'files', files, owner, { format: 'common' }));
  }
  logged(ctx, row, { visit: [null, `${of.visitedOn} ${of.content.slice(0, 60)}`] });
  return { id: visitId };
}

/** Strikes a visit out that the own organisation wrote. */
export async function strikeVisit(
  ctx: Ctx,
  { id, visitId, reason }: ParsedOf<typeof contract.strikeVisit>,
): Promise<null> {
  const row = await queries.findPair(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  const visit = (await queries.visitsOf(ctx.db, id)).find((found) => found.id === visitId);
  if (!visit) throw refuse('没有这条走访记录');
  if (visit.orgId !== ctx.session.orgId) throw refuse('只能划去本组织登记的走访');
  if (!(await queries.strikeVisit(ctx.db, id, visitId, reason, ctx.session.accountName))) throw refuse(HANDLED);
  logged(ctx, row, { visit: [`${visit.visitedOn} ${visit.content.slice(0, 60)}`, '已划去'] }, reason);
  return null;
}

/** A number as it is, for whoever may see it and says what for. */
export async function reveal(
  ctx: Ctx,
  { id, field, reason }: ParsedOf<typeof contract.revealPair>,
): Promise<{ value: string }> {
  const row = await find(ctx, id);
  const value = await queries.encryptedOf(ctx.db, id, field);
  if (value === null) throw refuse('没有登记');
  logged(ctx, row, { revealed: [null, field === 'idCard' ? '身份证号' : '电话'] }, reason);
  return { value: ctx.vault.decrypt(field === 'idCard' ? cardPlace(id) : phonePlace(id), value) };
}

/** Announces who reads the files of a visit, and that whoever asked may urge. */
export function announcePairs(): void {
  canReadFile(VISIT_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('volunteer:read')) return false;
    const pairId = await queries.pairOfVisit(ctx.db, rowId);
    return pairId !== undefined && (await queries.findPair(ctx.db, ctx.scope, pairId)) !== undefined;
  });
  registerUrgeable('servicePair', async (ctx, id) => {
    const row = await queries.findPair(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(MISSING);
    return { row: before(row), detail: { type: 'servicePair', id, name: titleOf(row), orgCode: row.orgCode } };
  });
}
