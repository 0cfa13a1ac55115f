import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listSilent, type SilentRow } from '../contract.duty.ts';
import { PATHS } from './paths.ts';

const KEPT = ['tab'];

/** 静默支部: the branches in which nothing was held for so long, the longest silent first. */
export function SilentList() {
  const columns: readonly Column<SilentRow>[] = [
    {
      key: 'name',
      title: '党支部',
      width: 320,
      card: 'title',
      cell: (row) => <Link to={PATHS.year(row.id)}>{row.name}</Link>,
    },
    { key: 'last', title: '最近一次', width: 140, card: 'line', cell: (row) => row.lastOn ?? '还没有开展过' },
    { key: 'parent', title: '上级党组织', width: 320, card: 'line', cell: (row) => row.parent },
  ];
  return (
    <div className="list-page">
      <PageHead title="静默支部" />
      <PlainList<SilentRow, { days: number }>
        caption="静默支部"
        endpoint={listSilent}
        columns={columns}
        keep={KEPT}
        inputOf={({ tab: _tab, view: _view, ...values }) => values}
        unit="个"
        note={({ days }) => `超过${days}天没有开展任何组织生活`}
        acts={(row) => (
          <ButtonLink look="row" to={PATHS.year(row.id)}>
            查看年度
          </ButtonLink>
        )}
        empty={{ title: '没有静默支部', text: '管理范围内的党支部都在期限内开展了组织生活。' }}
      />
    </div>
  );
}
