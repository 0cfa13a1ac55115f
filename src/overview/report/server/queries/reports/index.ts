import type { ReportKey } from '#overview/report/rules.ts';
import type { Report } from '../../kit.ts';
import { countChange } from './countChange.ts';
import { duesNoSet } from './duesNoSet.ts';
import { monthlyDues, yearlyDues } from './duesSums.ts';
import { examination, test } from './exams.ts';
import { outGoingBase, outGoingBaseInfo, outGoingInfo, waitConfirm } from './floats.ts';
import { organizationDues } from './organizationDues.ts';
import { organizationList } from './organizationList.ts';
import { over100 } from './over100.ts';
import { overFull } from './overFull.ts';
import { feedback, identityCards } from './quality.ts';
import { relationAbnormal } from './relationAbnormal.ts';
import { residence } from './residence.ts';
import { statistics } from './statistics.ts';
import { films, knowledge, train } from './study.ts';

/** Every report by its key. A report is one file of this folder: its SQL is part of it, and SQL stands below `queries` alone. */
export const reports: Readonly<Record<ReportKey, Report>> = {
  countChangeReport: countChange,
  organizationList,
  statisic: statistics,
  over100Report: over100,
  over100Organizations: overFull,
  identityCardStatistics: identityCards,
  feedbackTable: feedback,
  monthlyDuesSummary: monthlyDues,
  yearlyDuesSummary: yearlyDues,
  organizationDues,
  duesNoSet,
  outGoingBase,
  outGoingBaseInfo,
  outGoingInfo,
  waitConfirmMobileParty: waitConfirm,
  relationAbnormal,
  residenceServingPartyMembersCadres: residence,
  train,
  examination,
  test,
  knowledge,
  dianjiaopian: films,
};
