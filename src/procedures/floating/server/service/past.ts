import { flre } from '#people/member/rules/records.ts';
import type { ParsedOf } from '#platform/contract.ts';
import { MOST_RECORDS } from '#platform/records/records.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { insertRecord } from '#platform/server/records/queries.ts';
import type * as past from '#procedures/floating/contract.past.ts';
import { IN, IN_STATES, OUT, OUT_STATES, regionOf, sixMonthsAfter, TOO_SHORT } from '#procedures/floating/rules.ts';
import * as queries from '../queries/matter.ts';
import { inflowWithin, insertPastOutflow, lockArrivals, outflowWithin } from '../queries/past.ts';
import { encryptedOf, findArriving, logInflow } from './in.ts';
import { actorOf, auditOutflow } from './lock.ts';
import { lockPossibleFloater } from './out.ts';

const during = (from: string, to: string | null) => `${from}至${to ?? '现在'}`;

/** Registers an absence that is over. The record's flag stays as it is: only a running outflow makes somebody floating. */
export async function addOut(ctx: Ctx, input: ParsedOf<typeof past.addPastOutflow>) {
  const person = await lockPossibleFloater(ctx, ctx.scope, input.memberId);
  if (person.id === ctx.session.memberId) throw refuse('不能补登本人的流动，请由上级组织补登');
  const region = regionOf(input.region);
  if (input.range !== 3 && !region) throw badInput({ region: '请从省、市名称开始填写，如 广东省深圳市' });
  if (input.endedOn > person.today) throw badInput({ endedOn: '返回日期不能晚于今天；还在外面的请办流出申请' });
  if (input.endedOn <= input.startedOn) throw badInput({ endedOn: '返回日期要晚于外出日期' });
  if (sixMonthsAfter(input.startedOn) > input.endedOn) throw badInput({ endedOn: TOO_SHORT });
  const other = await outflowWithin(ctx.db, person.id, input.startedOn, input.endedOn);
  if (other) {
    throw badInput({ startedOn: `与${during(other.startedOn, other.endedOn)}的流出重叠，请核对日期` });
  }
  const by = actorOf(ctx);
  const regionCode = input.range === 3 ? null : (region?.code ?? null);
  const row = { ...input, orgId: person.orgId, orgCode: person.orgCode, regionCode, askedBy: by.id };
  const id = await insertPastOutflow(ctx.db, row, by.name);
  await insertRecord(
    ctx.db,
    {
      sort: flre,
      ownerId: person.id,
      title: input.region,
      orderedBy: input.startedOn,
      fields: {
        direction: '1',
        place: `${input.region}${input.place}`.slice(0, 80),
        reason: String(input.reason),
        startedOn: input.startedOn,
        endedOn: input.endedOn,
        contactOrg: input.toOrgName,
      },
      by: by.name,
      byId: by.id,
    },
    MOST_RECORDS,
  );
  auditOutflow(
    ctx,
    { ...person, id },
    { status: [null, OUT_STATES[OUT.back]], startedOn: [null, input.startedOn], region: [null, input.region] },
    input.note,
  );
  return { id };
}

/** Registers that somebody of another organisation was here and has gone; no role is given, nobody is asked. */
export async function addIn(ctx: Ctx, input: ParsedOf<typeof past.addPastInflow>) {
  const org = await queries.findOrg(ctx.db, input.orgId);
  if (!org || !inScope(ctx.scope, org.code)) throw notFound('没有这个党组织，或不在管理范围内');
  const { number, index, holder } = await findArriving(ctx, input);
  const today = await todayOf(ctx.db);
  if (input.leftOn > today) throw badInput({ leftOn: '离开日期不能晚于今天；还在这里的请办流入登记' });
  if (input.leftOn <= input.startedOn) throw badInput({ leftOn: '离开日期要晚于流入日期' });
  if (holder && holder.id === ctx.session.memberId) throw refuse('不能补登本人的流动，请由上级组织补登');
  await lockArrivals(ctx.db, index);
  const memberId = holder?.id ?? null;
  const other = await inflowWithin(ctx.db, { index, memberId }, input.startedOn, input.leftOn);
  if (other) throw badInput({ startedOn: `与${during(other.startedOn, other.leftOn)}的流入重叠，请核对日期` });
  const id = await queries.nextInflowId(ctx.db);
  await queries.insertInflow(
    ctx.db,
    {
      id,
      member_id: memberId,
      org_id: org.id,
      org_code: org.code,
      status: IN.left,
      name: input.name,
      ...encryptedOf(ctx, id, number, index, input.phone),
      home_org: input.homeOrg,
      region: input.region,
      region_code: regionOf(input.region)?.code ?? null,
      reason: input.reason,
      trade: input.trade,
      started_on: input.startedOn,
      received_on: input.startedOn,
      left_on: input.leftOn,
      note: input.note,
    },
    ctx.session.accountName,
  );
  logInflow(
    ctx,
    { id, name: input.name, orgCode: org.code },
    { status: [null, IN_STATES[IN.left]], homeOrg: [null, input.homeOrg] },
    input.note,
  );
  return { id };
}
