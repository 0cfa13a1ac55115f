import {
  addHelp,
  getHelp,
  getHelpVersion,
  helpVersions,
  listHelp,
  removeHelp,
  updateHelp,
} from '#kernel/help/contract.ts';
import { recyclable } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { helpRights } from '../rules.rights.ts';
import {
  addDocument,
  announceService,
  changeDocument,
  document,
  documents,
  dropDocument,
  recycledHelp,
  version,
  versions,
} from './service.ts';
import { helpTables } from './tables.ts';

export const helpModule: ServerModule = {
  name: 'help',
  rights: helpRights,
  tables: helpTables,
  routes: [
    bind(listHelp, documents),
    bind(getHelp, (ctx, { id }) => document(ctx, id)),
    bind(addHelp, addDocument),
    bind(updateHelp, changeDocument),
    bind(removeHelp, dropDocument),
    bind(helpVersions, (ctx, { id }) => versions(ctx, id)),
    bind(getHelpVersion, version),
  ],
  announce() {
    recyclable(recycledHelp);
    announceService();
  },
};
