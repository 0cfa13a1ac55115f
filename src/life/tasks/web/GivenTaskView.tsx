import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PersonDialog } from '#people/groups/web/pickers.tsx';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Gantt } from '#platform/web/gantt/Gantt.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { urgeTask } from '../contract.part.ts';
import { addOrgs, endTask, getTask, moveDeadline, type TaskDetail as Task, voidTask } from '../contract.ts';
import { OFFICE_GROUP, progressOf, receiverUnit } from '../rules.ts';
import { CutDialog, cyclesToCome } from './CutDialog.tsx';
import { Matrix } from './Matrix.tsx';
import { Progress, TaskTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import { ReviseAct, Revisions } from './Revisions.tsx';
import { TaskOutActs } from './TaskOutActs.tsx';
import '#platform/web/records/records.css';

/** 任务详情, for whoever gave the task or stands above: organisations by cycles, and what can be done with the whole. */
export default function GivenTaskView() {
  const { id = '' } = useParams();
  const taskQuery = useCall(getTask, { id }, { quiet: true, staleTime: 0 });
  useTitle(taskQuery.data?.title);
  return <RecordLoader query={taskQuery}>{(task) => <Detail task={task} />}</RecordLoader>;
}

type Asked = 'end' | 'void' | 'deadline' | 'orgs' | 'cut' | null;

function Detail({ task }: { task: Task }) {
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<Asked>(null);
  const urge = useAct(urgeTask);
  const unit = receiverUnit(task.mode);
  const remind = async () => {
    try {
      const { due, reminded, sms, recently, missing } = await urge.mutateAsync({ id: task.id });
      const words = [
        due === 0 ? '都已上报，没有要催办的' : `${due}${unit}还没有上报，已提醒${reminded}${unit}`,
        sms > 0 ? `其中${sms}人同时发了短信` : '',
        recently > 0 ? `${recently}${unit}两小时内催过` : '',
        missing.length > 0
          ? `没有${task.isToPeople ? '' : '党务工作者'}账号，请电话联系：${missing.slice(0, 5).join('、')}`
          : '',
      ];
      emit('notice', { kind: reminded > 0 ? 'success' : 'info', text: words.filter(Boolean).join('；') });
    } catch {
      // The client has shown why.
    }
  };
  return (
    <div className="record-page">
      <RecordTop title={task.title} />
      <RecordHead
        name={task.title}
        seal="办"
        tags={<TaskTag {...task} />}
        facts={
          <>
            <span>{task.orgName}</span>
            <span>
              {task.kindName}，{task.frequencyName}
            </span>
            <span>
              {task.startsOn} 至 {task.endsOn}
            </span>
            <span>
              {task.targets}
              {unit}
            </span>
          </>
        }
      >
        {task.can.edit && (
          <ButtonLink look="primary" to={PATHS.preview(task.id)}>
            预览发布
          </ButtonLink>
        )}
        {task.kind === 3 && task.state > 1 && <ButtonLink to={PATHS.formSum(task.id)}>汇总</ButtonLink>}
        {task.can.urge && (
          <Button look="primary" icon="bell" disabled={urge.isPending} onClick={() => void remind()}>
            催办
          </Button>
        )}
        <TaskOutActs task={task} />
        {task.can.end && (
          <>
            <ReviseAct task={task} />
            <Button onClick={() => setOpenDialog('orgs')}>增加{task.isToPeople ? '人员' : '组织'}</Button>
            <Button onClick={() => setOpenDialog('deadline')}>调整截止日期</Button>
            {cyclesToCome(task).length > 0 && <Button onClick={() => setOpenDialog('cut')}>取消一期</Button>}
            <Button onClick={() => setOpenDialog('end')}>结束</Button>
            <Button onClick={() => setOpenDialog('void')}>作废</Button>
          </>
        )}
      </RecordHead>
      {task.state === 4 && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>已作废：{task.reason}</span>
        </div>
      )}
      <div className="card office-body">
        <dl className="record-fields">
          <Line label="完成">
            <Progress completed={task.completed} live={task.live} partly={task.partly} />
          </Line>
          <Line label="待验收">{task.reported > 0 ? `${task.reported}件` : noValue}</Line>
          <Line label="逾期">{task.overdue > 0 ? <span className="office-late">{task.overdue}件</span> : noValue}</Line>
          <Line label="发布">{task.publishedAt ? `${task.publishedBy}，${dateTime(task.publishedAt)}` : noValue}</Line>
          {task.parent && (
            <Line label="分解自">
              <Link to={PATHS.finish(task.parent.taskId, task.parent.circleId)}>{task.parent.title}</Link>
            </Line>
          )}
          <Line label="任务要求" wide>
            <span className="office-content">{task.content}</span>
          </Line>
        </dl>
        <FileList files={task.files} />
      </div>
      {task.state > 0 && <Revisions taskId={task.id} />}
      {task.state > 0 && <Matrix task={task} />}
      {task.circles.length > 1 && (
        <section className="card office-chart" aria-label="各期进度">
          <Gantt
            caption="各期进度"
            tasks={task.circles.map((circle) => ({
              id: circle.id,
              title: circle.label,
              startDate: circle.startsOn,
              endDate: circle.dueOn,
              progress: progressOf(circle.completed, circle.live, circle.partly),
            }))}
          />
        </section>
      )}
      {openDialog === 'deadline' && <Deadline task={task} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'cut' && <CutDialog task={task} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'orgs' && <More task={task} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'end' && <End task={task} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'void' && (
        <Void task={task} onClose={() => setOpenDialog(null)} onDone={() => navigate(PATHS.detail(task.id))} />
      )}
    </div>
  );
}

