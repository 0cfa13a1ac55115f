import { insertGrant, revokeGrant } from '#kernel/permission/server/index.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { flre } from '#people/member/rules/records.ts';
import { setAway } from '#people/member/server/away.ts';
import { MOST_RECORDS } from '#platform/records/records.ts';
import type { Db } from '#platform/server/database/db.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { insertRecord } from '#platform/server/records/queries.ts';
import { IN, OUT } from '#procedures/floating/rules.ts';
import * as queries from './queries/matter.ts';
import { CONTACT, inSubject, MODULE, movePath, outSubject } from './todos.ts';

/** Who acts; a job has no account. */
export interface Actor {
  id: string | null;
  name: string;
}

/**
 * The outflow goes out (1 → 2): the record says floating, a 流动记录 begins, and where this platform has the place of inflow
 * its organisation is asked to receive; whoever received the person before makes it 3 at once. Answers the changes of the
 * person's record and the new version.
 */
export async function startOutflow(db: Db, outflow: queries.Outflow, by: Actor) {
  const inflows = await queries.openInflowsOf(db, outflow.memberId);
  const received = inflows.find(({ status }) => status === IN.received);
  await insertRecord(
    db,
    {
      sort: flre,
      ownerId: outflow.memberId,
      title: outflow.region,
      orderedBy: outflow.startedOn,
      fields: {
        direction: '1',
        place: `${outflow.region}${outflow.place}`.slice(0, 80),
        reason: String(outflow.reason),
        startedOn: outflow.startedOn,
        contactOrg: outflow.toOrgName,
      },
      by: by.name,
      ...(by.id === null ? {} : { byId: by.id }),
    },
    MOST_RECORDS,
  );
  for (const inflow of inflows) {
    await queries.setInflow(db, inflow.id, { outflow_id: outflow.id }, by.name);
  }
  if (inflows.length === 0 && outflow.toOrgId !== null) await openReceiveTodo(db, outflow, by);
  const version = await queries.setOutflow(
    db,
    outflow.id,
    { status: received ? OUT.received : OUT.out, confirmed_on: outflow.today },
    by.name,
  );
  await closeTodos(db, [outSubject(outflow.id)]);
  const changes = await setAway(db, outflow.memberId, { isFloating: true }, by.name);
  return { version, changes };
}

/** Asks the organisation at the place of inflow to receive the person. */
export async function openReceiveTodo(db: Db, outflow: queries.Outflow, by: Actor): Promise<void> {
  const to = outflow.toOrgId === null ? undefined : await queries.findOrg(db, outflow.toOrgId);
  if (!to) return;
  const id = await queries.insertInflow(
    db,
    {
      outflow_id: outflow.id,
      member_id: outflow.memberId,
      org_id: to.id,
      org_code: to.code,
      name: outflow.name,
      home_org: outflow.orgName,
      region: outflow.region,
      region_code: outflow.regionCode,
      reason: outflow.reason,
      trade: outflow.trade,
      started_on: outflow.startedOn,
      planned_to: outflow.plannedTo,
    },
    by.name,
  );
  await openTodo(db, {
    roleId: ROLE.worker,
    orgId: to.id,
    orgCode: to.code,
    accountId: null,
    module: MODULE,
    title: `接收流动党员${outflow.name}`,
    detail: `${outflow.orgName}，${outflow.startedOn}起`,
    act: '确认',
    jumpUrl: movePath('in', id),
    dueOn: null,
    subject: inSubject(id),
  });
}

/** Receives an inflow (1 → 2): the account gets the role 流动党员 here, and the outflow becomes 3. */
export async function receiveInflow(db: Db, inflow: queries.Inflow, by: Actor): Promise<number> {
  let grantId: string | null = null;
  const accountId = inflow.memberId === null ? undefined : await queries.accountOf(db, inflow.memberId);
  if (accountId !== undefined && by.id !== null) {
    grantId = await insertGrant(db, {
      accountId,
      roleId: ROLE.floating,
      orgId: inflow.orgId,
      validFrom: null,
      validUntil: null,
      keys: [],
      by: { id: by.id, name: by.name },
    });
  }
  const columns = { status: IN.received, received_on: inflow.today, grant_id: grantId };
  const version = await queries.setInflow(db, inflow.id, columns, by.name);
  await closeTodos(db, [inSubject(inflow.id)]);
  if (inflow.outflowId !== null) {
    await queries.turnOutflow(db, inflow.outflowId, OUT.out, OUT.received, by.name);
  }
  return version;
}

/**
 * Ends an inflow: left (3), or sent back (4). The role that receiving gave is taken back, and the outflow is 2 again where it
 * runs on.
 */
export async function closeInflow(
  db: Db,
  inflow: queries.Inflow,
  end: { to: 3 | 4; on: string; note: string },
  by: Actor,
): Promise<number> {
  if (inflow.grantId !== null) {
    await revokeGrant(db, inflow.grantId, by, end.to === IN.left ? '流动党员已离开' : '流入登记已退回');
  }
  const columns = { status: end.to, left_on: end.on, note: end.note, grant_id: null };
  const version = await queries.setInflow(db, inflow.id, columns, by.name);
  await closeTodos(db, [inSubject(inflow.id)]);
  if (inflow.outflowId !== null) {
    await queries.turnOutflow(db, inflow.outflowId, OUT.received, OUT.out, by.name);
  }
  return version;
}

/**
 * Ends whatever is open of somebody's floating, in the transaction that brings it about: for a transfer (`to: 5`, called by
 * relation when the receiving branch takes the person in), a return (`to: 4`), and whoever leaves the party (`to: 4`). A
 * running outflow gets that status, one that still waits is dropped, inflows end as 已离开 with the role they gave, the
 * 流动记录 gets its last day, `isFloating` and the to-dos end. Nothing happens where nothing is open.
 * @param on `YYYY-MM-DD`, the last day of it
 * @param note why, as the detail shows it
 * @returns the outflow's id, or null, and what changed in the person's record, as an audit row takes it
 */
export async function endOutflow(
  db: Db,
  memberId: string,
  { to, on, note, by }: { to: 4 | 5; on: string; note: string; by: Actor },
): Promise<{ outflowId: string | null; changes: Record<string, [string, string]> }> {
  const outflow = await queries.openOutflowOf(db, memberId);
  for (const inflow of await queries.openInflowsOf(db, memberId)) {
    await closeInflow(db, inflow, { to: IN.left, on, note }, by);
  }
  if (outflow) {
    const columns =
      outflow.status === OUT.waiting
        ? { dropped_on: on, drop_note: note }
        : { status: to, ended_on: on, end_note: note };
    await queries.setOutflow(db, outflow.id, columns, by.name);
    await queries.endRecord(db, memberId, outflow.startedOn, on, by.name);
    await closeTodos(db, [outSubject(outflow.id), CONTACT(outflow.id)]);
  }
  const changes = await setAway(db, memberId, { isFloating: false }, by.name);
  return { outflowId: outflow?.id ?? null, changes };
}
