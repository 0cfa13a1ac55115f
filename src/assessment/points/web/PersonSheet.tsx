import { useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { type LineRow, listLines, personPoints } from '../contract.ts';
import { lineColumns } from './LineList.tsx';
import { SheetCards } from './parts.tsx';
import { PATHS } from './paths.ts';

const KEPT = ['tab', 'memberId', 'year'];

/** One member's year as the branch sees it. */
export function PersonSheet({ memberId, year }: { memberId: string; year: string | undefined }) {
  const navigate = useNavigate();
  const query = useCall(personPoints, { memberId, ...(year ? { year } : {}) }, { quiet: true, keepPrevious: true });
  return (
    <div className="points-page">
      <PageHead title={query.data ? `${query.data.name}的积分` : '党员积分'} />
      <RecordLoader query={query}>
        {(sheet) => (
          <>
            <SheetCards sheet={sheet} onYear={(one) => navigate(PATHS.person(memberId, one))} />
            <section className="card" aria-label="明细">
              <div className="card-head">
                <h2>明细</h2>
              </div>
              <PlainList<LineRow>
                caption="积分明细"
                endpoint={listLines}
                columns={lineColumns(false)}
                keep={KEPT}
                unit="条"
                inputOf={({ tab: _tab, ...values }) => ({ ...values, memberId, year: String(sheet.year) })}
                acts={() => null}
                empty={{ title: '本年度尚未计分', text: '有依据的事项入账后自动计分。' }}
              />
            </section>
          </>
        )}
      </RecordLoader>
    </div>
  );
}
