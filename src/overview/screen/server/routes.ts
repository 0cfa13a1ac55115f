import { activitySecond, convertSecond, duesSecond } from '#overview/screen/contract.second.ts';
import * as contract from '#overview/screen/contract.ts';
import { branchWall, memberWall, orgWall } from '#overview/screen/contract.wall.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { screenRights } from '../rules.rights.ts';
import { branchWallOf } from './service/branchWall.ts';
import { findMembers, listBranches, listStreets } from './service/choose.ts';
import { memberWallOf } from './service/memberWall.ts';
import { orgWallOf } from './service/orgWall.ts';
import * as screens from './service/screens.ts';
import * as second from './service/second.ts';
import { screenTables } from './tables.ts';

export const screenModule: ServerModule = {
  name: 'screen',
  rights: screenRights,
  tables: screenTables,
  routes: [
    bind(contract.listScreens, screens.list),
    bind(contract.getScreen, screens.get),
    bind(contract.addScreen, screens.add),
    bind(contract.updateScreen, screens.update),
    bind(contract.removeScreen, screens.remove),
    bind(contract.listStreets, listStreets),
    bind(contract.listBranches, listBranches),
    bind(contract.listScreenMembers, findMembers),
    bind(convertSecond, second.convert),
    bind(duesSecond, second.dues),
    bind(activitySecond, second.activity),
    bind(orgWall, orgWallOf),
    bind(branchWall, branchWallOf),
    bind(memberWall, memberWallOf),
  ],
  announce() {
    screens.announceScreens();
  },
};
