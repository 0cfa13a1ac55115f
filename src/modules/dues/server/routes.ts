import * as months from '#modules/dues/contract.month.ts';
import * as paying from '#modules/dues/contract.pay.ts';
import * as reliefs from '#modules/dues/contract.relief.ts';
import * as standards from '#modules/dues/contract.standard.ts';
import * as contract from '#modules/dues/contract.ts';
import { MONTH_STATES, PAYERS } from '#modules/dues/rules.ts';
import { describeFields } from '#platform/server/auditFields.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { sealedColumn } from '#platform/server/sealedColumns.ts';
import { clock } from './queries/bills.ts';
import { endDeferrals } from './queries/opening.ts';
import { duesRuleChecks } from './ruleChecks.ts';
import * as bill from './service/bills.ts';
import * as month from './service/month.ts';
import * as pay from './service/pay.ts';
import * as person from './service/person.ts';
import * as relief from './service/reliefs.ts';
import * as standard from './service/standards.ts';

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
describeFields('duesMonth', { state: { label: '账的状态', values: MONTH_STATES }, cash: { label: '现金（分）' } });
describeFields('duesRelief', {
  kind: { label: '减免方式' },
  fromMonth: { label: '起始月份' },
  untilMonth: { label: '截止月份' },
  state: { label: '状态', values: { pending: '待审批', approved: '已批准', refused: '未批准', withdrawn: '已撤回' } },
});

const DAY = 86_400;

export const duesModule: ServerModule = {
  name: 'dues',
  contract: [
    contract.listBills,
    contract.totalDetail,
    contract.previewOpening,
    contract.openMonth,
    contract.memberYear,
    standards.calculate,
    standards.listStandards,
    standards.previewStandard,
    standards.setStandard,
    standards.removeStandard,
    standards.getConfig,
    standards.saveConfig,
    paying.payable,
    paying.handIn,
    paying.listPayments,
    paying.askRefund,
    paying.decideRefund,
    paying.ownDues,
    months.listMonths,
    months.closingCheck,
    months.depositCash,
    months.closeMonth,
    months.reopenMonth,
    months.listVouchers,
    reliefs.listReliefs,
    reliefs.askRelief,
    reliefs.decideRelief,
    reliefs.withdrawRelief,
  ],
  routes: [
    bind(contract.listBills, bill.bills),
    bind(contract.totalDetail, bill.totalDetail),
    bind(contract.previewOpening, bill.previewMonth),
    bind(contract.openMonth, bill.openMonth),
    bind(contract.memberYear, person.memberYear),
    bind(standards.calculate, standard.calculate),
    bind(standards.listStandards, standard.standards),
    bind(standards.previewStandard, standard.previewStandard),
    bind(standards.setStandard, standard.setStandard),
    bind(standards.removeStandard, standard.removeStandard),
    bind(standards.getConfig, standard.config),
    bind(standards.saveConfig, standard.saveConfig),
    bind(paying.payable, pay.payable),
    bind(paying.handIn, pay.handIn),
    bind(paying.listPayments, pay.payments),
    bind(paying.askRefund, pay.askRefund),
    bind(paying.decideRefund, pay.decideRefund),
    bind(paying.ownDues, person.own),
    bind(months.listMonths, month.months),
    bind(months.closingCheck, month.check),
    bind(months.depositCash, month.deposit),
    bind(months.closeMonth, month.close),
    bind(months.reopenMonth, month.reopen),
    bind(months.listVouchers, month.vouchers),
    bind(reliefs.listReliefs, relief.reliefs),
    bind(reliefs.askRelief, relief.ask),
    bind(reliefs.decideRelief, relief.decide),
    bind(reliefs.withdrawRelief, relief.withdraw),
  ],
  jobs: { [bill.OPEN_JOB]: bill.runOpening },
  sealed: [sealedColumn('dues_standard', 'base_enc', standard.basePlace)],
  ruleChecks: [duesRuleChecks],
  recurring: [
    {
      name: 'dues.deferrals',
      everySeconds: DAY / 24,
      run: async ({ db }) => void (await endDeferrals(db, (await clock(db)).current)),
    },
  ],
};
