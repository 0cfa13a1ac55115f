import * as read from '#life/specialActivity/contract.read.ts';
import * as contract from '#life/specialActivity/contract.ts';
import { MATERIAL_STATES, STATES } from '#life/specialActivity/rules.ts';
import { allowSeconds, transact } from '#platform/server/database/db.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { specialActivityRights } from '../rules.rights.ts';
import { servedActivity } from './activity.ts';
import { announceHandover } from './handover.ts';
import { syncTodos } from './queries/todos.ts';
import { specialActivityStates } from './queries/waits.ts';
import * as activities from './service/activities.ts';
import * as certificates from './service/certificates.ts';
import * as conditions from './service/conditions.ts';
import * as handIns from './service/handIns.ts';
import * as materials from './service/materials.ts';
import * as open from './service/open.ts';
import { specialActivityTables } from './tables.ts';

export const specialActivityModule: ServerModule = {
  name: 'specialActivity',
  rights: specialActivityRights,
  tables: specialActivityTables,
  states: specialActivityStates,
  together: {
    specialDecide: {
      right: contract.decideMaterial.access,
      agree: handIns.decideTogether('agree'),
      return: handIns.decideTogether('return'),
    },
  },
  routes: [
    ...servedActivity.routes,
    bind(contract.setOrgs, activities.setOrgs),
    bind(contract.setItems, activities.setItems),
    bind(contract.setFiles, activities.setFiles),
    bind(contract.publishActivity, activities.publish),
    bind(contract.endActivity, activities.end),
    bind(contract.reopenActivity, activities.reopen),
    bind(contract.withdrawActivity, activities.withdraw),
    bind(contract.extendItem, activities.extend),
    bind(contract.urgeActivity, activities.urge),
    bind(read.listOpen, open.list),
    bind(read.openActivity, open.detail),
    bind(contract.setPeople, open.setPeople),
    bind(read.listMaterials, materials.list),
    bind(read.getMaterial, (ctx, { id }) => materials.detail(ctx, id)),
    bind(contract.handIn, handIns.handIn),
    bind(contract.recallMaterial, handIns.recall),
    bind(contract.decideMaterial, handIns.decide),
    bind(read.listConditions, conditions.list),
    bind(contract.exportConditions, conditions.sheet),
    bind(read.listCertificates, certificates.list),
    bind(contract.issueCertificates, certificates.issue),
    bind(contract.revokeCertificate, certificates.revoke),
    bind(contract.printCertificate, certificates.print),
  ],
  jobs: { ...servedActivity.jobs },
  nouns: [servedActivity],
  verify: { [certificates.CERTIFICATE]: { read: certificates.verifyCertificate } },
  recurring: [
    {
      name: 'special.due',
      everySeconds: 3600,
      run: async ({ db }) => {
        await transact(db, async (tx) => {
          // It reads every part under way of the deployment; nobody waits for it.
          await allowSeconds(tx, 900);
          await syncTodos(tx, null);
        });
      },
    },
  ],
  announce() {
    materials.announceFiles();
    handIns.announceUrging();
    announceHandover();
    describeFields('specialActivity', {
      state: { label: '状态', values: STATES },
      orgs: { label: '参加组织' },
      items: { label: '附件目录' },
      files: { label: '活动资料数' },
      poster: { label: '海报' },
      dueOn: { label: '附件截止日期' },
      urged: { label: '催办' },
      people: { label: '参加党员数' },
      certificates: { label: '颁发证书数' },
      orgName: { label: '组织单位' },
    });
    describeFields('specialMaterial', {
      state: { label: '状态', values: MATERIAL_STATES },
      files: { label: '附件数' },
      orgName: { label: '参加组织' },
    });
  },
};
