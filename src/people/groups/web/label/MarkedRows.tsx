import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { labelledRows, type MarkedRow } from '../../contract.labels.ts';
import { Labels } from '../pickers.tsx';
import '../content.css';

const columns: readonly Column<MarkedRow>[] = [
  {
    key: 'title',
    title: '标题',
    width: 260,
    card: 'title',
    cell: (row) => (row.href ? <Link to={row.href}>{row.title}</Link> : row.title),
  },
  { key: 'kindName', title: '类型', width: 88, card: 'tag', cell: (row) => row.kindName },
  { key: 'orgName', title: '所属组织', width: 240, card: 'line', cell: (row) => row.orgName },
  {
    key: 'labels',
    title: '标签',
    width: 240,
    card: 'line',
    cell: (row) => (row.labels.length > 0 ? <Labels labels={row.labels} /> : '—'),
  },
  { key: 'className', title: '分类', width: 140, cell: (row) => row.className || '—' },
  { key: 'at', title: '标记时间', width: 150, card: 'side', cell: (row) => dateTime(row.at) },
];

/** Rows of any module by their labels or class. */
export function MarkedRows({
  caption,
  input,
  empty,
}: {
  caption: string;
  input: Readonly<Record<string, unknown>>;
  empty: string;
}) {
  return (
    <div className="content-marked">
      <PlainList<MarkedRow>
        // Another question begins at its first page.
        key={JSON.stringify(input)}
        caption={caption}
        endpoint={labelledRows}
        columns={columns}
        keep={KEPT}
        inputOf={() => input}
        unit="条"
        acts={(row) =>
          row.href && (
            <ButtonLink look="row" to={row.href}>
              查看
              <span className="visually-hidden">{row.title}</span>
            </ButtonLink>
          )
        }
        empty={{ title: '没有内容', text: empty }}
      />
    </div>
  );
}

/** What the pages around the list keep in the address. */
const KEPT = ['labels', 'match', 'classId'] as const;
