import * as contract from '#people/org/contract.floating.ts';
import { FLOATING_STATES } from '#people/org/rules.floating.ts';
import { binFrom, type RecycleKind } from '#platform/server/bin/recycle.ts';
import { canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { type Binding, bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { floatingBin } from './queries/bins.ts';
import * as queries from './queries/floating.ts';
import * as floating from './service/floating.ts';
import { announceFloatingAudit, auditFloating } from './service/floatingAudit.ts';
import { exportFloatingList, readFloating, readFloatingAudits, readFloatingList } from './service/floatingRead.ts';

/** Deleted applications: back before their deciders, or to be fixed as they were. */
export const recycledFloating: RecycleKind = {
  kind: 'floatingOrg',
  label: '流动党组织申请',
  right: 'org:floating',
  ...binFrom(floatingBin),
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
  bind(contract.editFloating, floating.resubmitFloating),
  bind(contract.removeFloating, floating.removeFloating),
  bind(contract.auditFloating, auditFloating),
  bind(contract.exportFloating, exportFloatingList),
];

/** Tells the registries of the house what of this belongs to them. */
export function announceFloatingRoutes(): void {
  announceFloatingAudit();
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
