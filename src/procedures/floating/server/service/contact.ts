import { setAway } from '#people/member/server/away.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as acts from '#procedures/floating/contract.acts.ts';
import { contactDue, contactMonths, isFloatingIn, OUT } from '#procedures/floating/rules.ts';
import * as contacts from '../queries/contact.ts';
import * as queries from '../queries/matter.ts';
import { CONTACT, lostSubject } from '../todos.ts';
import { actorOf, auditOutflow, lockRow, logPerson } from './lock.ts';

/** One line of the log, today unless told otherwise; the contact that was due is done once the person was reached. */
export async function contact(ctx: Ctx, input: ParsedOf<typeof acts.addContact>) {
  const row = await lockRow(ctx, input.outflowId);
  if (!isFloatingIn(row.status)) throw refuse('流动已经结束，不再登记联系');
  const day = input.day ?? row.today;
  if (day > row.today) throw badInput({ day: '日期不能晚于今天' });
  if (day < row.startedOn) throw badInput({ day: `日期不能早于外出日期${row.startedOn}` });
  if (!input.reached && input.note === '') throw badInput({ note: '没联系上的，请写明怎么找的、结果如何' });
  const id = await contacts.insertContact(ctx.db, {
    outflowId: row.id,
    day,
    way: input.way,
    reached: input.reached,
    topic: input.reached ? input.topic : null,
    note: input.note,
    by: actorOf(ctx),
  });
  if (input.reached) {
    await closeTodos(ctx.db, [CONTACT(row.id), lostSubject(row.memberId)]);
    // Found again: the clock of lost contact ends.
    logPerson(ctx, row, await setAway(ctx.db, row.memberId, { isLostContact: false }, ctx.session.accountName));
  }
  auditOutflow(ctx, row, { contact: [null, `${day} ${input.reached ? '联系上' : '没联系上'}`] });
  const after = await queries.findOutflow(ctx.db, ctx.scope, row.id);
  return { id, dueOn: after?.lastContactOn ?? null };
}

/** Gives out a 流动党员活动证 in the name of the nearest committee; its number stands once there. */
export async function giveCertificate(ctx: Ctx, { outflowId, number }: ParsedOf<typeof acts.giveCertificate>) {
  const row = await lockRow(ctx, outflowId);
  if (!isFloatingIn(row.status) && row.status !== OUT.waiting) throw refuse('流动已经结束，不再发证');
  const committee = await queries.committeeOf(ctx.db, row.orgCode);
  const id = await writeUnique(
    () =>
      contacts.insertCertificate(ctx.db, {
        orgId: committee?.id ?? row.orgId,
        number,
        outflowId,
        today: row.today,
        by: ctx.session.accountName,
      }),
    (index) =>
      badInput({
        number:
          index === 'mobile_certificate_held'
            ? '手中已有一本活动证，请先登记交回或遗失'
            : `活动证号${number}已经发放过，号码不重复使用`,
      }),
  );
  auditOutflow(ctx, row, { certificate: [null, number] });
  return { id };
}

/** The certificate in hand came back, or is lost: its number is never used again. */
export async function endCertificate(ctx: Ctx, { outflowId, state }: ParsedOf<typeof acts.endCertificate>) {
  const row = await lockRow(ctx, outflowId);
  const ended = await contacts.endHeld(ctx.db, outflowId, state, row.today);
  if (!ended) throw refuse('手中没有活动证');
  auditOutflow(ctx, row, { certificate: [`${ended.number} 已发放`, state === 'lost' ? '已遗失' : '已交回'] });
  return { id: ended.id };
}

/** Out of touch: said once the contact is overdue and a search was recorded; the clock counts from the last contact. */
export async function markLost(ctx: Ctx, input: ParsedOf<typeof acts.markLost>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (!isFloatingIn(row.status)) throw refuse('流动已经结束');
  if (row.isLost) throw refuse('已经登记失联');
  const last = row.lastContactOn ?? row.confirmedOn ?? row.registeredOn;
  const months = contactMonths(row);
  if (contactDue(last, months) >= row.today) throw refuse(`${months === 1 ? '一' : '六'}个月内联系过，不登记失联`);
  const log = await contacts.contactsOfOutflow(ctx.db, row.id);
  if (!log.some(({ reached, day }) => !reached && day >= last))
    throw refuse('请先登记查找情况（没联系上的也要登记），再登记失联');
  logPerson(ctx, row, await setAway(ctx.db, row.memberId, { isLostContact: true }, ctx.session.accountName));
  auditOutflow(ctx, row, { lost: ['否', '是'] });
  return { version: row.version };
}
