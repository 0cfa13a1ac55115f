import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/route/navigation.ts';
import { AppealList } from './AppealList.tsx';
import { HandList } from './HandList.tsx';
import { LineList } from './LineList.tsx';
import { PersonSheet } from './PersonSheet.tsx';
import { RankList } from './RankList.tsx';
import { SetList } from './SetList.tsx';

/** 积分管理: the rank, and by `tab` its other parts. */
export default function PointsPage() {
  const { tab, memberId, year } = readQuery(useLocation().search, ['tab', 'memberId', 'year']);
  if (tab === 'person' && memberId) return <PersonSheet key={memberId} memberId={memberId} year={year} />;
  if (tab === 'lines') return <LineList />;
  if (tab === 'hand') return <HandList />;
  if (tab === 'appeal') return <AppealList />;
  if (tab === 'sets') return <SetList />;
  return <RankList />;
}
