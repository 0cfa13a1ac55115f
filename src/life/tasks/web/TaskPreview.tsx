import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { getForm } from '../contract.form.ts';
import { quoteForm } from '../contract.quote.ts';
import { getTask, PREVIEWED, previewTask, publishingProgress, publishTask, type TaskDetail } from '../contract.ts';
import { startRows } from '../rules.form.ts';
import { MODES, type Mode, receiverUnit } from '../rules.ts';
import { FormGrid } from './form/FormGrid.tsx';
import { PATHS } from './paths.ts';
import './form/form.css';
import './office.css';

/** 任务预览: who gets it, every cycle's days, what it looks like, what is amiss; then the publishing with its progress. */
export default function TaskPreview() {
  const { id = '' } = useParams();
  const taskQuery = useCall(
    getTask,
    { id },
    { quiet: true, staleTime: 0, refetchInterval: (task) => task?.state === 1 && 1500 },
  );
  useTitle(taskQuery.data ? `预览 ${taskQuery.data.title}` : undefined);
  return (
    <RecordLoader query={taskQuery}>
      {(task) => (
        <div className="office-page">
          <PageHead title={task.state === 0 ? '任务预览' : '发布任务'} />
          {task.state === 0 ? <Draft task={task} /> : <Publishing task={task} />}
        </div>
      )}
    </RecordLoader>
  );
}

/** The grid as whoever is given the task sees it, with what arrives filled in left empty. */
function SeenGrid({ id }: { id: string }) {
  const form = useCall(getForm, { id }, { quiet: true, staleTime: 0 });
  if (!form.data) return <Waiting query={form} />;
  const { design, choices } = form.data;
  if (design.columns.length === 0) return <p className="office-quiet">还没有设计表样</p>;
  return (
    <FormGrid
      design={design}
      rows={design.free ? [{ id: '1', cells: {} }] : startRows(design, {})}
      choices={choices}
      caption="要填的表"
    />
  );
}

function Draft({ task }: { task: TaskDetail }) {
  const found = useCall(previewTask, { id: task.id }, { quiet: true, staleTime: 0 });
  const publish = useAct(publishTask);
  const take = useAct(quoteForm);
  if (!found.data) return <Waiting query={found} />;
  const { total, orgs, circles, warnings, faults, quote } = found.data;
  const unit = receiverUnit(task.mode);
  return (
    <>
      {faults.map((text) => (
        <div key={text} className="banner bad" role="alert">
          <Icon name="warning" />
          <span>{text}</span>
        </div>
      ))}
      {quote.can > 0 && (
        <div className="banner" role="note">
          <Icon name="document" />
          <span className="grow">
            有{quote.can}列近90天已经向这些组织要过，引用后带着各组织自己报过的数下发，核对即可。
          </span>
          <Button
            size="compact"
            disabled={take.isPending}
            onClick={() =>
              void take
                .mutateAsync({ id: task.id, version: task.version })
                .then(({ columns }) => emit('notice', { kind: 'success', text: `已引用${columns}列` }))
                // The client has shown why.
                .catch(() => undefined)
            }
          >
            一键引用
          </Button>
        </div>
      )}
      {quote.done.length > 0 && (
        <div className="banner" role="note">
          <Icon name="check" />
          <span>{quote.done.join('，')}；发布后各组织打开时已经填好，可以改。</span>
        </div>
      )}
      {warnings.map((text) => (
        <div key={text} className="banner warn" role="note">
          <Icon name="warning" />
          <span>{text}</span>
        </div>
      ))}
      <div className="office-columns wide-left">
        <section className="card">
          <div className="card-head">
            <h2>{task.title}</h2>
            <span className="muted">对方看到的样子</span>
          </div>
          <div className="office-text">
            <p className="office-content">{task.content}</p>
            <FileList files={task.files} />
            <p className="muted">
              {task.orgName}布置，{task.kindName}，{task.frequencyName}
              {task.nilAllowed && '，接受零报告'}
            </p>
            <ol className="office-circles">
              {circles.map(({ label, startsOn, dueOn }) => (
                <li key={dueOn}>
                  <b>{label || '一次办结'}</b>
                  <span className="muted">
                    {startsOn} 起，{dueOn} 截止
                  </span>
                </li>
              ))}
            </ol>
          </div>
          {task.kind === 3 && <SeenGrid id={task.id} />}
        </section>
        <section className="card">
          <div className="card-head">
            <h2>
              发给{formatNumber(total)}
              {unit}
            </h2>
            <span className="muted">{MODES[task.mode as Mode]}</span>
          </div>
          <ul className="office-orgs">
            {orgs.map((org) => (
              <li key={org.id}>
                <span>{org.name}</span>
                <span className="muted">{org.typeName}</span>
              </li>
            ))}
            {total > PREVIEWED && (
              <li className="muted">
                等{formatNumber(total)}
                {unit}
              </li>
            )}
          </ul>
        </section>
      </div>
      <div className="office-foot">
        <ButtonLink to={PATHS.edit(task.id)}>修改</ButtonLink>
        {task.kind === 3 && <ButtonLink to={PATHS.formDesign(task.id)}>设计表样</ButtonLink>}
        <Button
          look="primary"
          disabled={publish.isPending || faults.length > 0}
          // The client shows why it was refused.
          onClick={() => publish.mutate({ id: task.id, version: task.version })}
        >
          发布给{formatNumber(total)}
          {unit}
        </Button>
      </div>
    </>
  );
}

/** The task is on its way: what stands here survives closing, the job goes on. */
function Publishing({ task }: { task: TaskDetail }) {
  const navigate = useNavigate();
  const publishingProgressQuery = useCall(
    publishingProgress,
    { id: task.id },
    { quiet: true, staleTime: 0, refetchInterval: (latest) => (latest === undefined || latest.state === 1) && 1000 },
  );
  const state = publishingProgressQuery.data?.state ?? task.state;
  useEffect(() => {
    if (state < 2) return;
    emit('notice', { kind: 'success', text: '任务已发布' });
    navigate(PATHS.detail(task.id), { replace: true });
  }, [state, navigate, task.id]);
  if (!publishingProgressQuery.data) return <Waiting query={publishingProgressQuery} lines={3} />;
  const { total, done, failed, message } = publishingProgressQuery.data;
  return (
    <section className="card office-publishing" role="status">
      <h2>{task.title}</h2>
      <progress max={Math.max(1, total)} value={done} />
      <p>{message}</p>
      {failed > 0 ? (
        <p className="office-late">
          还有{formatNumber(failed)}
          {receiverUnit(task.mode)}没有下发。请到“我的任务”里重新发起，已下发的不会重复。
        </p>
      ) : (
        <p className="muted">可以离开本页，下发在后台继续。</p>
      )}
    </section>
  );
}
