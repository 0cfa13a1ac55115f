import { bind } from '#platform/server/http/bind.ts';
import { knowsDevices } from '#platform/server/http/device.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as devices from '../contract.device.ts';
import * as doorCalls from '../contract.doors.ts';
import * as insertCalls from '../contract.insert.ts';
import * as playCalls from '../contract.plays.ts';
import * as programmes from '../contract.programme.ts';
import * as shares from '../contract.share.ts';
import { deviceWall } from '../contract.wall.ts';
import { sortPublicity } from '../nouns/publicity.ts';
import { terminalRights } from '../rules.rights.ts';
import { beat, getContent, getMenu, readFile, revokeDevice, servedDevice } from './device.ts';
import * as doors from './doors.ts';
import * as inserts from './insert.ts';
import {
  movePublicity,
  servedBigEvent,
  servedBook,
  servedGroup,
  servedHonor,
  servedMedia,
  servedPublicity,
  servedStudy,
  servedWelcome,
} from './nouns.ts';
import { createTicket, deviceOf, pair, stateOfTicket } from './pair.ts';
import * as plays from './plays.ts';
import { keepPlays } from './programme.ts';
import { boxStates } from './queries/waits.ts';
import * as share from './share.ts';
import { remindSilent } from './silent.ts';
import * as slots from './slots.ts';
import { terminalTables } from './tables.ts';
import { wall } from './wall.ts';

const served = [
  servedGroup,
  servedDevice,
  servedWelcome,
  servedPublicity,
  servedHonor,
  servedBigEvent,
  servedMedia,
  servedStudy,
  servedBook,
];

export const terminalModule: ServerModule = {
  name: 'terminal',
  rights: terminalRights,
  tables: terminalTables,
  demo: async (city) => (await import('./seed.ts')).demoRows(city),
  states: boxStates,
  routes: [
    ...served.flatMap(({ routes }) => routes),
    bind(sortPublicity, movePublicity),
    bind(devices.pairDevice, pair),
    bind(devices.revokeDevice, revokeDevice),
    bind(devices.getTicket, createTicket),
    bind(devices.ticketState, stateOfTicket),
    bind(devices.heartbeat, beat),
    bind(devices.postPlays, keepPlays),
    bind(programmes.listSlots, slots.list),
    bind(programmes.slotChoices, slots.choices),
    bind(programmes.saveSlot, slots.save),
    bind(programmes.removeSlot, slots.remove),
    bind(programmes.moveSlot, slots.move),
    bind(programmes.whatIsOn, slots.plays),
    bind(playCalls.deviceWeek, plays.week),
    bind(playCalls.listPlays, plays.list),
    bind(playCalls.sumPlays, plays.sums),
    bind(playCalls.exportPlays, plays.exportPlays),
    bind(insertCalls.listInserts, inserts.list),
    bind(insertCalls.getInsert, inserts.get),
    bind(insertCalls.insertReach, inserts.reach),
    bind(insertCalls.insertScreens, inserts.screens),
    bind(insertCalls.exportInsert, inserts.exportInsert),
    bind(insertCalls.writeInsert, inserts.write),
    bind(insertCalls.decideInsert, inserts.decide),
    bind(insertCalls.withdrawInsert, inserts.withdraw),
    bind(deviceWall, wall),
    bind(devices.getAppMenuList, getMenu),
    bind(devices.getContent, getContent),
    bind(devices.terminalFile, readFile),
    bind(doorCalls.listVotes, doors.votes),
    bind(doorCalls.listLife, doors.life),
    bind(doorCalls.getLife, (ctx, { id }) => doors.oneLife(ctx, id)),
    bind(doorCalls.showVote, doors.showVote),
    bind(doorCalls.showLife, doors.showLife),
    bind(shares.listOffered, share.offeredToUs),
    bind(shares.listOwnOffers, share.ownOffers),
    bind(shares.listTakers, share.takers),
    bind(shares.getOffered, (ctx, { id }) => share.offered(ctx, id)),
    bind(shares.offerOf, share.offerOf),
    bind(shares.offer, share.offer),
    bind(shares.withdrawOffer, (ctx, { id }) => share.withdraw(ctx, id)),
    bind(shares.takeOffer, (ctx, { id }) => share.takeOver(ctx, id)),
    bind(shares.dropOffer, (ctx, { id }) => share.drop(ctx, id)),
  ],
  recurring: [{ name: 'terminal.silent', everySeconds: 600, run: remindSilent }],
  jobs: Object.assign({}, ...served.map(({ jobs }) => jobs)),
  nouns: served,
  announce() {
    knowsDevices(deviceOf);
    inserts.announceInserts();
    describeFields('boxInsert', {
      state: { label: '状态' },
      screens: { label: '屏幕数' },
      until: { label: '播到' },
    });
    describeFields('boxShown', { onScreen: { label: '屏幕展示', yesNo: true } });
    describeFields('boxPublicity', { sort: { label: '顺序' } });
  },
};
