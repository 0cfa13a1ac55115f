import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type BallotRow, listBallots, removeBallot } from '../contract.ts';
import { BALLOTS, STATES } from '../rules.ts';
import { BallotTag } from './parts.tsx';

const WAYS = { agree: '逐项表决', choose: '选举' } as const;

/** 无记名投票: the votes of the scope. */
export default function BallotList() {
  const writes = may(useSession(), 'event:write');
  const removal = useRemove({
    call: removeBallot,
    restore: restoreRecycled,
    kind: 'ballot',
    consequence: () => '草稿进入回收站，30天内可以恢复。',
  });
  const columns: readonly Column<BallotRow>[] = [
    {
      key: 'title',
      title: '投票名称',
      width: 280,
      card: 'title',
      cell: (row) => <Link to={row.can.edit ? BALLOTS.edit(row.id) : BALLOTS.view(row.id)}>{row.title}</Link>,
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => <BallotTag state={row.state} />,
      filter: {
        kind: 'choice',
        name: 'state',
        options: optionsOf(STATES),
      },
    },
    {
      key: 'kind',
      title: '方式',
      width: 140,
      card: 'line',
      cell: (row) => `${WAYS[row.kind]}${row.onPaper ? '，纸质' : ''}`,
    },
    {
      key: 'cast',
      title: '已投/应投',
      width: 110,
      align: 'right',
      card: 'line',
      cell: (row) => (row.state === 0 || row.state === 4 ? noValue : `${row.cast}/${row.voters}`),
    },
    { key: 'ends', title: '截止时间', width: 150, card: 'line', cell: (row) => dateTime(row.endsAt) },
    { key: 'org', title: '所属组织', width: 220, card: 'line', cell: (row) => row.orgName },
  ];
  return (
    <div className="list-page">
      <PageHead title="无记名投票">
        {writes && (
          <ButtonLink look="primary" icon="plus" to={BALLOTS.edit('new')}>
            新增投票
          </ButtonLink>
        )}
      </PageHead>
      <PlainList<BallotRow>
        caption="无记名投票"
        endpoint={listBallots}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '投票名称' }}
        unit="次"
        acts={(row) => (
          <>
            <ButtonLink look="row" to={row.can.edit ? BALLOTS.edit(row.id) : BALLOTS.view(row.id)}>
              {row.can.edit ? '编辑' : '查看'}
            </ButtonLink>
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                删除
              </Button>
            )}
          </>
        )}
        empty={{ title: '还没有投票', text: '点“新增投票”，写明事项或候选人；投票不记名，平台不知道谁投了什么。' }}
      />
      {removal.dialog}
    </div>
  );
}
