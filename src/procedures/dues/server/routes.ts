import { confirmPassword } from '#kernel/session/server/confirm.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import { foldSums } from '#platform/server/sums/keptSums.ts';
import * as closings from '#procedures/dues/contract.closing.ts';
import * as grids from '#procedures/dues/contract.grid.ts';
import * as handups from '#procedures/dues/contract.handup.ts';
import * as months from '#procedures/dues/contract.month.ts';
import * as ordering from '#procedures/dues/contract.order.ts';
import * as papers from '#procedures/dues/contract.paper.ts';
import * as paying from '#procedures/dues/contract.pay.ts';
import * as reconciling from '#procedures/dues/contract.reconcile.ts';
import * as reliefs from '#procedures/dues/contract.relief.ts';
import { remindOwing } from '#procedures/dues/contract.remind.ts';
import * as standards from '#procedures/dues/contract.standard.ts';
import { trial } from '#procedures/dues/contract.trial.ts';
import * as contract from '#procedures/dues/contract.ts';
import { HANDUP_STATES } from '#procedures/dues/rules.handup.ts';
import { RECONCILE } from '#procedures/dues/rules.order.ts';
import { MONTH_STATES, PAYERS } from '#procedures/dues/rules.ts';
import { duesRights } from '../rules.rights.ts';
import { announceDuesHandover } from './handover.ts';
import { announceDuesMerging } from './merging.ts';
import { monthAndToday } from './queries/bills.ts';
import { duesPointSources } from './queries/evidence.ts';
import { duesLedgers } from './queries/ledgers.ts';
import { endDeferrals } from './queries/opening.ts';
import { DUES_SUMS, MONTH_SUMS } from './queries/sums.ts';
import { duesStates } from './queries/waits.ts';
import { duesRuleChecks } from './ruleChecks.ts';
import * as bill from './service/bills.ts';
import * as closing from './service/closing.ts';
import * as gridding from './service/grid.ts';
import * as gridSheet from './service/gridSheet.ts';
import * as handupEnd from './service/handupDecide.ts';
import * as handup from './service/handups.ts';
import * as merchant from './service/merchants.ts';
import * as month from './service/month.ts';
import * as online from './service/online.ts';
import { askDueOrders, sendRefunds } from './service/orders.ts';
import * as paper from './service/papers.ts';
import * as pay from './service/pay.ts';
import * as person from './service/person.ts';
import * as reconcile from './service/reconcile.ts';
import * as refund from './service/refund.ts';
import * as relief from './service/reliefs.ts';
import { sendDuesReminders } from './service/remind.ts';
import { runSheets, SHEETS_JOB, startSheets } from './service/sheets.ts';
import * as standard from './service/standards.ts';
import * as trying from './service/trial.ts';
import { duesTables } from './tables.ts';
import { refreshDuesTodos } from './todos.ts';

const DAY = 86_400;

