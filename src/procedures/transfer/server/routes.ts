import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import * as arrivals from '#procedures/transfer/contract.arrival.ts';
import * as balances from '#procedures/transfer/contract.balance.ts';
import * as batches from '#procedures/transfer/contract.batch.ts';
import * as exchanges from '#procedures/transfer/contract.exchange.ts';
import { exportTransfers } from '#procedures/transfer/contract.export.ts';
import * as graduateCalls from '#procedures/transfer/contract.graduates.ts';
import * as letterCalls from '#procedures/transfer/contract.letter.ts';
import * as under from '#procedures/transfer/contract.places.ts';
import * as proofs from '#procedures/transfer/contract.proof.ts';
import * as settings from '#procedures/transfer/contract.setting.ts';
import * as contract from '#procedures/transfer/contract.ts';
import { STATUSES } from '#procedures/transfer/rules.ts';
import { transferRights } from '../rules.rights.ts';
import { findOutside } from './queries/arrival.ts';
import { GRADUATES_JOB } from './queries/graduates.ts';
import { findBranches } from './queries/places.ts';
import { relationStates } from './queries/waits.ts';
import { relationRuleChecks } from './ruleChecks.ts';
import * as acts from './service/act.ts';
import { announceAdjusting } from './service/adjust.ts';
import * as arriving from './service/arrival.ts';
import * as balancing from './service/balance.ts';
import * as batching from './service/batch.ts';
import * as exchangeIn from './service/exchangeIn.ts';
import { bodyPlace, sendQueued } from './service/exchangeOut.ts';
import { draftOutflowsByProof, expireLetters, remindKeptGraduates, urgeReceipts } from './service/expire.ts';
import * as exporting from './service/export.ts';
import * as graduateSheet from './service/graduateSheet.ts';
import * as graduating from './service/graduates.ts';
import * as letters from './service/letter.ts';
import * as proving from './service/proof.ts';
import * as read from './service/read.ts';
import * as starts from './service/start.ts';
import * as undoing from './service/undo.ts';
import * as wholes from './service/whole.ts';
import * as wholeIn from './service/wholeIn.ts';
import { transferTables } from './tables.ts';

export const transferModule: ServerModule = {
  name: 'transfer',
  rights: transferRights,
  tables: transferTables,
  states: relationStates,
  together: {
    relation: {
      right: contract.decideTransfer.access,
      agree: acts.decideTogether('agree'),
      return: acts.decideTogether('return'),
    },
  },
  routes: [
    bind(contract.listTransfers, read.transfers),
    bind(contract.deskCounts, read.desk),
    bind(under.listPlaces, read.places),
    bind(exportTransfers, exporting.startExport),
    bind(under.placeCounts, read.placeCounts),
    bind(contract.getTransfer, read.transfer),
    bind(letterCalls.getLetter, letters.letter),
    bind(letterCalls.issueTransferLetter, letters.issueNow),
    bind(letterCalls.printLetter, letters.print),
    bind(letterCalls.printLetters, letters.printMany),
    bind(letterCalls.fileReceipt, letters.receipt),
    bind(settings.findBranches, (ctx, { name, id }) => findBranches(ctx.db, name, id ?? null)),
    bind(arrivals.findOutside, (ctx, { name }) => findOutside(ctx.db, name)),
    bind(arrivals.checkArrival, arriving.check),
    bind(arrivals.acceptArrival, arriving.accept),
    bind(arrivals.sendReceipt, arriving.sendReceipt),
    bind(contract.checkTransfer, starts.check),
    bind(contract.startTransfer, starts.start),
    bind(contract.editTransfer, starts.edit),
    bind(contract.decideTransfer, acts.decide),
    bind(contract.withdrawTransfer, acts.withdraw),
    bind(contract.undoTransfer, undoing.undo),
    bind(contract.urgeTransfer, read.urge),
    bind(balances.balance, balancing.balance),
    bind(balances.balancePeople, balancing.people),
    bind(batches.startBatch, batching.startBatch),
    bind(graduateCalls.graduateTemplate, graduateSheet.template),
    bind(graduateCalls.readGraduates, graduateSheet.read),
    bind(graduateCalls.listGraduations, graduating.sheets),
    bind(graduateCalls.listGraduates, graduating.lines),
    bind(graduateCalls.runGraduates, graduating.run),
    bind(graduateCalls.printGraduates, graduating.startLetters),
    bind(graduateCalls.receiveGraduates, wholes.receive),
    bind(graduateCalls.startWhole, wholes.whole),
    bind(graduateCalls.wholeInTemplate, wholeIn.wholeInTemplate),
    bind(graduateCalls.readWholeIn, wholeIn.read),
    bind(graduateCalls.printRoll, wholes.roll),
    bind(exchanges.listPartners, exchangeIn.partners),
    bind(exchanges.savePartner, exchangeIn.savePartner),
    bind(exchanges.takeMessage, exchangeIn.receiveMessage),
    bind(exchanges.listMessages, exchangeIn.messages),
    bind(exchanges.acceptMessage, exchangeIn.accept),
    bind(exchanges.returnMessage, exchangeIn.giveBack),
    bind(proofs.listProofs, proving.proofs),
    bind(proofs.addProof, proving.issueProof),
    bind(proofs.voidProof, proving.cancelProof),
    bind(proofs.printProof, proving.printProof),
    bind(settings.relationSetting, (ctx) => read.setting(ctx)),
    bind(settings.saveRelationSetting, read.saveSetting),
  ],
  ruleChecks: [relationRuleChecks],
  jobs: {
    [GRADUATES_JOB]: graduating.runGraduates,
    [exporting.TRANSFER_EXPORT]: exporting.runExport,
    [graduating.GRADUATE_LETTERS_JOB]: graduating.runLetters,
  },
  encrypted: [
    encryptedColumn('relation_graduate', 'said_enc', wholeIn.encryptedLinePlace, {
      key: { graduation_id: 'bigint', row_no: 'integer' },
    }),
    encryptedColumn('relation_message', 'body_enc', bodyPlace),
  ],
  verify: {
    [letters.LETTER]: { read: letters.verifyLetter },
    [proving.PROOF]: { read: proving.verifyProof },
  },
  recurring: [
    {
      name: 'relation.exchange',
      everySeconds: 10,
      run: async (services) => {
        await exchangeIn.applyReceived(services);
        await sendQueued(services);
      },
    },
    {
      name: 'relation.expired',
      everySeconds: 3600,
      run: async ({ db }) => {
        await expireLetters(db);
        await urgeReceipts(db);
        await remindKeptGraduates(db);
        await draftOutflowsByProof(db);
      },
    },
  ],
  announce() {
    announceAdjusting();
    arriving.announceScans();
    wholes.announceRollReceipts();
    describeFields('relationTransfer', { status: { label: '状态', values: STATUSES } });
    describeFields('relationSetting', {
      prefix: { label: '编号前缀' },
      daysNear: { label: '省内有效期（天）' },
      daysFar: { label: '省外有效期（天）' },
    });
  },
};
