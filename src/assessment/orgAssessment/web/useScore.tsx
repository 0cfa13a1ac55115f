import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { getScore, listOwn, type ScoreDetail } from '../contract.score.ts';
import { PATHS } from './paths.ts';

/** The score that the address names; without one the first of the list, so that the page never stands empty beside rows. */
export function WithScore({
  title,
  view,
  children,
}: {
  title: string;
  view: 'own' | 'review';
  children: (score: ScoreDetail) => ReactNode;
}) {
  const { id } = readQuery(useLocation().search, ['id']);
  const first = useCall(listOwn, { view, pageSize: 1 }, { quiet: true, enabled: id === undefined });
  const wanted = id ?? first.data?.rows[0]?.id;
  const scoreQuery = useCall(getScore, wanted === undefined ? null : { id: wanted }, { quiet: true, staleTime: 0 });
  if (wanted) return <RecordLoader query={scoreQuery}>{children}</RecordLoader>;
  if (!first.data) return <Waiting query={first} />;
  return (
    <div className="integral-page">
      <PageHead title={title} />
      <div className="card">
        <Empty
          title={view === 'own' ? '没有考核本组织的项目' : '没有待评审的项目'}
          act={
            <ButtonLink look="primary" to={PATHS.projectList}>
              项目列表
            </ButtonLink>
          }
        >
          从项目列表或考核明细里打开一项。
        </Empty>
      </div>
    </div>
  );
}
