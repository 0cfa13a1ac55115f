import { Link, useLocation, useNavigate } from 'react-router';
import { restoreRecycled } from '#modules/system/contract.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import { Gantt } from '#platform/web/gantt/Gantt.tsx';
import { useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/navigation.ts';
import { Waiting } from '#platform/web/RecordLoader.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { may, useSession } from '#platform/web/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { listParts, type PartRow } from '../contract.part.ts';
import { listTasks, removeTask, type TaskRow } from '../contract.ts';
import { PART_STATES, TASK_STATES } from '../rules.ts';
import { Due, nameOf, none, PartTag, Progress, TaskTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

const TABS = [
  { key: 'received', label: '我收到的' },
  { key: 'handled', label: '我办理的' },
  { key: 'given', label: '我发布的' },
  { key: 'below', label: '下级任务' },
] as const;
const KEPT = ['tab', 'as'];
const choices = (states: Readonly<Record<number, string>>) =>
  Object.entries(states).map(([value, label]) => ({ value, label }));
/** Rows of one chart; more are a list. */
const CHARTED = 50;

const PART_COLUMNS: readonly Column<PartRow>[] = [
  {
    key: 'title',
    title: '任务',
    width: 300,
    card: 'title',
    cell: (row) => <Link to={PATHS.finish(row.taskId, row.circleId)}>{nameOf(row)}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 130,
    card: 'tag',
    cell: (row) => <PartTag part={row} />,
    filter: { kind: 'choice', name: 'state', options: choices(PART_STATES).slice(0, 5) },
  },
  {
    key: 'dueOn',
    title: '截止日期',
    width: 180,
    card: 'line',
    cell: (row) => <Due part={row} />,
    filter: { kind: 'choice', name: 'overdue', options: [{ value: 'true', label: '只看逾期' }] },
  },
  { key: 'giver', title: '布置的组织', width: 200, card: 'line', cell: (row) => row.giverName },
  { key: 'kind', title: '办理方式', width: 100, cell: (row) => row.kindName },
  { key: 'assignee', title: '经办人', width: 90, cell: (row) => row.assignee || none },
];

const TASK_COLUMNS: readonly Column<TaskRow>[] = [
  {
    key: 'title',
    title: '任务',
    width: 280,
    card: 'title',
    cell: (row) => <Link to={row.state === 0 ? PATHS.preview(row.id) : PATHS.detail(row.id)}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'tag',
    cell: (row) => <TaskTag {...row} />,
    filter: { kind: 'choice', name: 'state', options: choices(TASK_STATES) },
  },
  {
    key: 'progress',
    title: '完成',
    width: 150,
    card: 'line',
    cell: (row) => (row.state === 0 ? none : <Progress completed={row.completed} live={row.live} />),
  },
  {
    key: 'reported',
    title: '待验收',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => (row.reported > 0 ? <b>{row.reported}</b> : none),
    filter: {
      kind: 'choice',
      name: 'only',
      options: [
        { value: 'reported', label: '有待验收' },
        { value: 'overdue', label: '有逾期' },
      ],
    },
  },
  {
    key: 'overdue',
    title: '逾期',
    width: 70,
    align: 'right',
    card: 'line',
    cell: (row) => (row.overdue > 0 ? <span className="office-late">{row.overdue}</span> : none),
  },
  { key: 'frequency', title: '频次', width: 70, cell: (row) => row.frequencyName },
  { key: 'days', title: '起止日期', width: 200, card: 'line', cell: (row) => `${row.startsOn} 至 ${row.endsOn}` },
  { key: 'org', title: '布置的组织', width: 180, cell: (row) => row.orgName },
];

/** 工作任务: received, handled, given, and given below; what was given also as a chart over days. */
export default function TaskList() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab: asked, as } = readQuery(useLocation().search, ['tab', 'as']);
  const tab = TABS.find(({ key }) => key === asked)?.key ?? 'received';
  const isTasks = tab === 'given' || tab === 'below';
  return (
    <div className="list-page">
      <PageHead title="工作任务">
        {isTasks && (
          <Link className="button" to={pathWithQuery(PATHS.list, { tab, as: as === 'gantt' ? undefined : 'gantt' })}>
            <Icon name={as === 'gantt' ? 'document' : 'chart'} />
            {as === 'gantt' ? '看列表' : '看甘特图'}
          </Link>
        )}
        {may(session, 'task:give') && (
          <Link className="button primary" to={PATHS.add}>
            <Icon name="plus" />
            新增任务
          </Link>
        )}
      </PageHead>
      <Tabs
        label="工作任务"
        tabs={TABS}
        current={tab}
        panel="office-list"
        onPick={(key) =>
          navigate(pathWithQuery(PATHS.list, { tab: key === 'received' ? undefined : key }), { replace: true })
        }
      />
      <div
        id="office-list"
        className="office-list"
        role="tabpanel"
        aria-label={TABS.find(({ key }) => key === tab)?.label ?? ''}
      >
        {isTasks ? (
          as === 'gantt' ? (
            <Chart view={tab} />
          ) : (
            <Tasks key={tab} view={tab} />
          )
        ) : (
          <Parts key={tab} view={tab} />
        )}
      </div>
    </div>
  );
}

