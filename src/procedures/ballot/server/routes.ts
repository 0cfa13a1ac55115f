import { orgBin } from '#house/server/orgBin.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import * as contract from '#procedures/ballot/contract.ts';
import { KINDS, STATES } from '#procedures/ballot/rules.ts';
import { ballotStates } from './queries/waits.ts';
import { keyPlace } from './service/common.ts';
import * as desk from './service/desk.ts';
import * as print from './service/print.ts';
import * as vote from './service/vote.ts';
import { ballotTables } from './tables.ts';

export const ballotModule: ServerModule = {
  name: 'ballot',
  tables: ballotTables,
  states: ballotStates,
  routes: [
    bind(contract.listBallots, desk.list),
    bind(contract.createBallot, desk.create),
    bind(contract.updateBallot, desk.update),
    bind(contract.removeBallot, desk.remove),
    bind(contract.openBallot, desk.open),
    bind(contract.urgeBallot, desk.urge),
    bind(contract.closeBallot, desk.close),
    bind(contract.enterSums, desk.enterSums),
    bind(contract.sealBallot, desk.seal, (ctx, { password }) => confirmPassword(ctx, password)),
    bind(contract.voidBallot, desk.voidOne),
    bind(contract.printBallot, print.result),
    bind(contract.ownBallots, vote.list),
    bind(contract.viewOwnBallot, (ctx, { id }) => vote.view(ctx, id)),
    bind(contract.takeSlip, vote.takeSlip),
    bind(contract.castBallot, vote.cast),
    bind(contract.getBallot, (ctx, { id }) => desk.get(ctx, id)),
  ],
  encrypted: [encryptedColumn('ballot', 'key_enc', keyPlace)],
  recurring: [{ name: 'ballot.end', everySeconds: 20, run: desk.endDue }],
  announce() {
    registerRecycleKind(
      orgBin({ kind: 'ballot', label: '投票', right: 'event:write', table: 'ballot', title: 'title' }),
    );
    describeFields('ballot', {
      title: { label: '投票名称' },
      kind: { label: '投票方式', values: KINDS },
      seats: { label: '应选人数' },
      options: { label: '选项' },
      onPaper: { label: '纸质选票', yesNo: true },
      endsAt: { label: '截止时间' },
      state: { label: '状态', values: STATES },
      voters: { label: '应投（人）' },
      urged: { label: '催投（人）' },
      teller: { label: '计票人' },
      sealedBy: { label: '确认人' },
      slip: { label: '已领票', yesNo: true },
    });
  },
};
