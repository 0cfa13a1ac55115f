import { orgOfReportCode, reportCode } from '#house/server/reportCode.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { assertStranger } from '#kernel/session/server/captcha/check.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import type * as reports from '#procedures/floating/contract.report.ts';
import { IN, MOST_CONTACTS } from '#procedures/floating/rules.ts';
import { reportPath } from '../../rules.ts';
import * as queries from '../queries/matter.ts';
import { workersOf } from '../queries/people.ts';
import { findSetting, insertReported, writeSetting } from '../queries/report.ts';
import { inSubject, MODULE, movePath } from '../todos.ts';
import { draftHomeOutflow, encryptedOf, numberOf } from './in.ts';

/** How often one address may report in, and how often all together at one organisation. */
const PER_ADDRESS = { hits: 10, seconds: 3600 };
const PER_PLACE = { hits: 300, seconds: 86_400 };
const REPORTED = '本人扫码报到';
/** 工作提醒 of dictionary 0178. */
const NOTICE = '5';
/** What nobody asked somebody who reports in: the organisation learns it when it receives. */
const UNSAID = { reason: 9, trade: 99 };

async function placeOf(ctx: Ctx, code: string) {
  const id = orgOfReportCode(ctx.vault, code);
  const org = id === null ? undefined : await queries.findOrg(ctx.db, id);
  if (!org) throw notFound('没有这个报到码，请向当地党组织要新的二维码');
  return org;
}

/** Whose poster it is. */
export async function place(ctx: Ctx, input: ParsedOf<typeof reports.reportPlace>) {
  const org = await placeOf(ctx, input.place);
  return { orgName: org.name, today: await todayOf(ctx.db) };
}

/** Before something is taken: the code, the picture check, and how often from there. */
export async function admit(ctx: Ctx, input: ParsedOf<typeof reports.reportIn>): Promise<void> {
  const org = await placeOf(ctx, input.place);
  await assertStranger(ctx, input);
  await countHit(ctx.services, `reportIn:${ctx.ip}`, PER_ADDRESS.hits, PER_ADDRESS.seconds);
  await countHit(ctx.services, `reportIn:${org.id}`, PER_PLACE.hits, PER_PLACE.seconds);
}

/**
 * Somebody reports in at an organisation, which is asked to receive. Whom this platform knows, by name and id card, is joined
 * with the home branch, which is told too; others stay encrypted outside the roll. The answer is the same for everybody, also for
 * whoever has reported already or belongs here: nobody learns from it who is a party member.
 */
export async function report(ctx: Ctx, input: ParsedOf<typeof reports.reportIn>): Promise<null> {
  const org = await placeOf(ctx, input.place);
  const { number, index, holder } = await numberOf(ctx, input.idCardNo);
  const today = await todayOf(ctx.db);
  if (input.startedOn > today) throw badInput({ startedOn: '日期不能晚于今天' });
  const found =
    holder && holder.name === input.name ? await queries.findFloater(ctx.db, wholeScope, holder.id) : undefined;
  const known = found && found.category <= 2 && found.status === 1 ? found : undefined;
  const outflow = known && (await queries.openOutflowOf(ctx.db, known.id));
  const id = await queries.nextInflowId(ctx.db);
  const isHere = known?.orgId === org.id;
  const written = isHere
    ? null
    : await insertReported(
        ctx.db,
        {
          id,
          outflow_id: outflow?.id ?? null,
          member_id: known?.id ?? null,
          org_id: org.id,
          org_code: org.code,
          status: IN.waiting,
          name: input.name,
          ...encryptedOf(ctx, id, number, index, input.phone),
          home_org: input.homeOrg,
          ...UNSAID,
          started_on: input.startedOn,
        },
        REPORTED,
      );
  ctx.audit({ type: 'org', id: org.id, name: org.name, orgCode: org.code });
  if (written === null) return null;
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: org.id,
    orgCode: org.code,
    accountId: null,
    module: MODULE,
    title: `${input.name}扫码报到，请核实接收`,
    detail: `${input.homeOrg}，${input.startedOn}起`,
    act: '确认',
    jumpUrl: movePath('in', written),
    dueOn: null,
    subject: inSubject(written),
  });
  if (!known) return null;
  const arrived = {
    ...UNSAID,
    orgId: org.id,
    orgName: org.name,
    region: '',
    startedOn: input.startedOn,
    plannedTo: null,
  };
  if (!outflow) await draftHomeOutflow(ctx, known, arrived);
  else {
    await sendNotice(ctx.db, {
      type: NOTICE,
      title: `流动党员${known.name}已到流入地报到`,
      remark: `${known.name}于${today}在${org.name}扫码报到，待对方核实接收。`,
      orgId: known.orgId,
      createdBy: REPORTED,
      accountIds: await workersOf(ctx.db, known.orgId),
    });
  }
  return null;
}

const mayEdit = async (ctx: Ctx) => {
  const own = await queries.findOrg(ctx.db, ctx.session.orgId);
  return own !== undefined && ctx.may('floating:audit') && !BRANCH_TYPES.includes(own.type);
};

/** The 报到码 of the own organisation, and how many one contact person may have there. */
export async function setting(ctx: Ctx): Promise<ReplyOf<typeof reports.flowSetting>> {
  const { orgId, orgCode, orgName } = ctx.session;
  const held = await findSetting(ctx.db, orgCode);
  return {
    orgName,
    reportPath: reportPath(reportCode(ctx.vault, orgId)),
    most: held?.most ?? MOST_CONTACTS,
    setBy: held?.orgName ?? '',
    version: held?.orgId === orgId ? held.version : 0,
    can: { edit: await mayEdit(ctx) },
  };
}

/** Sets for the own organisation and those below how many one contact person may have; a branch leaves it to its superior. */
export async function saveSetting(ctx: Ctx, { most, version }: ParsedOf<typeof reports.saveFlowSetting>) {
  if (!(await mayEdit(ctx))) throw refuse('联系人数由上级党组织设置');
  const { orgId, orgCode, orgName, accountName } = ctx.session;
  const before = await findSetting(ctx.db, orgCode);
  const after = await writeSetting(ctx.db, orgId, most, version, accountName);
  if (after === undefined) throw conflict('设置已有变化，请核对后再保存');
  ctx.audit({
    type: 'org',
    id: orgId,
    name: orgName,
    changes: { mostContacts: [String(before?.most ?? MOST_CONTACTS), String(most)] },
  });
  return { version: after };
}

/** The poster with the own 报到码. */
export async function poster(ctx: Ctx): Promise<ReplyOf<typeof reports.reportPoster>> {
  const { orgId, orgName } = ctx.session;
  const address = pageAddress(ctx, reportPath(reportCode(ctx.vault, orgId)));
  ctx.audit({ type: 'org', id: orgId, name: `${orgName}报到码` });
  return answerPaper(ctx, {
    name: `流动党员报到码 ${orgName}`,
    template: new URL('../../papers/reportIn.typ', import.meta.url),
    data: { orgName, qr: await qrSvg(address), address },
  });
}
