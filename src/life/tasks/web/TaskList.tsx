import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import { Gantt } from '#platform/web/gantt/Gantt.tsx';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listOwnParts } from '../contract.ownPart.ts';
import { listParts, type PartRow } from '../contract.part.ts';
import { listTasks, removeTask, type TaskRow } from '../contract.ts';
import { ExportList, ReceiveChosen, UrgeChosen } from './listActs.tsx';
import { nameOf } from './parts.tsx';
import { PATHS } from './paths.ts';
import { TaskBoard } from './TaskBoard.tsx';
import { TaskCalendar } from './TaskCalendar.tsx';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { PART_COLUMNS, TASK_COLUMNS } from './taskColumns.tsx';
import '#platform/web/records/records.css';
import './taskViews.css';

const TABS = [
  { key: 'received', label: '我收到的' },
  { key: 'handled', label: '我办理的' },
  { key: 'given', label: '我发布的' },
  { key: 'below', label: '下级任务' },
] as const;
const KEPT = ['tab', 'as', 'month'];
const WAYS = [
  ['list', '列表', 'document'],
  ['board', '看板', 'columns'],
  ['calendar', '日历', 'calendarCheck'],
  ['gantt', '甘特图', 'chart'],
] as const;
const OWN_COLUMNS = TASK_COLUMNS.filter(({ key }) => key !== 'org');
/** Rows of one chart; more are a list. */
const CHARTED = 50;

/** 工作任务: received, handled, given, and given below; what was given also as a chart over days. */
export default function TaskList() {
  return may(useSession(), 'task:read') ? <WorkerList /> : <OwnList />;
}

function WorkerList() {
  const session = useSession();
  const navigate = useNavigate();
  const [templates, setTemplates] = useState(false);
  const { tab: wantedTab, as } = readQuery(useLocation().search, ['tab', 'as']);
  const tab = TABS.find(({ key }) => key === wantedTab)?.key ?? 'received';
  const isTasks = tab === 'given' || tab === 'below';
  const shown = WAYS.find(([way]) => way === as && (way !== 'gantt' || isTasks))?.[0] ?? 'list';
  return (
    <div className="list-page">
      <PageHead title="工作任务">
        <nav className="office-ways" aria-label="怎么看">
          {WAYS.filter(([way]) => way !== 'gantt' || isTasks).map(([way, label, icon]) => (
            <ButtonLink
              key={way}
              icon={icon}
              aria-current={way === shown ? 'true' : undefined}
              to={pathWithQuery(PATHS.list, { tab: wantedTab, as: way === 'list' ? undefined : way })}
            >
              {label}
            </ButtonLink>
          ))}
        </nav>
        {may(session, 'task:give') && (
          <>
            <Button onClick={() => setTemplates(true)}>任务模板</Button>
            <ButtonLink look="primary" icon="plus" to={PATHS.add}>
              新增任务
            </ButtonLink>
          </>
        )}
      </PageHead>
      {templates && <TemplatesDialog onClose={() => setTemplates(false)} />}
      <Tabs
        label="工作任务"
        tabs={TABS}
        current={tab}
        panel="office-list"
        onPick={(key) =>
          navigate(
            pathWithQuery(PATHS.list, {
              tab: key === 'received' ? undefined : key,
              as: shown === 'board' || shown === 'calendar' ? shown : undefined,
            }),
            { replace: true },
          )
        }
      />
      <div
        id="office-list"
        className="office-list"
        role="tabpanel"
        aria-label={TABS.find(({ key }) => key === tab)?.label ?? ''}
      >
        {shown === 'board' ? (
          <TaskBoard key={tab} view={tab} />
        ) : shown === 'calendar' ? (
          <TaskCalendar key={tab} view={tab} />
        ) : tab === 'received' || tab === 'handled' ? (
          <Parts key={tab} view={tab} />
        ) : shown === 'gantt' ? (
          <Chart view={tab} />
        ) : (
          <Tasks key={tab} view={tab} />
        )}
      </div>
    </div>
  );
}

