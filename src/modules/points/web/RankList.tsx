import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useAct } from '#platform/web/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { memberRank, type RankRow, setExempt } from '../contract.ts';
import { pointsText } from '../rules.ts';
import { PointsLinks } from './parts.tsx';
import { PATHS } from './paths.ts';

const KEPT = ['tab'];
const now = new Date().getFullYear();
const YEARS = [now, now - 1, now - 2];

const COLUMNS: readonly Column<RankRow>[] = [
  {
    key: 'place',
    title: '名次',
    width: 70,
    card: 'side',
    cell: (row) => (row.place === null ? <span className="tag">免考</span> : row.place),
  },
  {
    key: 'name',
    title: '姓名',
    width: 110,
    card: 'title',
    cell: (row) => <Link to={PATHS.person(row.id)}>{row.name}</Link>,
  },
  { key: 'orgName', title: '党支部', width: 210, card: 'line', cell: (row) => row.orgName },
  {
    key: 'score',
    title: '总分',
    width: 80,
    card: 'tag',
    cell: (row) => <b>{row.place === null ? '—' : pointsText(row.score)}</b>,
  },
  { key: 'plus', title: '加分', width: 80, cell: (row) => `+${pointsText(row.plus)}` },
  { key: 'minus', title: '减分', width: 80, cell: (row) => (row.minus === 0 ? '0' : `−${pointsText(row.minus)}`) },
  {
    key: 'exempt',
    title: '说明',
    width: 150,
    cell: (row) =>
      [row.floating ? '流动党员' : '', row.exempt].filter(Boolean).join('，') || <span className="muted">—</span>,
  },
  {
    key: 'year',
    title: '年份',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: {
      kind: 'choice',
      name: 'year',
      options: YEARS.map((year) => ({ value: String(year), label: `${year}年` })),
    },
  },
];

interface Extra {
  year: number;
  org: { name: string };
  setName: string;
  base: number;
  mean: number | null;
  counted: number;
  exempt: number;
}

/** 党员积分排名 below an organisation: of the address, or the session's own. */
export function RankList() {
  const { id } = useParams();
  const session = useSession();
  const [exempting, setExempting] = useState<RankRow | null>(null);
  const [ending, setEnding] = useState<RankRow | null>(null);
  const exempt = useAct(setExempt, { quiet: true });
  const mayWrite = may(session, 'points:write');
  return (
    <div className="list-page">
      <PageHead title={id ? '党员积分排名' : '积分管理'}>
        <PointsLinks here={id ? '' : 'rank'} />
      </PageHead>
      <PlainList<RankRow, Extra>
        caption="党员积分排名"
        endpoint={memberRank}
        columns={COLUMNS}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        inputOf={({ tab: _tab, ...values }) => ({ ...values, ...(id ? { orgId: id } : {}) })}
        note={(answer) => (
          <span className="muted">
            {answer.org.name}
            {answer.setName
              ? `，${answer.year}年，执行《${answer.setName}》，基础分${pointsText(answer.base)}`
              : '，还没有发布积分办法'}
            {answer.mean !== null && `，平均${pointsText(answer.mean)}分`}
            {answer.exempt > 0 && `，免考${answer.exempt}人`}
          </span>
        )}
        acts={(row) => (
          <span className="record-row-acts">
            <Link className="row-act" to={PATHS.person(row.id)}>
              查看
            </Link>
            {mayWrite && row.id !== session.member?.id && (
              <button
                type="button"
                className="row-act"
                onClick={() => (row.place === null ? setEnding(row) : setExempting(row))}
              >
                {row.place === null ? '取消免考' : '免考'}
              </button>
            )}
          </span>
        )}
        empty={{
          title: '没有可排名的党员',
          text: '正式党员和预备党员进入积分排名；积分办法由上级或本级在“积分办法”中发布。',
        }}
      />
      {exempting && (
        <ReasonDialog
          title={`${exempting.name} ${now}年免考`}
          act="设为免考"
          label="免考原因"
          max={200}
          onDone={async (reason) => {
            await exempt.mutateAsync({ memberId: exempting.id, year: now, exempt: true, reason });
            emit('notice', { kind: 'success', text: '已设为免考，排名和平均分不再计入' });
          }}
          onClose={() => setExempting(null)}
        >
          年老体弱、长期患病等党员可以免考；免考的单列，不按0分计。
        </ReasonDialog>
      )}
      {ending && (
        <ConfirmDialog
          title={`取消 ${ending.name}的免考`}
          icon="undo"
          act="取消免考"
          onConfirm={async () => {
            await exempt.mutateAsync({ memberId: ending.id, year: now, exempt: false, reason: '取消免考' });
            emit('notice', { kind: 'success', text: '已取消免考' });
          }}
          onClose={() => setEnding(null)}
        >
          取消后重新进入{now}年的排名。
        </ConfirmDialog>
      )}
    </div>
  );
}

export default RankList;