interface AskProps {
  task: Task;
  onClose: () => void;
}

function End({ task, onClose }: AskProps) {
  const end = useAct(endTask, { quiet: true });
  const open = task.live - task.completed - task.reported;
  return (
    <ReasonDialog
      title={`结束 ${task.title}`}
      act="结束"
      label="说明"
      free
      onDone={async (reason) => {
        await end.mutateAsync({ id: task.id, version: task.version, reason });
        emit('notice', { kind: 'success', text: '任务已结束' });
      }}
      onClose={onClose}
    >
      {open > 0 ? `还有${open}件没有上报，结束后不再催办，也不能再上报。` : '都已办结。'}已上报的保留。
    </ReasonDialog>
  );
}

function Void({ task, onClose, onDone }: AskProps & { onDone: () => void }) {
  const makeVoid = useAct(voidTask, { quiet: true });
  return (
    <ReasonDialog
      title={`作废 ${task.title}`}
      act="作废"
      label="作废原因"
      onDone={async (reason) => {
        await makeVoid.mutateAsync({ id: task.id, version: task.version, reason });
        emit('notice', { kind: 'success', text: '任务已作废，已通知各承办方' });
        onDone();
      }}
      onClose={onClose}
    >
      没有完成的{task.live - task.completed}件一并作废，承办方收到通知。已完成的保留。
    </ReasonDialog>
  );
}

const deadlineSchema = moveDeadline.input.pick({ circleId: true, dueOn: true, reason: true });

function Deadline({ task, onClose }: AskProps) {
  const move = useAct(moveDeadline, { quiet: true });
  const open = task.circles.find(({ live, completed }) => completed < live) ?? task.circles.at(-1);
  const form = useForm({
    schema: deadlineSchema,
    initial: { circleId: open?.id ?? '', dueOn: open?.dueOn ?? '', reason: '' },
    of: `Deadline ${task.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`调整截止日期 ${task.title}`}
      icon="calendarCheck"
      act="调整"
      form={form}
      pending={move.isPending}
      onClose={onClose}
      onSave={async () => {
        const { circleId, dueOn, reason } = form.values;
        await move.mutateAsync({ id: task.id, version: task.version, circleId, dueOn, reason });
        emit('notice', { kind: 'success', text: `截止日期已调整为${dueOn}，已通知这一期的所有承办方` });
        onClose();
        return false;
      }}
    >
      {task.circles.length > 1 && (
        <SelectField
          form={form}
          name="circleId"
          label="哪一期"
          required
          options={task.circles.map(({ id, label, dueOn }) => ({ value: id, label: `${label}（${dueOn}截止）` }))}
        />
      )}
      <DateField form={form} name="dueOn" label="新的截止日期" required />
      <AreaField form={form} name="reason" label="调整原因" required max={200} />
    </FormDialog>
  );
}

function More({ task, onClose }: AskProps) {
  const add = useAct(addOrgs);
  const send = (chosen: readonly Choice[]) => {
    if (chosen.length === 0) return;
    const ids = chosen.map(({ id }) => id);
    add
      .mutateAsync({ id: task.id, version: task.version, ...(task.isToPeople ? { memberIds: ids } : { orgIds: ids }) })
      .then(({ added }) => emit('notice', { kind: 'success', text: `已下发${added}件` }))
      // The client has shown why.
      .catch(() => {});
  };
  return task.isToPeople ? (
    <PersonDialog
      title="增加办理人员"
      multiple
      groupType={OFFICE_GROUP}
      chosen={[]}
      onConfirm={send}
      onClose={onClose}
    />
  ) : (
    <OrgDialog title="增加承办组织" multiple chosen={[]} onConfirm={send} onClose={onClose} />
  );
}