function Parts({ view }: { view: 'received' | 'handled' }) {
  return (
    <PlainList<PartRow>
      caption={view === 'received' ? '我收到的任务' : '我办理的任务'}
      endpoint={listParts}
      columns={PART_COLUMNS}
      search={{ name: 'keyWords', placeholder: '任务名称' }}
      keep={KEPT}
      unit="件"
      inputOf={({ tab: _tab, as: _as, ...values }) => ({ ...values, view })}
      acts={(row) => (
        <Link className="row-act" to={PATHS.finish(row.taskId, row.circleId)}>
          {[0, 1, 3].includes(row.state) ? '办理' : '查看'}
        </Link>
      )}
      empty={
        view === 'received'
          ? { title: '没有收到任务', text: '上级布置给本组织的任务会出现在这里。' }
          : { title: '没有指派给您的任务', text: '本组织收到任务后，可以指派给一名党务工作者办理。' }
      }
    />
  );
}

function Tasks({ view }: { view: 'given' | 'below' }) {
  const removal = useRemove({
    call: removeTask,
    restore: restoreRecycled,
    kind: 'officeTask',
    consequence: () => '这项任务还没有发布，删除后进入回收站。',
  });
  return (
    <>
      <PlainList<TaskRow>
        caption={view === 'given' ? '我发布的任务' : '下级发布的任务'}
        endpoint={listTasks}
        columns={TASK_COLUMNS}
        search={{ name: 'keyWords', placeholder: '任务名称' }}
        keep={KEPT}
        unit="项"
        inputOf={({ tab: _tab, as: _as, ...values }) => ({ ...values, view })}
        refresh={(rows) => rows.some(({ state }) => state === 1) && 2000}
        actsWidth={190}
        acts={(row) => (
          <span className="record-row-acts">
            {row.can.edit ? (
              <>
                <Link className="row-act" to={PATHS.edit(row.id)}>
                  编辑
                </Link>
                <Link className="row-act" to={PATHS.preview(row.id)}>
                  预览发布
                </Link>
                <button type="button" className="row-act" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                  删除
                </button>
              </>
            ) : (
              <Link className="row-act" to={PATHS.detail(row.id)}>
                {row.reported > 0 && row.can.end ? '验收' : '查看'}
              </Link>
            )}
          </span>
        )}
        empty={
          view === 'given'
            ? { title: '还没有发布任务', text: '要下级组织报送情况，点“新增任务”，预览后发布。' }
            : { title: '下级组织没有发布任务', text: '下级组织发布给它的下级的任务会出现在这里。' }
        }
      />
      {removal.dialog}
    </>
  );
}

/** The tasks over days: bars with dots up to their progress. */
function Chart({ view }: { view: 'given' | 'below' }) {
  const navigate = useNavigate();
  const found = useCall(listTasks, { view, pageSize: CHARTED }, { quiet: true });
  if (!found.data) return <Waiting query={found} />;
  const tasks = found.data.rows
    .filter(({ state }) => state !== 0 && state !== 4)
    .map(({ id, title, startsOn, endsOn, progress }) => ({
      id,
      title,
      startDate: startsOn,
      endDate: endsOn,
      progress,
    }));
  return (
    <div className="card office-chart">
      <Gantt caption="工作任务" tasks={tasks} onOpen={(id) => navigate(PATHS.detail(id))} />
      {found.data.total > CHARTED && <p className="muted">只画最近{CHARTED}项，其余请看列表。</p>}
    </div>
  );
}
