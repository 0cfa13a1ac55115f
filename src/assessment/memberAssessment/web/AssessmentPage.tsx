import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Fairness } from './Fairness.tsx';
import { PlanList } from './PlanList.tsx';
import { YearPage } from './YearPage.tsx';

/** 党员考核: the plans, by `tab` the year's result, and how alike branches score. */
export default function AssessmentPage() {
  const { tab, orgId } = readQuery(useLocation().search, ['tab', 'orgId']);
  if (tab === 'fair') return <Fairness />;
  return tab === 'year' ? <YearPage orgId={orgId} /> : <PlanList />;
}
