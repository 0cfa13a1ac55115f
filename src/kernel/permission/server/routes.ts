import { urgeAbove as urgeAboveCall } from '#kernel/permission/contract.above.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import { permissionRights } from '../rules.ownRights.ts';
import { urgeAbove } from './above.ts';
import { accountRoutes } from './accountRoutes.ts';
import { permissionStates } from './queries/waits.ts';
import { recycledGroups, recycledTypes } from './recycle.ts';
import { rightJobs, rightRoutes } from './rightRoutes.ts';
import { announceAccount } from './service/account.ts';
import { announceGroup } from './service/group.ts';
import { announceOrgRights } from './service/orgRights.ts';
import { announceRequest } from './service/request.ts';
import { announceRightHolders } from './service/rightHolders.ts';
import { announceRoles } from './service/roles.ts';
import { announceSeparation } from './service/separation.ts';
import { announceType } from './service/type.ts';
import { permissionTables } from './tables.ts';

export const permissionModule: ServerModule = {
  name: 'permission',
  rights: permissionRights,
  tables: permissionTables,
  states: permissionStates,
  routes: [...accountRoutes, ...rightRoutes, bind(urgeAboveCall, urgeAbove)],
  jobs: rightJobs,
  encrypted: [encryptedColumn('account', 'phone_enc', (id) => `account.phone.${id}`)],
  announce() {
    registerRecycleKind(recycledGroups);
    registerRecycleKind(recycledTypes);
    announceAccount();
    announceGroup();
    announceOrgRights();
    announceRequest();
    announceRightHolders();
    announceRoles();
    announceSeparation();
    announceType();
  },
};
