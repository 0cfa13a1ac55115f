import { Link } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { listSubscriptions, type SubscriptionRow, sendToMe, stopSubscription } from '../contract.subscription.ts';
import { EVERY } from '../rules.subscription.ts';
import { pathOf } from '../rules.ts';
import './subscription.css';

/** Names shown in a row; the others are counted. */
const NAMED = 3;

function Who({ row: { receivers, toBelow } }: { row: SubscriptionRow }) {
  const able = receivers.filter(({ ended }) => !ended);
  const ended = receivers.filter((one) => one.ended);
  const names = able
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join('、');
  const texts = [
    ...(names ? [able.length > NAMED ? `${names}等${able.length}人` : names] : []),
    ...(toBelow ? ['直接下级能查看的工作人员'] : []),
  ];
  return (
    <span title={able.map(({ name, orgName }) => `${name}（${orgName}）`).join('、')}>
      {texts.join('；')}
      {ended.length > 0 && (
        <span className="report-ended">
          {texts.length > 0 && '；'}
          {ended.map(({ name }) => name).join('、')}不能再接收
        </span>
      )}
    </span>
  );
}

const columns: readonly Column<SubscriptionRow>[] = [
  {
    key: 'title',
    title: '报表',
    width: 210,
    always: true,
    card: 'title',
    cell: ({ key, title }) => <Link to={pathOf(key)}>{title}</Link>,
  },
  { key: 'every', title: '多久一次', width: 130, card: 'line', cell: ({ every }) => EVERY[every] },
  { key: 'who', title: '发给谁', width: 260, card: 'line', cell: (row) => <Who row={row} /> },
  {
    key: 'next',
    title: '下一次',
    width: 130,
    card: 'line',
    cell: ({ nextOn, stoppedAt, stoppedBy }) =>
      stoppedAt ? <span title={`${stoppedAt} ${stoppedBy}`}>已停止（{stoppedBy}）</span> : nextOn,
  },
  {
    key: 'last',
    title: '上一次',
    width: 190,
    card: 'line',
    cell: ({ lastAt, lastSent }) => (lastAt ? `${lastAt}，${lastSent}人` : '还没有发过'),
  },
  { key: 'by', title: '订阅人', width: 100, card: 'line', cell: ({ createdBy }) => createdBy },
];

/** `/decisionSupport/subscription`: what the own organisation has sent at its time, to see, try and stop. */
export default function Subscriptions() {
  const send = useAct(sendToMe);
  const stop = useAct(stopSubscription);
  const say = (text: string) => emit('notice', { kind: 'success', text });
  return (
    <div className="report-subscriptions">
      <PageHead title="报表订阅" />
      <PlainList<SubscriptionRow>
        caption="报表订阅"
        endpoint={listSubscriptions as Endpoint}
        columns={columns}
        unit="个"
        actsWidth={190}
        acts={({ id, title, stoppedAt }) => (
          <>
            <Pressable
              className="row-act"
              disabled={send.isPending}
              aria-label={`${title}立即发送给自己`}
              onClick={async () => {
                const { period } = await send.mutateAsync({ id });
                say(`正在生成${period && `${period}的报表`}，完成后在“导出列表”下载`);
              }}
            >
              立即发送给自己
            </Pressable>
            <Pressable
              className="row-act"
              disabled={stop.isPending}
              aria-label={`${stoppedAt ? '恢复' : '停止'}${title}`}
              onClick={async () => {
                await stop.mutateAsync({ id, stopped: stoppedAt === '' });
                say(stoppedAt ? '已恢复' : '已停止，不再发送；随时可以恢复');
              }}
            >
              {stoppedAt ? '恢复' : '停止'}
            </Pressable>
          </>
        )}
        empty={{ title: '还没有订阅', text: '打开一个报表，点“订阅”，选多久一次、发给谁。' }}
      />
    </div>
  );
}
