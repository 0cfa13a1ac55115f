import { Link, useLocation } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { INSTANCE_STATES, type InstanceRow, listInstances, urgeInstance, VIEWS, type View } from '../contract.ts';
import { StateTag } from './StateTag.tsx';

const LIST = '/affairs/approval';
const KEEP = ['view'];

/** Until when it is to be decided; empty where nothing is set. */
function Due({ dueAt, isOverdue }: { dueAt: string | null; isOverdue: boolean }) {
  if (!dueAt) return <span className="muted">不限</span>;
  if (!isOverdue) return <>{dateTime(dueAt)}</>;
  return (
    <span className="tag bad">
      <Icon name="warning" />
      已超时
    </span>
  );
}

function columnsOf(view: View): readonly Column<InstanceRow>[] {
  const columns: Column<InstanceRow>[] = [
    {
      key: 'title',
      title: '标题',
      width: 280,
      card: 'title',
      cell: (row) => <Link to={`${LIST}/matter/${row.id}`}>{row.title}</Link>,
    },
    { key: 'kind', title: '类别', width: 104, card: 'tag', cell: (row) => <span className="tag">{row.kindName}</span> },
  ];
  if (view !== 'mine') {
    columns.push({
      key: 'initiator',
      title: '发起人',
      width: 190,
      card: 'line',
      cell: (row) => `${row.initiator}（${row.orgName}）`,
    });
  }
  columns.push({
    key: 'node',
    title: view === 'todo' ? '节点' : '当前节点',
    width: 200,
    card: 'line',
    cell: (row) =>
      row.nodeName ? (
        <>
          {row.nodeName}
          {view !== 'todo' && row.waitingFor.length > 0 && (
            <span className="muted">，等{row.waitingFor.join('、')}审批</span>
          )}
        </>
      ) : (
        '已结束'
      ),
  });
  if (view === 'todo') {
    columns.push(
      { key: 'arrivedAt', title: '到达时间', width: 136, card: 'line', cell: (row) => dateTime(row.arrivedAt) },
      { key: 'due', title: '期限', width: 136, card: 'side', cell: (row) => <Due {...row} /> },
    );
  } else {
    columns.push(
      {
        key: 'state',
        title: '状态',
        width: 96,
        card: 'side',
        cell: (row) => <StateTag state={row.state} />,
        filter: {
          kind: 'choice',
          name: 'state',
          options: optionsOf(INSTANCE_STATES),
        },
      },
      { key: 'startedAt', title: '发起时间', width: 136, card: 'line', cell: (row) => dateTime(row.startedAt) },
    );
  }
  return columns;
}

const COLUMNS = Object.fromEntries(Object.keys(VIEWS).map((view) => [view, columnsOf(view as View)])) as Record<
  View,
  readonly Column<InstanceRow>[]
>;

const EMPTY: Readonly<Record<View, { title: string; text: string }>> = {
  todo: { title: '要审批的都办完了', text: '有新的事项到您这里时，首页和消息中心会有待办。' },
  mine: { title: '还没有发起过事项', text: '点“发起事项”填写标题和事由，就会按流程送审。' },
  done: { title: '还没有处理过事项', text: '您审批过的事项会出现在这里。' },
  copied: { title: '没有抄送给您的事项', text: '事项走到抄送给您的一步时，会出现在这里，不用办理。' },
};

/** `/affairs/approval`: what waits for me, what I raised, what I decided, what I was sent a copy of. */
export default function ApprovalList() {
  const { search } = useLocation();
  const wantedView = readQuery(search, ['view']).view ?? '';
  const view: View = wantedView in VIEWS ? (wantedView as View) : 'todo';
  const urge = useAct(urgeInstance);
  const remind = (row: InstanceRow) =>
    urge.mutate(
      { id: row.id },
      { onSuccess: ({ reached }) => emit('notice', { kind: 'success', text: `已催办，通知${reached}人` }) },
    );
  return (
    <div className="list-page">
      <PageHead title={VIEWS[view]}>
        <ButtonLink look="primary" icon="plus" to={`${LIST}/start`}>
          发起事项
        </ButtonLink>
      </PageHead>
      <PlainList<InstanceRow, { todo: number }>
        key={view}
        caption={VIEWS[view]}
        endpoint={listInstances}
        columns={COLUMNS[view]}
        search={{ name: 'title', placeholder: '标题' }}
        unit="件"
        keep={KEEP}
        inputOf={(values) => ({ ...values, view })}
        note={({ todo }) => view === 'todo' && <span>待我审批{todo}件</span>}
        acts={(row) => (
          <>
            <ButtonLink look="row" to={`${LIST}/matter/${row.id}`}>
              {view === 'todo' ? '审批' : '查看'}
            </ButtonLink>
            {view === 'mine' && row.state === 'returned' && (
              <ButtonLink look="row" to={`${LIST}/mend/${row.id}`}>
                补正
              </ButtonLink>
            )}
            {view === 'mine' && row.state === 'running' && (
              <Button look="row" disabled={urge.isPending} onClick={() => remind(row)}>
                催办
              </Button>
            )}
          </>
        )}
        empty={EMPTY[view]}
      />
    </div>
  );
}
