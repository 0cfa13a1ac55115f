import * as rights from '#kernel/permission/contract.rights.ts';
import * as roles from '#kernel/permission/contract.roles.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import type { Ctx } from '#platform/server/context.ts';
import { bind } from '#platform/server/http/bind.ts';
import * as orgs from './service/orgRights.ts';
import * as holders from './service/rightHolders.ts';
import * as query from './service/rightQuery.ts';
import * as role from './service/roles.ts';
import { getSeparation, separateAdministrators } from './service/separation.ts';

/** What gives rights asks for the own password again. */
const confirmed = (ctx: Ctx, { password }: { password: string }) => confirmPassword(ctx, password);

/** Roles, rights of people and organisations, the fixed query and its sheet. */
export const rightRoutes = [
  bind(roles.rightCatalogue, role.catalogue),
  bind(roles.listRoles, role.roles),
  bind(roles.getRole, (ctx, { id }) => role.role(ctx, id)),
  bind(roles.roleEffect, role.effectOfRole),
  bind(roles.createRole, role.create),
  bind(roles.updateRole, role.change, confirmed),
  bind(roles.separation, getSeparation),
  bind(roles.separate, (ctx, { on }) => separateAdministrators(ctx, on), confirmed),
  bind(rights.accountRights, (ctx, { id }) => holders.holderOfAccount(ctx, id)),
  bind(rights.memberRights, (ctx, { memberId }) => holders.holderOfMember(ctx, memberId)),
  bind(rights.setGrantRights, holders.setRights, confirmed),
  bind(rights.orgLimits, (ctx, { orgId }) => orgs.limits(ctx, orgId)),
  bind(rights.orgEffect, orgs.effectOfLimits),
  bind(rights.setOrgLimits, orgs.setLimits, async (ctx, { release, password }) => {
    if (release.length > 0) await confirmPassword(ctx, password);
  }),
  bind(rights.whoMay, query.who),
  bind(rights.exportRights, query.exportSheet),
];

export const rightJobs = { [query.RIGHTS_JOB]: query.runSheet };
