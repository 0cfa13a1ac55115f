import { type RawBuilder, sql } from 'kysely';
import * as contract from '#modules/org/contract.floating.ts';
import { FLOATING_STATES } from '#modules/org/rules.floating.ts';
import { describeFields } from '#platform/server/auditFields.ts';
import { type Binding, bind } from '#platform/server/bind.ts';
import { canReadFile, detachFiles } from '#platform/server/fileRights.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import * as queries from './queries/floating.ts';
import * as floating from './service/floating.ts';
import { auditFloating } from './service/floatingAudit.ts';
import { exportFloatingList, readFloating, readFloatingAudits, readFloatingList } from './service/floatingRead.ts';

const columns = sql`f.id, f.name, asking.name as "orgName", asking.code as "orgCode", f.deleted_at as "deletedAt",
  coalesce(f.deleted_by, '') as "deletedBy", coalesce(f.delete_reason, '') as reason`;
const deleted = (scope: Scope, filter?: RecycleFilter): RawBuilder<unknown> => sql`
  floating_org f join organisation asking on asking.id = f.asking_org_id
   where f.deleted_at is not null and f.erased_at is null and ${within(scope, 'asking.code')}
     and ${scope.memberId === null} and ${deletedBetween('f.deleted_at', filter?.from ?? null, filter?.to ?? null)}
     and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in f.name) > 0)`;

/** Deleted applications: back before their deciders, or to be fixed as they were. */
export const recycledFloating: RecycleKind = {
  kind: 'floatingOrg',
  label: '流动党组织申请',
  right: 'org:floating',
  async list(ctx, scope, filter) {
    const { rows } = await sql<Recycled>`select ${columns} from ${deleted(scope, filter)}
      order by f.deleted_at desc, f.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
    return rows;
  },
  async count(ctx, scope, filter, limit) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from ${deleted(scope, filter)} limit ${limit}) as c`.execute(ctx.db);
    return rows[0]?.n ?? 0;
  },
  async lock(ctx, scope, id) {
    const { rows } = await sql<Recycled>`
      select ${columns} from ${deleted(scope)} and f.id = ${id} for update of f`.execute(ctx.db);
    return rows[0];
  },
  restore: floating.restoreFloating,
  async erase(ctx, id) {
    await detachFiles(ctx, { kind: floating.FLOATING_FILES, rowId: id }, []);
    await queries.eraseFloating(ctx.db, id);
  },
};

export const floatingRoutes: Binding[] = [
  bind(contract.listFloating, readFloatingList),
  bind(contract.listFloatingAudits, readFloatingAudits),
  bind(contract.getFloating, readFloating),
  bind(contract.floatingPeople, floating.findFloatingPeople),
  bind(contract.addFloating, floating.askFloating),
  bind(contract.editFloating, floating.mendFloating),
  bind(contract.removeFloating, floating.removeFloating),
  bind(contract.auditFloating, auditFloating),
  bind(contract.exportFloating, exportFloatingList),
];

/** Tells the registries of the house what of this belongs to them. */
export function announceFloatingRoutes(): void {
  describeFields('floatingOrg', {
    name: { label: '组织名称' },
    parentName: { label: '上级党组织' },
    setting: { label: '依托单位' },
    region: { label: '流入地区' },
    address: { label: '活动场所' },
    contact: { label: '联系人' },
    phone: { label: '联系电话' },
    secretaryName: { label: '书记人选' },
    memberCount: { label: '流动党员人数' },
    named: { label: '登记到人的人数' },
    reason: { label: '设立理由' },
    state: { label: '状态', values: FLOATING_STATES },
  });
  canReadFile(
    floating.FLOATING_FILES,
    async (ctx, file) =>
      ctx.may('org:read') &&
      file.rowId !== null &&
      (await queries.findFloating(ctx.db, ctx.scope, ctx.session, file.rowId)) !== undefined,
  );
}
