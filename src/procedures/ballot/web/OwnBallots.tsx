import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type OwnBallotRow, ownBallots } from '../contract.ts';
import { BALLOTS } from '../rules.ts';
import { BallotTag } from './parts.tsx';

/** 我的投票: the votes on whose list the person is. */
export default function OwnBallots() {
  const columns: readonly Column<OwnBallotRow>[] = [
    {
      key: 'title',
      title: '投票名称',
      width: 300,
      card: 'title',
      cell: (row) => <Link to={BALLOTS.vote(row.id)}>{row.title}</Link>,
    },
    { key: 'state', title: '状态', width: 100, card: 'tag', cell: (row) => <BallotTag state={row.state} /> },
    { key: 'ends', title: '截止时间', width: 160, card: 'line', cell: (row) => dateTime(row.endsAt) },
    { key: 'slip', title: '领票', width: 100, card: 'line', cell: (row) => (row.hasSlip ? '已领票' : '未领票') },
    { key: 'org', title: '组织者', width: 220, card: 'line', cell: (row) => row.orgName },
  ];
  return (
    <div className="list-page">
      <PageHead title="我的投票" />
      <PlainList<OwnBallotRow>
        caption="我的投票"
        endpoint={ownBallots}
        columns={columns}
        unit="次"
        acts={(row) => (
          <ButtonLink look="row" to={BALLOTS.vote(row.id)}>
            {row.state === 1 && !row.onPaper ? '去投票' : '查看'}
          </ButtonLink>
        )}
        empty={{ title: '没有要投的票', text: '党支部开始投票后会通知您。投票不记名。' }}
      />
    </div>
  );
}
