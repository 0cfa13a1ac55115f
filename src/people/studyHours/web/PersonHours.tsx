import { useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { type HourLine, personHours, personLines } from '../contract.ts';
import { lineColumns, SheetCards } from './parts.tsx';
import { PATHS } from './paths.ts';

const KEPT = ['tab', 'memberId', 'year'];
const COLUMNS = lineColumns(true);

/** One person's year: against the duty, by source, and each entry of the ledger with its evidence. */
export function PersonHours({ memberId, year }: { memberId: string; year: string | undefined }) {
  const navigate = useNavigate();
  const query = useCall(personHours, { memberId, ...(year ? { year } : {}) }, { quiet: true, keepPrevious: true });
  return (
    <div className="hours-page">
      <PageHead title={query.data ? `${query.data.name}的学时` : '学时台账'} />
      <RecordLoader query={query}>
        {(sheet) => (
          <>
            <SheetCards sheet={sheet} onYear={(one) => navigate(PATHS.person(memberId, one))} />
            <PlainList<HourLine>
              caption="学时台账"
              endpoint={personLines}
              columns={COLUMNS}
              keep={KEPT}
              unit="笔"
              inputOf={({ tab: _tab, ...values }) => ({ ...values, memberId, year: String(sheet.year) })}
              note={() => <span className="muted">每笔学时点开依据可以核对；更正和撤销以冲回记账</span>}
              empty={{ title: '还没有学时', text: '参加党课、主题党日和集中培训后自动计入。' }}
            />
          </>
        )}
      </RecordLoader>
    </div>
  );
}
