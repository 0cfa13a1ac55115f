import * as dict from '#kernel/dictionary/contract.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { dictionaryRights } from '../rules.rights.ts';
import { recycledDicts } from './recycle.ts';
import * as service from './service.ts';
import { dictionaryTables } from './tables.ts';

export const dictionaryModule: ServerModule = {
  name: 'dictionary',
  rights: dictionaryRights,
  tables: dictionaryTables,
  routes: [
    bind(dict.selectDict, (ctx, input) => service.selectEntries(ctx, input.dictionaryCode)),
    bind(dict.dictTree, service.treeNodes),
    bind(dict.listDict, service.listEntries),
    bind(dict.createDict, service.addEntry),
    bind(dict.updateDict, service.editEntry),
    bind(dict.moveDict, service.moveEntry),
    bind(dict.removeDict, (ctx, { id, deleteReason }) => service.dropEntries(ctx, [id], deleteReason)),
    bind(dict.removeDicts, (ctx, { ids, deleteReason }) => service.dropEntries(ctx, ids, deleteReason)),
    bind(dict.createCategory, service.addDictionary),
    bind(dict.removeCategory, service.dropDictionary),
    bind(dict.exportDict, (ctx, { id }) => service.exportEntries(ctx, id)),
  ],
  announce() {
    registerRecycleKind(recycledDicts);
    service.announceService();
  },
};
