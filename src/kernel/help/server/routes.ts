import {
  addHelp,
  getHelp,
  getHelpVersion,
  helpVersions,
  listHelp,
  removeHelp,
  updateHelp,
} from '#kernel/help/contract.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { helpRights } from '../rules.rights.ts';
import {
  addDocument,
  announceService,
  changeDocument,
  dropDocument,
  getDocument,
  getVersion,
  listDocuments,
  listVersions,
  recycledHelp,
} from './service.ts';
import { helpTables } from './tables.ts';

export const helpModule: ServerModule = {
  name: 'help',
  rights: helpRights,
  tables: helpTables,
  routes: [
    bind(listHelp, listDocuments),
    bind(getHelp, (ctx, { id }) => getDocument(ctx, id)),
    bind(addHelp, addDocument),
    bind(updateHelp, changeDocument),
    bind(removeHelp, dropDocument),
    bind(helpVersions, (ctx, { id }) => listVersions(ctx, id)),
    bind(getHelpVersion, getVersion),
  ],
  announce() {
    registerRecycleKind(recycledHelp);
    announceService();
  },
};
