import { describeFields } from '#platform/server/auditFields.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { boxContract } from '../contract.ts';
import { sortPublicity } from '../nouns/publicity.ts';
import { servedBigEvent, servedHonor, servedMedia, servedPublicity, servedWelcome, sort } from './nouns.ts';

const served = [servedWelcome, servedPublicity, servedHonor, servedBigEvent, servedMedia];

export const boxModule: ServerModule = {
  name: 'box',
  contract: boxContract,
  routes: [...served.flatMap(({ routes }) => routes), bind(sortPublicity, sort)],
  jobs: Object.assign({}, ...served.map(({ jobs }) => jobs)),
  nouns: served,
  announce() {
    describeFields('boxPublicity', { sort: { label: '顺序' } });
  },
};
