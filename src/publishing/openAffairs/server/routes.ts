import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import * as boards from '#publishing/openAffairs/contract.board.ts';
import * as catalogue from '#publishing/openAffairs/contract.catalogue.ts';
import * as said from '#publishing/openAffairs/contract.feedback.ts';
import * as contract from '#publishing/openAffairs/contract.ts';
import { KINDS, RHYTHMS } from '#publishing/openAffairs/rules.ts';
import { openAffairsRights } from '../rules.rights.ts';
import { openAffairsStates } from './queries/waits.ts';
import { recycledAffairs } from './recycle.ts';
import { remindDue } from './reminders.ts';
import { openRuleChecks } from './ruleChecks.ts';
import { admitResident, getBoard, giveResidentFeedback, publicBoard, publicPage, setBoard } from './service/board.ts';
import { addItem, changeItem, listDueAffairs, listItems } from './service/catalogue.ts';
import { exportLedger } from './service/export.ts';
import { answerFeedback, giveFeedback, listFeedback, phonePlace, revealPhone } from './service/feedback.ts';
import { announceHandover } from './service/handover.ts';
import { makePoster, POSTER, verifyPoster } from './service/poster.ts';
import { getAffair, getVersion, listAffairs, listPublished, listVersions } from './service/read.ts';
import { announceFiles } from './service/rights.ts';
import * as steps from './service/steps.ts';
import { draftAffair, removeDraft, updateAffair } from './service/write.ts';
import { openAffairsTables } from './tables.ts';

export const openAffairsModule: ServerModule = {
  name: 'openAffairs',
  rights: openAffairsRights,
  tables: openAffairsTables,
  states: openAffairsStates,
  routes: [
    bind(contract.listAffairs, listAffairs),
    bind(contract.listShown, listPublished),
    bind(contract.getAffair, (ctx, { id }) => getAffair(ctx, id)),
    bind(contract.printPoster, makePoster),
    bind(contract.createAffair, draftAffair),
    bind(contract.updateAffair, updateAffair),
    bind(contract.removeAffair, removeDraft),
    bind(contract.submitAffair, steps.submit),
    bind(contract.recallAffair, (ctx, { id }) => steps.recall(ctx, id)),
    bind(contract.decideAffair, steps.decide),
    bind(contract.withdrawAffair, steps.takeDown),
    bind(contract.restoreAffair, (ctx, { id }) => steps.putBack(ctx, id)),
    bind(contract.listVersions, (ctx, { id }) => listVersions(ctx, id)),
    bind(contract.getVersion, getVersion),
    bind(contract.exportAffairs, exportLedger),
    bind(catalogue.listItems, listItems),
    bind(catalogue.createItem, addItem),
    bind(catalogue.updateItem, changeItem),
    bind(catalogue.listDue, listDueAffairs),
    bind(said.listFeedback, (ctx, { id }) => listFeedback(ctx, id)),
    bind(said.giveFeedback, giveFeedback),
    bind(said.replyFeedback, answerFeedback),
    bind(said.revealFeedbackPhone, revealPhone),
    bind(boards.getBoard, (ctx, { orgId }) => getBoard(ctx, orgId)),
    bind(boards.saveBoard, setBoard),
    bind(boards.publicBoard, (ctx, { token }) => publicBoard(ctx, token)),
    bind(boards.publicAffair, (ctx, { token }) => publicPage(ctx, token)),
    bind(boards.residentFeedback, giveResidentFeedback, admitResident),
  ],
  ruleChecks: [openRuleChecks],
  verify: { [POSTER]: { read: verifyPoster } },
  encrypted: [encryptedColumn('open_feedback', 'phone_enc', phonePlace)],
  recurring: [
    {
      name: 'openAffairs.due',
      everySeconds: 3600,
      run: async (services) => {
        await remindDue(services);
      },
    },
  ],
  announce() {
    announceFiles();
    steps.announceAffairs();
    announceHandover();
    registerRecycleKind(recycledAffairs);
    describeFields('openAffair', {
      itemName: { label: '公开项目' },
      period: { label: '期次' },
      title: { label: '标题' },
      content: { label: '公开内容' },
      files: { label: '附件数' },
      publicDays: { label: '公开天数' },
      note: { label: '更正说明' },
      state: { label: '状态', values: { draft: '草稿', pending: '待审批', published: '公开', withdrawn: '已撤下' } },
      phase: { label: '状态', values: { returned: '已退回', pending: '待审批' } },
      shown: { label: '公开', yesNo: true },
      orgName: { label: '承办组织' },
      reply: { label: '答复' },
      inPublic: { label: '登在公开页', yesNo: true },
    });
    describeFields('openBoard', {
      shows: { label: '扫码查看', yesNo: true },
      hears: { label: '居民提意见', yesNo: true },
    });
    describeFields('openItem', {
      kind: { label: '公开类别', values: KINDS },
      name: { label: '项目名称' },
      rhythm: { label: '公开频次', values: RHYTHMS },
      dueDays: { label: '期限（天）' },
      startsOn: { label: '起始日期' },
      active: { label: '启用', yesNo: true },
    });
  },
};
