import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  LIKENESSES,
  listPairs,
  PAIR_STATES,
  type PairRow,
  type PairSide,
  scanPairs,
} from '../../contract.duplicates.ts';
import './duplicates.css';

function Side({ side, ask }: { side: PairSide; ask: string }) {
  if (!side.visible) {
    return <span className="muted">不在您的管理范围内{ask && `，请联系${ask}`}</span>;
  }
  return (
    <span className="pair-sides">
      <span>
        {side.deleted ? side.name : <Link to={`/affairs/member/browse/${side.id}`}>{side.name}</Link>}{' '}
        {side.deleted && <span className="tag">在回收站</span>}
      </span>
      <span className="muted small">{side.orgName}</span>
      <span className="muted small">
        {side.idCardNo || '没有身份证号'}，{side.phonenumber || '没有手机号'}
      </span>
    </span>
  );
}

const columns: readonly Column<PairRow>[] = [
  {
    key: 'by',
    title: '相同之处',
    width: 190,
    card: 'line',
    cell: (row) =>
      row.by.length > 0
        ? row.by.map((by) => (
            <span key={by} className={by === 'card' ? 'tag bad' : 'tag warn'}>
              {LIKENESSES[by]}
            </span>
          ))
        : '—',
    filter: { kind: 'choice', name: 'by', options: optionsOf(LIKENESSES) },
  },
  { key: 'a', title: '第一份', width: 270, card: 'title', cell: (row) => <Side side={row.a} ask={row.ask} /> },
  { key: 'b', title: '第二份', width: 270, card: 'line', cell: (row) => <Side side={row.b} ask={row.ask} /> },
  {
    key: 'state',
    title: '处理',
    width: 230,
    card: 'tag',
    cell: (row) => (
      <span className="pair-sides">
        <span>{row.stateName}</span>
        {row.decidedAt && (
          <span className="muted small">
            {row.decidedBy} {dateTime(row.decidedAt)}
          </span>
        )}
        {row.reason && <span className="muted small">{row.reason}</span>}
      </span>
    ),
    filter: { kind: 'choice', name: 'state', options: optionsOf(PAIR_STATES) },
  },
];

type Extra = Pick<ReplyOf<typeof listPairs>, 'scannedAt' | 'scanning'>;

/** 重复人员: pairs of records that may be one person, looked for in the own organisation by a job. */
export default function PairList() {
  const scan = useAct(scanPairs);
  const mayScan = may(useSession(), scanPairs.access);
  const start = async () => {
    // The client has shown why where it is refused.
    const started = await scan.mutateAsync({}).catch(() => null);
    if (started) emit('notice', { kind: 'info', text: '已开始查找，完成后会提示，也可在“导出列表”中查看进度或取消' });
  };
  return (
    <div className="list-page">
      <PageHead title="重复人员">
        {mayScan && (
          <Button look="primary" icon="search" disabled={scan.isPending} onClick={start}>
            查找重复人员
          </Button>
        )}
      </PageHead>
      <PlainList<PairRow, Extra>
        caption="重复人员"
        endpoint={listPairs}
        columns={columns}
        unit="对"
        note={({ scannedAt, scanning }) =>
          scanning ? '正在查找…' : scannedAt ? `上次查找：${dateTime(scannedAt)}` : '还没有查找过'
        }
        acts={(row) =>
          row.can.compare ? (
            <ButtonLink look="row" to={`/affairs/member/duplicates/${row.id}`}>
              对照<span className="visually-hidden">{row.a.name}</span>
            </ButtonLink>
          ) : (
            <span className="muted">—</span>
          )
        }
        empty={{
          title: '没有待处理的重复人员',
          text: '点“查找重复人员”，按身份证号、姓名和出生日期、手机号在本组织及下级中查找。与其他组织人员重复的，身份证号一致才列出，其余由上级党组织查看。',
        }}
      />
    </div>
  );
}