/** Of somebody without office: what was given to that person. */
function OwnList() {
  return (
    <div className="list-page">
      <PageHead title="我的任务" />
      <div className="office-list">
        <PlainList<PartRow>
          caption="布置给我的任务"
          endpoint={listOwnParts}
          columns={PART_COLUMNS}
          search={{ name: 'keyWords', placeholder: '任务名称' }}
          keep={KEPT}
          unit="件"
          inputOf={({ tab: _tab, as: _as, month: _month, ...values }) => values}
          label={nameOf}
          acts={openPart}
          empty={{ title: '没有布置给您的任务', text: '上级布置给您本人的任务会出现在这里。' }}
        />
      </div>
    </div>
  );
}

const openPart = (row: PartRow) => (
  <ButtonLink look="row" to={PATHS.finish(row.taskId, row.circleId)}>
    {[0, 1, 3].includes(row.state) ? '办理' : '查看'}
  </ButtonLink>
);

function Parts({ view }: { view: 'received' | 'handled' }) {
  const session = useSession();
  return (
    <PlainList<PartRow>
      caption={view === 'received' ? '我收到的任务' : '我办理的任务'}
      endpoint={listParts}
      columns={PART_COLUMNS}
      search={{ name: 'keyWords', placeholder: '任务名称' }}
      keep={KEPT}
      unit="件"
      inputOf={({ tab: _tab, as: _as, month: _month, ...values }) => ({ ...values, view })}
      saved
      tools={({ values, total }) => <ExportList view={view} values={values} total={total} />}
      label={nameOf}
      {...(may(session, 'task:answer') ? { bulk: (chosen) => <ReceiveChosen {...chosen} /> } : {})}
      acts={openPart}
      empty={
        view === 'received'
          ? { title: '没有收到任务', text: '上级布置给本组织的任务会出现在这里。' }
          : { title: '没有指派给您的任务', text: '指派给您的本组织任务，和上级布置给您本人的任务，会出现在这里。' }
      }
    />
  );
}

function Tasks({ view }: { view: 'given' | 'below' }) {
  const session = useSession();
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
        columns={view === 'given' ? OWN_COLUMNS : TASK_COLUMNS}
        search={{ name: 'keyWords', placeholder: '任务名称' }}
        keep={KEPT}
        unit="项"
        inputOf={({ tab: _tab, as: _as, month: _month, ...values }) => ({ ...values, view })}
        saved
        tools={({ values, total }) => <ExportList view={view} values={values} total={total} />}
        label={({ title }) => title}
        {...(view === 'given' && may(session, 'task:give') ? { bulk: (chosen) => <UrgeChosen {...chosen} /> } : {})}
        refresh={(rows) => rows.some(({ state }) => state === 1) && 2000}
        actsWidth={view === 'given' ? 190 : 90}
        acts={(row) => (
          <span className="record-row-acts">
            {row.can.edit ? (
              <>
                <ButtonLink look="row" to={PATHS.edit(row.id)}>
                  编辑
                </ButtonLink>
                <ButtonLink look="row" to={PATHS.preview(row.id)}>
                  预览发布
                </ButtonLink>
                <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                  删除
                </Button>
              </>
            ) : (
              <ButtonLink look="row" to={PATHS.detail(row.id)}>
                {row.reported > 0 && row.can.end ? '验收' : '查看'}
              </ButtonLink>
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
  const tasksQuery = useCall(listTasks, { view, pageSize: CHARTED }, { quiet: true });
  if (!tasksQuery.data) return <Waiting query={tasksQuery} />;
  const tasks = tasksQuery.data.rows
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
      {tasksQuery.data.total > CHARTED && <p className="muted">只画最近{CHARTED}项，其余请看列表。</p>}
    </div>
  );
}
