import { reportCode } from '#house/server/reportCode.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { type CurrentUser, ROLE } from '#kernel/session/contract.ts';
import { administrativeLevel, roleUrl, worksInIntranet } from '#kernel/session/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { memberQrCode } from './memberQr.ts';
import { readUser, type UserRow } from './queries.ts';
import { isListed } from './service.ts';
import { siteOf } from './site.ts';

/** Who is signed in, in which role, with which rights; the own record in short where there is one. */
export async function currentUser(ctx: Ctx, uriPrefix: string): Promise<CurrentUser> {
  const { session } = ctx;
  const row = await readUser(ctx.db, session.accountId, session.rights);
  if (!row) throw notFound();
  return {
    user: {
      userId: session.accountId,
      userName: session.accountName,
      sex: String(row.gender ?? row.member_gender ?? 0),
      roleId: session.roleId,
      roleName: session.roleName,
      roleUrl: roleUrl(session.roleId, session),
      workOrgId: session.orgId,
      workOrg: { orgCode: session.orgCode, name: session.orgName },
      reportCode: session.roleId === ROLE.worker ? reportCode(ctx.vault, session.orgId) : '',
      currentUserRoleOrgId: session.orgId,
      orgId: session.orgId,
      orgName: session.orgName,
      orgCode: session.orgCode,
      loginCount: row.login_count,
      ifCompelChangePwd: session.mustChangePassword,
      idCardNo: row.id_card_mask ?? row.login_mask,
      nccsdjLevel: administrativeLevel(session),
      threeInOneRole: row.three_in_one_role,
    },
    roles: row.roles
      .filter((role) => isListed(role.role_id))
      .map((role) => ({
        roleId: role.role_id,
        roleName: role.role_name,
        roleUrl: roleUrl(role.role_id, { orgCode: role.org_code, orgType: role.org_type, base: role.base }),
        orgId: role.org_id,
        orgName: role.org_name,
      })),
    permissions: row.permissions,
    permissionKeys: [...session.rights].filter((key) => key !== ''),
    member: await ownRecord(ctx, row),
    changeEnvironment: await mustMove(ctx),
    memberQrCode: session.memberId && row.member_name !== null ? memberQrCode(ctx.vault, session.memberId) : null,
    uriPrefix,
    externalStaff: row.external_staff,
    secondFactor: { enrolled: row.has_factor, required: session.mustEnrol },
    isHintChangePasswordInfo: session.mustChangePassword ? '为保障账号安全，请先修改密码，修改后重新登录' : null,
  };
}

/** Whether the role works in the intranet and this host is not it (specification, section 1). */
async function mustMove(ctx: Ctx): Promise<boolean> {
  if (!worksInIntranet(ctx.session.roleId, ctx.session)) return false;
  const { site } = await siteOf(ctx.services, ctx.request.host);
  return site.intranetUrl !== null && new URL(site.intranetUrl).host !== ctx.request.host;
}

async function ownRecord(ctx: Ctx, row: UserRow): Promise<CurrentUser['member']> {
  const { memberId } = ctx.session;
  if (memberId === null || row.member_name === null) return null;
  const names = await dictionaryNames(ctx.services);
  return {
    id: memberId,
    name: row.member_name,
    orgId: row.member_org_id ?? '',
    orgName: row.member_org_name ?? '',
    personCategoryName: names.name('0002', row.person_category),
  };
}
