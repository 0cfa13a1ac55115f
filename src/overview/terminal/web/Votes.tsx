import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { BALLOTS, STATES } from '#procedures/ballot/rules.ts';
import { listVotes, type ScreenVote, showVote } from '../contract.doors.ts';
import { DOORS } from './paths.ts';
import { onScreenColumn, ShowButton, useNews } from './ShowButton.tsx';
import './box.css';

const hrefOf = (row: ScreenVote) =>
  row.can.edit ? pathWithQuery(DOORS.voteForm, { id: row.id }) : BALLOTS.view(row.id);

const COLUMNS: readonly Column<ScreenVote>[] = [
  {
    key: 'title',
    title: '投票名称',
    width: 280,
    card: 'title',
    cell: (row) => <Link to={hrefOf(row)}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'line',
    cell: (row) => <span className="tag">{STATES[row.state as keyof typeof STATES]}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(STATES),
    },
  },
  onScreenColumn,
  {
    key: 'cast',
    title: '已投/应投',
    width: 110,
    align: 'right',
    card: 'line',
    cell: (row) => (row.mayShow ? `${row.cast}/${row.voters}` : <span className="muted">—</span>),
  },
  { key: 'ends', title: '截止时间', width: 150, card: 'line', cell: (row) => dateTime(row.endsAt) },
  { key: 'org', title: '所属组织', width: 220, card: 'line', cell: (row) => row.orgName },
];

/** 投票: the votes of 无记名投票, and of which the screens tell. */
export default function Votes() {
  const session = useSession();
  useNews();
  const writes = may(session, 'box:write');
  return (
    <div className="list-page">
      <PageHead title="终端投票">
        {may(session, 'event:write') && (
          <ButtonLink look="primary" icon="plus" to={DOORS.voteForm}>
            新增投票
          </ButtonLink>
        )}
      </PageHead>
      <PlainList<ScreenVote>
        caption="投票"
        endpoint={listVotes}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '投票名称' }}
        unit="次"
        {...(writes ? { actsWidth: 110, acts: (row: ScreenVote) => <ShowButton row={row} call={showVote} /> } : {})}
        empty={{ title: '还没有投票', text: '点“新增投票”，开始以后可以在屏幕上公开人数和结果，不出现姓名。' }}
      />
    </div>
  );
}
