import { usesDictionary } from '#kernel/dictionary/server/uses.ts';
import * as change from '#people/org/contract.changes.ts';
import { exportOrgs } from '#people/org/contract.export.ts';
import { decideExtension, extendTerm, withdrawExtension } from '#people/org/contract.extension.ts';
import * as history from '#people/org/contract.history.ts';
import * as office from '#people/org/contract.office.ts';
import * as search from '#people/org/contract.search.ts';
import * as timeline from '#people/org/contract.timeline.ts';
import * as org from '#people/org/contract.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { fillPinyin } from '#platform/server/database/fillPinyin.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { foldCounters } from '#platform/server/sums/counters.ts';
import { orgRights } from '../rules.rights.ts';
import { announceApprovals } from './approvals.ts';
import { describeOrg } from './auditFields.ts';
import { announceFloatingRoutes, floatingRoutes, recycledFloating } from './floatingRoutes.ts';
import { rewriteStaleCodes } from './queries/codes.ts';
import { orgStates } from './queries/waits.ts';
import { announceRecordRoutes, orgRecordRoutes, recycledOrgRecords } from './recordRoutes.ts';
import { recycledOrgs, recycledTerms } from './recycle.ts';
import { recycledChanges } from './recycledChanges.ts';
import { orgRuleChecks } from './ruleChecks.ts';
import * as changes from './service/changes.ts';
import { findOrgs } from './service/choices.ts';
import { ORG_EXPORT, runOrgExport, startOrgExport } from './service/export.ts';
import { announceExtension, askExtension, decideOnExtension, withdrawAskedExtension } from './service/extension.ts';
import { readHistory, readIntegrity } from './service/history.ts';
import * as terms from './service/office.ts';
import { readList, readOrg, readTree } from './service/read.ts';
import { ORG_RECORD_EXPORT, runRecordExport } from './service/recordExport.ts';
import { runTermExport, startTermExport, TERM_EXPORT } from './service/termExport.ts';
import { readEarlier, readTimeline, restoreVersion } from './service/timeline.ts';
import { addOrg, checkName, editOrg, moveOrg, moveOrgToBin } from './service/write.ts';
import { orgTables } from './tables.ts';
import { servedUnit } from './units.ts';

export const orgModule: ServerModule = {
  name: 'org',
  rights: orgRights,
  tables: orgTables,
  states: orgStates,
  routes: [
    bind(org.orgTree, readTree),
    bind(org.listOrgs, readList),
    bind(org.getOrg, readOrg),
    bind(org.createOrg, addOrg),
    bind(org.updateOrg, editOrg),
    bind(org.removeOrg, moveOrgToBin),
    bind(org.validateOrg, checkName),
    bind(org.sortOrg, moveOrg),
    bind(exportOrgs, startOrgExport),
    bind(search.searchOrgs, findOrgs),
    ...servedUnit.routes,
    bind(office.listTerms, terms.readTerms),
    bind(office.termCandidates, terms.findCandidates),
    bind(office.getTerm, terms.readTerm),
    bind(office.createTerm, terms.addTerm),
    bind(office.updateTerm, terms.editTerm),
    bind(office.removeTerm, terms.dropTerm),
    bind(office.exportTerms, startTermExport),
    bind(extendTerm, askExtension),
    bind(withdrawExtension, withdrawAskedExtension),
    bind(decideExtension, decideOnExtension),
    bind(history.orgIntegrity, readIntegrity),
    bind(history.historyField, readHistory),
    bind(timeline.orgTimeline, readTimeline),
    bind(timeline.earlierOrg, readEarlier),
    bind(timeline.goBackOrg, restoreVersion),
    ...orgRecordRoutes,
    bind(change.listChanges, changes.readChanges),
    bind(change.listChangeOrgs, changes.readChangeOrgs),
    bind(change.changeContents, changes.readContents),
    bind(change.getChange, changes.readChange),
    bind(change.createChange, changes.draftChange),
    bind(change.updateChange, changes.editChange),
    bind(change.removeChange, changes.dropChange),
    bind(change.operateChange, changes.operate),
    ...floatingRoutes,
  ],
  ruleChecks: [orgRuleChecks],
  jobs: {
    [ORG_EXPORT]: runOrgExport,
    [ORG_RECORD_EXPORT]: runRecordExport,
    [TERM_EXPORT]: runTermExport,
    ...servedUnit.jobs,
  },
  nouns: [servedUnit],
  recurring: [
    { name: 'foldCounters', everySeconds: 2, run: async ({ db }) => void (await foldCounters(db)) },
    { name: 'settleCodes', everySeconds: 60, run: ({ db }) => rewriteStaleCodes(db) },
    { name: 'unitPinyin', everySeconds: 60, run: ({ db }) => fillPinyin(db, 'unit') },
    { name: 'organisationPinyin', everySeconds: 60, run: ({ db }) => fillPinyin(db, 'organisation') },
  ],
  announce() {
    describeOrg();
    usesDictionary('0001', { table: 'organisation', column: 'type', label: '党组织类别' });
    usesDictionary('0010', { table: 'organisation', column: 'unit_relation', label: '党组织所在单位情况' });
    registerRecycleKind(recycledOrgs);
    registerRecycleKind(recycledTerms);
    registerRecycleKind(recycledOrgRecords);
    registerRecycleKind(recycledChanges);
    changes.announceChangeFiles();
    announceApprovals();
    registerRecycleKind(recycledFloating);
    announceFloatingRoutes();
    announceRecordRoutes();
    announceExtension();
  },
};
