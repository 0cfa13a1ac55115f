import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { type Finding, findingsOf, type Mending, mendingOf } from '#procedures/transfer/rules/checks.ts';
import { type Hop, type Kind, NoCommittee, wayOf } from '#procedures/transfer/rules.ts';
import { duesCheck } from '../neighbours.ts';
import type { PersonRecord } from '../queries/people.ts';
import { lineOf, settingOf } from '../queries/places.ts';
import { isWorker } from './lock.ts';
import { readOnce } from './once.ts';

/** Where somebody is to go. */
export interface Target {
  kind: Kind;
  toOrgId?: string | undefined;
  outsideName: string;
  outsideBranch: string;
}

/** Labels of what the letter needs and the record lacks. */
const gapsOf = (person: PersonRecord): string[] => {
  const gaps: string[] = [];
  if (person.name === '') gaps.push('姓名');
  if (!person.hasIdCard) gaps.push('身份证号');
  if (person.birthDate === null) gaps.push('出生日期');
  if (person.nation === '') gaps.push('民族');
  if (person.gender !== 1 && person.gender !== 2) gaps.push('性别');
  return gaps;
};

/**
 * Every rule asked of a person who is to be transferred.
 * @param own the transfer that is handed in; another one that is not over speaks against it
 */
export async function checkTransfer(
  ctx: Ctx,
  person: PersonRecord,
  way: 'inside' | 'out',
  duesBlock: boolean,
  own: string | null = null,
): Promise<{ list: Finding[]; mending: (finding: Finding) => Mending | null }> {
  const openId = person.openId === own ? null : person.openId;
  const subject = { ...person, ...(await duesCheck(ctx.db, person.id)), openId, gaps: gapsOf(person) };
  return {
    list: findingsOf(subject, way, duesBlock),
    // The pages are the workers': the person is told whom to ask by the way out alone.
    mending: (finding) => (isWorker(ctx) || finding.code === 'OPEN' ? mendingOf(finding, subject) : null),
  };
}

/**
 * The way from a branch to the target, by the tree of today.
 * @throws body code 600 where an end is not there or has no committee that may decide
 */
export async function findRoute(
  ctx: Ctx,
  fromOrgId: string,
  target: Target,
): Promise<{ hops: Hop[]; duesBlock: boolean }> {
  const from = await readOnce(ctx, `line ${fromOrgId}`, () => lineOf(ctx.db, fromOrgId));
  const to =
    target.toOrgId === undefined
      ? [target.outsideName, target.outsideBranch].filter(Boolean).join(' ')
      : await lineOf(ctx.db, target.toOrgId);
  if (Array.isArray(to)) {
    if (to.length === 0) throw badInput({ toOrgId: '接收党支部不存在或已撤销' });
    if (target.toOrgId === fromOrgId) throw badInput({ toOrgId: '接收党支部就是现在所在的党支部' });
    if (!BRANCH_TYPES.includes(to.at(-1)?.type ?? 0)) throw badInput({ toOrgId: '党员须编入党支部，请选到党支部' });
  }
  try {
    const sends = wayOf(from, to, false).findLast(({ role, decides }) => role === 'send' && decides);
    const sender = sends?.orgId ?? fromOrgId;
    const setting = await readOnce(ctx, `setting ${sender}`, () => settingOf(ctx.db, sender));
    return { hops: wayOf(from, to, setting.relays), duesBlock: setting.duesBlock };
  } catch (error) {
    if (!(error instanceof NoCommittee)) throw error;
    const words = {
      from: '转出党支部的上级没有具有审批预备党员权限的党委，请先在组织信息里核实',
      to: '接收党支部的上级没有具有审批预备党员权限的党委',
    };
    throw badInput({ toOrgId: words[error.end] });
  }
}
