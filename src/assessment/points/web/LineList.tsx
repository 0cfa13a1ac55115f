import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type LineRow, listLines } from '../contract.ts';
import { DIMENSIONS } from '../rules.ts';
import { Given, noteOf } from './parts.tsx';
import { PATHS } from './paths.ts';

const KEPT = ['tab'];

/** Columns of lines; `named`: they are of several people. */
export const lineColumns = (named: boolean): readonly Column<LineRow>[] => [
  { key: 'day', title: '日期', width: 100, card: 'side', cell: (row) => row.day },
  ...(named
    ? [
        {
          key: 'memberName',
          title: '姓名',
          width: 90,
          card: 'title' as const,
          cell: (row: LineRow) => <Link to={PATHS.person(row.memberId)}>{row.memberName}</Link>,
        },
      ]
    : []),
  {
    key: 'itemName',
    title: '项目',
    width: 150,
    card: named ? ('line' as const) : ('title' as const),
    cell: (row) => row.itemName,
  },
  {
    key: 'dimension',
    title: '维度',
    width: 90,
    cell: (row) => row.dimension,
    ...(named
      ? {
          filter: {
            kind: 'choice' as const,
            name: 'dimension',
            options: DIMENSIONS.map((value) => ({ value, label: value })),
          },
        }
      : {}),
  },
  {
    key: 'title',
    title: '依据',
    width: 230,
    card: 'line',
    cell: (row) => (row.link ? <Link to={row.link}>{row.title}</Link> : <span title={row.title}>{row.title}</span>),
  },
  { key: 'given', title: '得分', width: 130, card: 'tag', cell: (row) => <Given row={row} /> },
  {
    key: 'why',
    title: '说明',
    width: 180,
    card: 'line',
    cell: (row) => (noteOf(row) ? <span title={noteOf(row)}>{noteOf(row)}</span> : <span className="muted">—</span>),
  },
];

/** 积分明细 of everybody below. */
export function LineList() {
  return (
    <div className="list-page">
      <PageHead title="积分明细" />
      <PlainList<LineRow>
        caption="积分明细"
        endpoint={listLines}
        columns={lineColumns(true)}
        keep={KEPT}
        unit="条"
        inputOf={({ tab: _tab, ...values }) => values}
        acts={(row) => (
          <ButtonLink look="row" to={PATHS.person(row.memberId)}>
            查看
          </ButtonLink>
        )}
        empty={{ title: '还没有积分', text: '发布积分办法后，党费、组织生活、工作任务的记录自动计分。' }}
      />
    </div>
  );
}
