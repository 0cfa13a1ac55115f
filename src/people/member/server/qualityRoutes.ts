import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as duplicatesContract from '../contract.duplicates.ts';
import * as qualityContract from '../contract.quality.ts';
import * as duplicates from './service/duplicates.ts';
import * as merge from './service/merge.ts';
import * as quality from './service/quality.ts';

/** Data quality and people who stand in the roll twice. */
export const memberQuality = {
  routes: [
    bind(qualityContract.getMemberField, () => quality.memberFields()),
    bind(qualityContract.getIntegrity, (ctx, { orgId }) => quality.integrity(ctx, orgId)),
    bind(qualityContract.listFaults, (ctx, input) => quality.faults(ctx, input)),
    bind(qualityContract.exportFaults, (ctx, input) => quality.exportFaults(ctx, input)),
    bind(duplicatesContract.listPairs, (ctx, input) => duplicates.listPairs(ctx, input)),
    bind(duplicatesContract.scanPairs, (ctx) => duplicates.startScan(ctx)),
    bind(duplicatesContract.getPair, (ctx, { id }) => duplicates.getPair(ctx, id)),
    bind(duplicatesContract.mergePair, (ctx, input) => merge.mergePair(ctx, input)),
    bind(duplicatesContract.undoMerge, (ctx, { id }) => merge.undoMerge(ctx, id)),
    bind(duplicatesContract.decidePair, (ctx, input) => duplicates.decidePair(ctx, input)),
  ],
  jobs: { [quality.QUALITY_EXPORT_JOB]: quality.runQualityExport, [duplicates.SCAN_JOB]: duplicates.runScan },
  recurring: [
    { name: 'member.readCards', everySeconds: 60, run: quality.readCards },
    { name: 'member.faultCounts', everySeconds: 5, run: quality.recountFaults },
  ],
} satisfies Omit<ServerModule, 'name'>;
