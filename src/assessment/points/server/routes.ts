import * as appeal from '#assessment/points/contract.appeal.ts';
import * as out from '#assessment/points/contract.out.ts';
import * as sets from '#assessment/points/contract.set.ts';
import * as contract from '#assessment/points/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { pointsRights } from '../rules.rights.ts';
import { pointsStates } from './queries/waits.ts';
import { announceAppeals } from './service/appealFlow.ts';
import * as appeals from './service/appeals.ts';
import * as hands from './service/hands.ts';
import { postPoints } from './service/posting.ts';
import * as scores from './service/scores.ts';
import * as rules from './service/sets.ts';
import * as sheets from './service/sheetOut.ts';
import { tryPointSet } from './service/trial.ts';
import { pointsTables } from './tables.ts';

const POST_SECONDS = 3;

const routes = [
  bind(contract.memberRank, scores.rank),
  bind(contract.listLines, scores.lines),
  bind(contract.personPoints, scores.person),
  bind(contract.ownPoints, scores.own),
  bind(contract.ownLines, scores.ownLines),
  bind(contract.listHands, hands.list),
  bind(contract.handItems, scores.handItems),
  bind(contract.addHand, hands.add),
  bind(contract.decideHand, hands.decide),
  bind(contract.withdrawHand, hands.withdraw),
  bind(contract.scoreSheet, scores.scoreSheet),
  bind(out.printScoreSheet, sheets.print),
  bind(out.exportScoreSheet, sheets.workbook),
  bind(out.trySet, tryPointSet),
  bind(appeal.listAppeals, appeals.list),
  bind(appeal.ownAppeals, appeals.own),
  bind(appeal.appealItems, appeals.items),
  bind(appeal.askAppeal, appeals.ask),
  bind(appeal.withdrawAppeal, appeals.withdraw),
  bind(appeal.resubmitAppeal, appeals.resubmit),
  bind(appeal.appealAgain, appeals.appealAgain),
  bind(appeal.decideAppeal, appeals.decide),
  bind(sets.listSets, rules.list),
  bind(sets.getSet, rules.get),
  bind(sets.saveSet, rules.save),
  bind(sets.publishSet, rules.publish),
  bind(sets.removeSet, rules.remove),
];

export const pointsModule: ServerModule = {
  name: 'points',
  rights: pointsRights,
  tables: pointsTables,
  states: pointsStates,
  subjects: { pointHand: ownRows('point_hand'), pointAppeal: ownRows('point_appeal') },
  routes,
  recurring: [{ name: 'points.post', everySeconds: POST_SECONDS, run: postPoints }],
  announce() {
    hands.announceFiles();
    announceAppeals();
  },
};