export const duesModule: ServerModule = {
  name: 'dues',
  rights: duesRights,
  tables: duesTables,
  states: duesStates,
  together: {
    duesRelief: {
      right: reliefs.decideRelief.access,
      agree: relief.decideTogether(true),
      return: relief.decideTogether(false),
    },
    duesHandup: {
      right: handups.decideHandup.access,
      agree: handupEnd.decideTogether(true),
      return: handupEnd.decideTogether(false),
    },
  },
  subjects: { duesRelief: ownRows('dues_relief'), duesBill: ownRows('dues_bill') },
  routes: [
    bind(contract.listBills, bill.listBills),
    bind(contract.totalDetail, bill.totalDetail),
    bind(contract.duesRate, bill.rate),
    bind(contract.previewOpening, bill.previewMonth),
    bind(contract.openMonth, bill.openMonth),
    bind(contract.memberYear, person.memberYear),
    bind(standards.calculate, standard.calculate),
    bind(standards.listStandards, standard.standards),
    bind(standards.previewStandard, standard.previewStandard),
    bind(standards.setStandard, standard.setStandard),
    bind(standards.removeStandard, standard.removeStandard),
    bind(grids.gridStandards, gridding.grid),
    bind(grids.previewStandards, gridding.preview),
    bind(grids.setStandards, gridding.setAll),
    bind(grids.standardTemplate, gridSheet.template),
    bind(grids.readStandards, gridSheet.read),
    bind(trial, trying.trial),
    bind(standards.getConfig, standard.config),
    bind(standards.saveConfig, standard.saveConfig),
    bind(paying.payable, pay.payable),
    bind(paying.handIn, pay.handIn),
    bind(paying.collectedToday, pay.takenToday),
    bind(paying.listPayments, pay.payments),
    bind(paying.refundable, refund.refundable),
    bind(paying.askRefund, refund.askRefund),
    bind(paying.decideRefund, refund.decideRefund),
    bind(paying.ownDues, person.own),
    bind(months.listMonths, month.months),
    bind(months.closingCheck, month.check),
    bind(months.depositCash, month.deposit),
    bind(months.closeMonth, month.close),
    bind(months.reopenMonth, month.reopen),
    bind(months.listVouchers, month.vouchers),
    bind(closings.listClosing, closing.closing),
    bind(closings.remindClosing, closing.remindOfClosing),
    bind(ordering.orderOwn, online.orderOwn),
    bind(ordering.orderBulk, online.orderBulk),
    bind(ordering.placeOrder, online.placed),
    bind(ordering.readOrder, online.read),
    bind(ordering.cancelOrder, online.cancelled, online.askBeforeCancel),
    bind(ordering.listOrders, online.orders),
    bind(ordering.refundOrder, online.refund),
    bind(ordering.holdingOrders, online.holding),
    bind(ordering.turnLine, online.turnLine, online.askBeforeTurn),
    bind(ordering.payNotice, online.notice),
    bind(ordering.listMerchants, merchant.merchants),
    bind(ordering.saveMerchant, merchant.saveMerchant, (ctx, { password }) => confirmPassword(ctx, password)),
    bind(papers.printReceipt, paper.receipt),
    bind(papers.printSheet, paper.sheet),
    bind(papers.exportSheets, startSheets),
    bind(papers.draftOpen, paper.openDraft),
    bind(papers.listLeft, paper.listLeft),
    bind(remindOwing, sendDuesReminders),
    bind(handups.listHandups, handup.handups),
    bind(handups.handupStanding, handup.standing),
    bind(handups.handupBelow, handup.below),
    bind(handups.askHandup, handup.ask),
    bind(handups.askAllocation, handup.allocation),
    bind(handups.decideHandup, handupEnd.decide),
    bind(handups.withdrawHandup, handupEnd.withdraw),
    bind(handups.setRatio, handup.setRatio),
    bind(reconciling.listOdd, reconcile.odd),
    bind(reconciling.listStatements, reconcile.statements),
    bind(reconciling.importStatement, reconcile.importStatement),
    bind(reconciling.resolveOdd, reconcile.resolve),
    bind(reconciling.resolveMany, reconcile.resolveMany),
    bind(reliefs.listReliefs, relief.reliefs),
    bind(reliefs.askRelief, relief.ask),
    bind(reliefs.decideRelief, relief.decide),
    bind(reliefs.withdrawRelief, relief.withdraw),
  ],
  jobs: { [bill.OPEN_JOB]: bill.runOpening, [SHEETS_JOB]: runSheets },
  encrypted: [
    encryptedColumn('dues_standard', 'base_enc', standard.basePlace),
    encryptedColumn('dues_merchant', 'keys_enc', merchant.keysPlaceOf),
  ],
  ruleChecks: [duesRuleChecks],
  ledgers: duesLedgers,
  pointSources: duesPointSources,
  verify: { [paper.RECEIPT]: { read: paper.verifyReceipt } },
  recurring: [
    { name: 'dues.sums', everySeconds: 2, run: async ({ db }) => void (await foldSums(db, DUES_SUMS)) },
    { name: 'dues.months', everySeconds: 2, run: async ({ db }) => void (await foldSums(db, MONTH_SUMS)) },
    { name: 'dues.orders', everySeconds: 15, run: askDueOrders },
    { name: 'dues.refunds', everySeconds: 20, run: sendRefunds },
    { name: 'dues.todos', everySeconds: DAY / 24, run: async (services) => void (await refreshDuesTodos(services)) },
    {
      name: 'dues.deferrals',
      everySeconds: DAY / 24,
      run: async ({ db }) => void (await endDeferrals(db, (await monthAndToday(db)).current)),
    },
  ],
  announce() {
    announceDuesHandover();
    announceDuesMerging();
    describeFields('duesStandard', {
      fromMonth: { label: '起始月份' },
      payer: { label: '缴费类别', values: PAYERS },
      amount: { label: '每月应缴（分）' },
      keeps: { label: '全年不变', yesNo: true },
      reason: { label: '说明' },
    });
    describeFields('duesConfig', {
      quarterly: { label: '按季缴纳', yesNo: true },
      consent: { label: '支部同意情况' },
      proxyName: { label: '代缴人' },
      place: { label: '缴纳地点' },
      reminded: { label: '欠缴提醒', yesNo: true },
    });
    describeFields('duesPayment', {
      total: { label: '金额（分）' },
      months: { label: '月数' },
      paidOn: { label: '缴纳日期' },
    });
    describeFields('duesOrder', { total: { label: '金额（分）' } });
    describeFields('duesMerchant', {
      merchantNo: { label: '商户号' },
      bank: { label: '开户银行' },
      enabled: { label: '启用', yesNo: true },
      confirmedBy: { label: '上级确认' },
    });
    describeFields('duesMonth', { state: { label: '账的状态', values: MONTH_STATES }, cash: { label: '现金（分）' } });
    describeFields('duesRelief', {
      kind: { label: '减免方式' },
      fromMonth: { label: '起始月份' },
      untilMonth: { label: '截止月份' },
      state: {
        label: '状态',
        values: { pending: '待审批', approved: '已批准', refused: '未批准', withdrawn: '已撤回' },
      },
    });
    describeFields('duesHandup', {
      amount: { label: '金额（分）' },
      paidOn: { label: '付款日期' },
      state: { label: '状态', values: HANDUP_STATES },
    });
    describeFields('duesStatement', { state: { label: '对账', values: RECONCILE } });
    describeFields('duesRatio', { ratio: { label: '上缴比例（万分之）' } });
  },
};
