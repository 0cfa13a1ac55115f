import { describeFields } from '#platform/server/auditFields.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as devices from '../contract.device.ts';
import { boxContract } from '../contract.ts';
import { sortPublicity } from '../nouns/publicity.ts';
import { bindByCode, bindCode, content, menu, readFile, revoke, servedDevice, ticket } from './device.ts';
import { servedBigEvent, servedHonor, servedMedia, servedPublicity, servedWelcome, sort } from './nouns.ts';

const served = [servedDevice, servedWelcome, servedPublicity, servedHonor, servedBigEvent, servedMedia];

export const boxModule: ServerModule = {
  name: 'box',
  contract: boxContract,
  routes: [
    ...served.flatMap(({ routes }) => routes),
    bind(sortPublicity, sort),
    bind(devices.makeBindCode, bindCode),
    bind(devices.revokeDevice, revoke),
    bind(devices.bindDevice, bindByCode),
    bind(devices.getTicket, ticket),
    bind(devices.getAppMenuList, menu),
    bind(devices.getContent, content),
    bind(devices.terminalFile, readFile),
  ],
  jobs: Object.assign({}, ...served.map(({ jobs }) => jobs)),
  nouns: served,
  announce() {
    describeFields('boxPublicity', { sort: { label: '顺序' } });
  },
};
