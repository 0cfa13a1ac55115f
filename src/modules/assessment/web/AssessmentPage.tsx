import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/navigation.ts';
import { PlanList } from './PlanList.tsx';
import { YearPage } from './YearPage.tsx';

/** 党员考核: the plans, and by `tab` the year's result. */
export default function AssessmentPage() {
  const { tab, orgId } = readQuery(useLocation().search, ['tab', 'orgId']);
  return tab === 'year' ? <YearPage orgId={orgId} /> : <PlanList />;
}
