import { type RawBuilder, sql } from 'kysely';
import { findGroup } from '#people/groups/server/queries/groups.ts';
import { peopleById } from '#people/member/server/index.ts';
import { orgsById } from '#people/org/server/index.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound } from '#platform/server/errors.ts';

/** Whom something is for: an organisation's whole subtree, or organisations, people or groups within it. */
export interface Audience {
  orgCode: string;
  audience: 'below' | 'orgs' | 'people' | 'groups' | string;
  audienceOrgs: readonly string[];
  audiencePeople: readonly string[];
  audienceGroups: readonly string[];
  /** Of a college's people, as `college_matches` of the database reads it. */
  audienceCollege?: unknown;
  /** False: 入党申请人, 积极分子 and 发展对象 as well. */
  onlyMembers: boolean;
}

type Matches = (kept: RawBuilder<unknown>, alias: string) => RawBuilder<boolean>;
let matches: Matches = () => sql<boolean>`false`;

/** Lets a college's audience mean its people; told in the `announce` of whoever keeps them. */
export const announceCollege = (as: Matches) => {
  matches = as;
};

/** Whether a row of `member`, by its alias, is meant by a college's audience; nobody is where no college is. */
export const matchesCollege: Matches = (kept, alias) => matches(kept, alias);

/** An audience as a condition on `member`; never beyond the subtree of its organisation. */
export function audienceCondition(of: Audience): RawBuilder<boolean> {
  const within = sql<boolean>`member.deleted_at is null and member.org_code >= ${of.orgCode} and member.org_code < ${`${of.orgCode}:`}
    and (${!of.onlyMembers} or member.person_category in (1, 2))`;
  switch (of.audience) {
    case 'orgs':
      return sql<boolean>`${within} and exists (select from organisation t where t.id = any(${of.audienceOrgs}::bigint[])
        and t.deleted_at is null and starts_with(member.org_code, t.code))`;
    case 'people':
      return sql<boolean>`${within} and member.id = any(${of.audiencePeople}::bigint[])`;
    case 'groups':
      return sql<boolean>`${within} and exists (select from content_group_member g join content_group c on c.id = g.group_id
        and c.deleted_at is null where g.member_id = member.id and c.id = any(${of.audienceGroups}::bigint[]))`;
    case 'college':
      return sql<boolean>`${within} and ${matchesCollege(sql`${JSON.stringify(of.audienceCollege)}::jsonb`, 'member')}`;
    default:
      return within;
  }
}

interface Chosen {
  orgIds: readonly string[];
  memberIds: readonly string[];
  groupIds: readonly string[];
}

const chosenOf = (ctx: Ctx, of: Chosen) =>
  Promise.all([
    orgsById(ctx.db, ctx.scope, of.orgIds),
    peopleById(ctx.db, ctx.scope, of.memberIds),
    Promise.all(of.groupIds.map((id) => findGroup(ctx.db, ctx.scope, id))),
  ]);

/**
 * Organisations, people and groups of a form: foreign ones read as not there.
 * @throws notFound naming what is missing
 */
export async function refuseForeignAudience(ctx: Ctx, of: Chosen): Promise<void> {
  const [orgs, people, groups] = await chosenOf(ctx, of);
  if (orgs.length < new Set(of.orgIds).size) throw notFound('组织不存在');
  if (people.length < new Set(of.memberIds).size) throw notFound('人员不存在');
  if (groups.some((group) => group === undefined)) throw notFound('分组不存在');
}

/** The lists of a form as its audience keeps them: those of other kinds of audience are left out. @throws badInput where nobody is chosen */
export function audienceFields({ audience, ...of }: Chosen & { audience: string }) {
  if (audience === 'orgs' && of.orgIds.length === 0) throw badInput({ orgIds: '请选择组织' });
  if (audience === 'people' && of.memberIds.length === 0) throw badInput({ memberIds: '请选择人员' });
  if (audience === 'groups' && of.groupIds.length === 0) throw badInput({ groupIds: '请选择分组' });
  return {
    orgIds: audience === 'orgs' ? [...new Set(of.orgIds)] : [],
    memberIds: audience === 'people' ? [...new Set(of.memberIds)] : [],
    groupIds: audience === 'groups' ? [...new Set(of.groupIds)] : [],
  };
}

/** What an audience names, as far as the session knows it. */
export async function audienceNames(ctx: Ctx, of: Audience) {
  const [orgs, members, groups] = await chosenOf(ctx, {
    orgIds: of.audienceOrgs,
    memberIds: of.audiencePeople,
    groupIds: of.audienceGroups,
  });
  return {
    orgs: orgs.map(({ id, name }) => ({ id, name })),
    members: members.map(({ id, name }) => ({ id, name })),
    groups: groups.flatMap((group) => (group ? [{ id: group.id, name: group.name }] : [])),
  };
}
