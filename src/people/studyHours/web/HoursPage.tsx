import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/route/navigation.ts';
import { OrgList } from './OrgList.tsx';
import { PeopleList } from './PeopleList.tsx';
import { PersonHours } from './PersonHours.tsx';

/** 学时管理: the people, and by `tab` the organisations or one person. */
export default function HoursPage() {
  const { tab, memberId, year } = readQuery(useLocation().search, ['tab', 'memberId', 'year']);
  if (tab === 'person' && memberId) return <PersonHours key={memberId} memberId={memberId} year={year} />;
  if (tab === 'orgs') return <OrgList />;
  return <PeopleList />;
}
