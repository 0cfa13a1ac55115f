import * as dict from '#modules/dictionary/contract.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { recyclable } from '#platform/server/recycle.ts';
import { recycledDicts } from './recycle.ts';
import * as service from './service.ts';

recyclable(recycledDicts);

export const dictionaryModule: ServerModule = {
  name: 'dictionary',
  contract: dict.dictionaryContract,
  routes: [
    bind(dict.selectDict, (ctx, input) => service.selectEntries(ctx, input.dictionaryCode)),
    bind(dict.dictTree, service.treeNodes),
    bind(dict.listDict, service.listEntries),
    bind(dict.createDict, service.addEntry),
    bind(dict.updateDict, service.editEntry),
    bind(dict.moveDict, service.moveEntry),
    bind(dict.removeDict, (ctx, { id }) => service.dropEntries(ctx, [id])),
    bind(dict.removeDicts, (ctx, { ids }) => service.dropEntries(ctx, ids)),
    bind(dict.createCategory, service.addDictionary),
    bind(dict.removeCategory, (ctx, { id }) => service.dropDictionary(ctx, id)),
    bind(dict.exportDict, (ctx, { id }) => service.exportEntries(ctx, id)),
  ],
};
