import { useState } from 'react';
import { useLocation } from 'react-router';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  decideInsert,
  exportInsert,
  getInsert,
  type InsertDetail,
  insertScreens,
  type ReachedScreen,
  SCREEN_VIEWS,
  withdrawInsert,
} from '../contract.insert.ts';
import { InsertTag } from './InsertTag.tsx';
import { statusMark } from './marks.tsx';
import '#platform/web/field/matter.css';
import './box.css';

/** Milliseconds after which the reach of a 插播 that runs is asked for again. */
const LIVE = 10_000;

const COLUMNS: readonly Column<ReachedScreen>[] = [
  { key: 'name', title: '终端', width: 170, card: 'title', cell: (row) => row.name },
  {
    key: 'shownAt',
    title: '播出时间',
    width: 150,
    card: 'tag',
    cell: (row) => (row.shownAt ? dateTime(row.shownAt) : <span className="tag warn">◇ 未播出</span>),
    filter: { kind: 'choice', name: 'view', options: optionsOf(SCREEN_VIEWS) },
  },
  { key: 'status', title: '终端状态', width: 110, card: 'side', cell: (row) => statusMark(row.status) },
  { key: 'place', title: '摆放位置', width: 160, card: 'line', cell: (row) => row.place },
  {
    key: 'orgName',
    title: '所属组织',
    width: 220,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  {
    key: 'phone',
    title: '联系',
    width: 170,
    card: 'line',
    cell: (row) => [row.contact, row.phone].filter(Boolean).join(' ') || noValue,
  },
  {
    key: 'seenAt',
    title: '最近在线',
    width: 150,
    card: 'line',
    cell: (row) => (row.seenAt ? dateTime(row.seenAt) : noValue),
  },
];

const isLive = (row: InsertDetail | undefined) => row?.standing === 'on' || row?.standing === 'later';

/** One 插播: who wrote and released it, and which screens have shown it. */
export default function InsertView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const query = useCall(
    getInsert,
    { id },
    { quiet: true, staleTime: 0, refetchInterval: (latest) => (isLive(latest) ? LIVE : false) },
  );
  return <RecordLoader query={query}>{(row) => <Shown row={row} />}</RecordLoader>;
}

function Shown({ row }: { row: InsertDetail }) {
  const { id, can, words, screens, shown } = row;
  const decide = useAct(decideInsert, { quiet: true });
  const withdraw = useAct(withdrawInsert, { quiet: true });
  const urge = useUrgeAbove('boxInsert', id);
  const [isEnding, setEnding] = useState(false);
  return (
    <div className="list-page">
      <RecordTop title="插播" />
      <MatterHead name={words} state={<InsertTag standing={row.standing} />}>
        <ApprovalActs
          acts={{
            agree: can.decide && {
              label: '发布',
              act: '发布',
              title: `发布插播 ${words}`,
              consequence: `${row.orgName}和下级的${screens}台屏幕一分钟内播出，到${dateTime(row.toAt)}自动结束。`,
              run: async () => {
                await decide.mutateAsync({ id, agree: true });
                emit('notice', { kind: 'success', text: '已发布，屏幕一分钟内播出' });
              },
            },
            return: can.decide && {
              title: `退回插播 ${words}`,
              words: { label: '退回原因' },
              consequence: '屏幕上不会播出，写的人会收到通知。',
              run: async (opinion) => {
                await decide.mutateAsync({ id, agree: false, opinion });
                emit('notice', { kind: 'success', text: '已退回，写的人会收到通知' });
              },
            },
            urge: can.urge && urge,
          }}
        />
        {can.withdraw && (
          <Button danger aria-haspopup="dialog" onClick={() => setEnding(true)}>
            撤回
          </Button>
        )}
        <Button icon="export" onClick={() => void download(exportInsert, { id }).catch(() => {})}>
          导出
        </Button>
      </MatterHead>
      <FactCard title="插播" extra={row.orgName}>
        <Fact label="播出时间">
          {dateTime(row.fromAt)}至{dateTime(row.toAt)}
        </Fact>
        <Fact label="已播出">
          {shown}台，共{screens}台
        </Fact>
        <Fact label="撰写">
          {row.writtenBy} {dateTime(row.writtenAt)}
        </Fact>
        <Fact label={row.standing === 'returned' ? '退回' : '发布'}>
          {row.decidedBy && `${row.decidedBy} ${dateTime(row.decidedAt)}`}
        </Fact>
        {row.endedAt !== null && (
          <Fact label="撤回">
            {row.endedBy} {dateTime(row.endedAt)}
          </Fact>
        )}
        {row.reason !== '' && <Fact label="原因">{row.reason}</Fact>}
      </FactCard>
      <div className="matter-gap">
        <PlainList<ReachedScreen>
          caption="播出情况"
          endpoint={insertScreens}
          columns={COLUMNS}
          unit="台"
          keep={['id']}
          inputOf={(values) => ({ ...values, id })}
          label={(one) => one.name}
          refresh={() => (isLive(row) ? LIVE : false)}
          empty={{ title: '没有这样的屏幕', text: '换一个筛选看看。' }}
        />
      </div>
      {isEnding && (
        <ReasonDialog
          title={`撤回插播 ${words}`}
          act="撤回"
          label="撤回原因"
          max={200}
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id, reason });
            emit('notice', { kind: 'success', text: '已撤回' });
          }}
          onClose={() => setEnding(false)}
        >
          {row.standing === 'asked'
            ? '还没有发布，撤回后不再等人核对。'
            : `${screens}台屏幕一分钟内恢复原来的节目；不在线的到时自动结束。`}
        </ReasonDialog>
      )}
    </div>
  );
}
