import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { ChosenAudience } from '#people/groups/web/pickers.audience.tsx';
import { ORG_TYPES } from '#people/org/contract.ts';
import type { InputOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useBeside, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { getPart, type PartDetail } from '../contract.part.ts';
import { createTask, getTask, MAX_FILES, type TaskDetail, taskFields, updateTask } from '../contract.ts';
import {
  AUDIENCE_LEVELS,
  circlesOf,
  DUE_RULES,
  type DueRule,
  FREQUENCIES,
  type Frequency,
  GIVEN_KINDS,
  isToPeople,
  KINDS,
  type Kind,
  MODES,
  OFFICE_GROUP,
  PEOPLE_KINDS,
  rhythmFaults,
} from '../rules.ts';
import { nameOf } from './parts.tsx';
import { PATHS } from './paths.ts';
import { listOf, Orgs, Types, Where } from './TaskAudience.tsx';
import './office.css';

/** Lists of ids are one value of the form, joined by commas. */
const schema = z.object({
  ...taskFields,
  types: z.string(),
  levels: z.string(),
  orgIds: z.string(),
  memberIds: z.string(),
  groupIds: z.string(),
  files: z.string(),
  nilAllowed: z.boolean(),
  openToOthers: z.boolean(),
});
const LABELS: Readonly<Record<string, string>> = {
  title: '任务名称',
  content: '任务要求',
  kind: '办理方式',
  frequency: '频次',
  startsOn: '开始日期',
  endsOn: '截止日期',
  dueRule: '每期截止日期',
  dueDays: '天数',
  nilAllowed: '接受零报告',
  openToOthers: '互相可见',
  mode: '发给谁',
  types: '组织类别',
  levels: '层级',
  minMembers: '党员不少于',
  maxMembers: '党员不多于',
  orgIds: '组织',
  memberIds: '人员',
  groupIds: '分组',
  files: '附件',
};
function words(field: string, value: unknown): string {
  const text = String(value ?? '');
  if (field === 'kind') return KINDS[Number(text) as keyof typeof KINDS] ?? text;
  if (field === 'frequency') return FREQUENCIES[Number(text) as Frequency] ?? text;
  if (field === 'dueRule') return DUE_RULES[text as DueRule] ?? text;
  if (field === 'mode') return MODES[text as keyof typeof MODES] ?? text;
  if (field === 'types')
    return listOf(text)
      .map((type) => ORG_TYPES[Number(type) as keyof typeof ORG_TYPES])
      .join('、');
  if (field === 'levels')
    return listOf(text)
      .map((level) => AUDIENCE_LEVELS[Number(level) as keyof typeof AUDIENCE_LEVELS])
      .join('、');
  if (field === 'orgIds' || field === 'groupIds') return `${listOf(text).length}个`;
  if (field === 'memberIds') return `${listOf(text).length}人`;
  if (field === 'files') return `${listOf(text).length}份`;
  return typeof value === 'boolean' ? (value ? '是' : '否') : text;
}
const sent = (values: FormValues) => ({
  ...values,
  types: listOf(values.types).map(Number),
  levels: listOf(values.levels).map(Number),
  orgIds: listOf(values.orgIds),
  memberIds: listOf(values.memberIds),
  groupIds: listOf(values.groupIds),
  files: listOf(values.files),
});
const today = () => new Date().toLocaleDateString('sv-SE');

const valuesOf = (task: TaskDetail): FormValues => ({
  title: task.title,
  content: task.content,
  kind: String(task.kind),
  frequency: String(task.frequency),
  startsOn: task.startsOn,
  endsOn: task.endsOn,
  dueRule: task.dueRule,
  dueDays: String(task.dueDays),
  nilAllowed: task.nilAllowed,
  openToOthers: task.openToOthers,
  mode: task.mode,
  types: task.types.join(),
  levels: task.levels.join(),
  minMembers: task.minMembers === null ? '' : String(task.minMembers),
  maxMembers: task.maxMembers === null ? '' : String(task.maxMembers),
  orgIds: task.orgs.map(({ id }) => id).join(),
  memberIds: task.members.map(({ id }) => id).join(),
  groupIds: task.groups.map(({ id }) => id).join(),
  files: task.files.map(({ id }) => id).join(),
});

/** 新增任务, 编辑任务, 分解任务: what, of whom, by when; the cycles are shown while the days are typed. */
export default function TaskForm() {
  const { id, parentTaskID, parentCircleID } = useParams();
  if (id) return <Existing key={id} id={id} />;
  if (parentTaskID && parentCircleID) return <HandOn taskId={parentTaskID} circleId={parentCircleID} />;
  return <Editor task={null} parent={null} />;
}

function Existing({ id }: { id: string }) {
  const taskQuery = useCall(getTask, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={taskQuery} fresh refused={(task) => (task.can.edit ? '' : '发布后的任务不能修改要求')}>
      {(task) => <Editor task={task} parent={null} />}
    </RecordLoader>
  );
}

function HandOn({ taskId, circleId }: { taskId: string; circleId: string }) {
  const partQuery = useCall(getPart, { taskId, circleId }, { quiet: true, staleTime: 0 });
  if (!partQuery.data) return <Waiting query={partQuery} />;
  return (
    <RecordLoader query={partQuery} fresh refused={(part) => (part.can.split ? '' : '已经上报或结束的任务不能再分解')}>
      {(part) => <Editor task={null} parent={part} />}
    </RecordLoader>
  );
}

const startOf = (parent: PartDetail | null): FormValues => ({
  title: parent?.title ?? '',
  content: parent?.content ?? '',
  kind: '0',
  frequency: '1',
  startsOn: today(),
  endsOn: parent?.dueOn ?? '',
  dueRule: 'end',
  dueDays: '0',
  nilAllowed: parent?.nilAllowed ?? false,
  openToOthers: false,
  mode: 'children',
  types: '',
  levels: '',
  minMembers: '',
  maxMembers: '',
  orgIds: '',
  memberIds: '',
  groupIds: '',
  files: parent?.taskFiles.map(({ id }) => id).join() ?? '',
});

function Editor({ task: read, parent }: { task: TaskDetail | null; parent: PartDetail | null }) {
  const navigate = useNavigate();
  const create = useAct(createTask, { quiet: true });
  const update = useAct(updateTask, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [task] = useState(read);
  const [start] = useState(() => (task ? valuesOf(task) : startOf(parent)));
  const [orgs, setOrgs] = useState<Choice[]>(task?.orgs.map((org) => ({ ...org, note: '' })) ?? []);
  const check = (values: FormValues): Record<string, string> => {
    const faults = rhythmFaults(rhythmOf(values));
    if (parent && String(values.endsOn) > parent.dueOn) faults.endsOn = `截止日期不能晚于上级任务的${parent.dueOn}`;
    if (values.mode === 'chosen' && !values.orgIds) faults.orgIds = '请选择组织';
    if (values.mode === 'people' && !values.memberIds) faults.memberIds = '请选择人员';
    if (values.mode === 'groups' && !values.groupIds) faults.groupIds = '请选择分组';
    if (isToPeople(String(values.mode)) && !PEOPLE_KINDS.includes(Number(values.kind) as Kind))
      faults.kind = '发给个人的任务只能是“办理情况”或“仅回执”，会议和填表由组织办理';
    return faults;
  };
  const form = useForm({ schema, initial: start, isNew: task === null, check });
  /** What stands on the server as far as it is known here: the changes go over it. */
  const theirs = useRef(start);
  const saver = useRecordSave({
    record: task,
    form,
    valuesOf,
    get: getTask,
    input: (id) => ({ id }),
    // A draft is written whole: its days and its cycles are one thing.
    update: ({ id, version, ...changes }) =>
      update.mutateAsync({
        id,
        version,
        ...sent({ ...theirs.current, ...(changes as FormValues) }),
      } as unknown as InputOf<typeof updateTask>),
    onSaved: (id) => done(id),
  });
  useBeside(form, orgs, setOrgs);
  const title = task ? `编辑 ${task.title}` : parent ? `分解 ${nameOf(parent)}` : '新增任务';
  useTitle(title);
  const done = (id: string) => {
    clearKeptInput();
    const hasForm = form.text('kind') === '3';
    emit('notice', { kind: 'success', text: hasForm ? '已存为草稿，接着设计表样' : '已存为草稿，核对后发布' });
    navigate(hasForm ? PATHS.formDesign(id) : PATHS.preview(id), { replace: true });
  };
  const save = async () => {
    if (task) return saver.save(task.id);
    const of = parent ? { parentTaskID: parent.taskId, parentCircleID: parent.circleId } : {};
    const made = await create.mutateAsync({ ...sent(form.values), ...of } as unknown as InputOf<typeof createTask>);
    done(made.id);
  };
  const isOnce = form.text('frequency') === '1';
  const { conflict } = saver;
  return (
    <>
      <FormPage
        title={title}
        form={form}
        act={form.text('kind') === '3' ? '存草稿，设计表样' : '存草稿，去预览'}
        onSave={save}
        onCancel={() => navigate(placeOf(PATHS.list))}
        sections={[
          {
            id: 'what',
            title: '要求什么',
            content: (
              <>
                <TextField form={form} name="title" label="任务名称" required max={60} />
                <SelectField
                  form={form}
                  name="kind"
                  label="办理方式"
                  required
                  options={GIVEN_KINDS.map((value) => ({ value: String(value), label: KINDS[value] }))}
                  hint="“仅回执”只要对方确认收到；“办理情况”要写文字、传附件；“例会”由对方召开会议，发出纪要或提交记录即上报；“支部主题党日”由支部开展，提交记录即上报；“填表”先设计表样，各组织填报后逐级汇总"
                />
                <AreaField form={form} name="content" label="任务要求" required wide max={4000} rows={8} />
                <AttachmentField
                  form={form}
                  name="files"
                  label="附件"
                  format="common"
                  count={MAX_FILES}
                  kept={task?.files ?? parent?.taskFiles ?? []}
                />
                <TickField form={form} name="nilAllowed" label="接受零报告" hint="没有情况的组织可以一键上报“零报告”" />
                <TickField
                  form={form}
                  name="openToOthers"
                  label="互相可见"
                  hint="承办方可以看到其他承办方已上报的文字，附件不公开；不勾选则只有上级能看到"
                />
              </>
            ),
          },
          {
            id: 'when',
            title: '什么时候',
            content: (
              <>
                <SelectField form={form} name="frequency" label="频次" required options={optionsOf(FREQUENCIES)} />
                <DateField form={form} name="startsOn" label="开始日期" required />
                <DateField
                  form={form}
                  name="endsOn"
                  label={isOnce ? '截止日期' : '最后一期到'}
                  required
                  {...(parent ? { hint: `上级任务的截止日期是${parent.dueOn}` } : {})}
                />
                {!isOnce && (
                  <SelectField
                    form={form}
                    name="dueRule"
                    label="每期截止日期"
                    required
                    options={optionsOf(DUE_RULES)}
                  />
                )}
                {!isOnce && form.text('dueRule') !== 'end' && (
                  <TextField
                    form={form}
                    name="dueDays"
                    label={form.text('dueRule') === 'day' ? '几号' : '多少天后'}
                    required
                    max={2}
                    inputMode="numeric"
                    hint={form.text('dueRule') === 'day' ? '31表示当月最后一天' : '从当期最后一天起算'}
                  />
                )}
                <Cycles values={form.values} />
              </>
            ),
          },
          {
            id: 'who',
            title: '发给谁',
            content: (
              <>
                <SelectField form={form} name="mode" label="发给谁" required options={optionsOf(MODES)} />
                {isToPeople(form.text('mode')) ? (
                  <ChosenAudience
                    form={form}
                    audience={form.text('mode')}
                    named={task}
                    groupType={OFFICE_GROUP}
                    groups="党务办公分组"
                    groupHint="发布时分组里有账号的人各得一件"
                    people="选择办理人员"
                  />
                ) : form.text('mode') === 'chosen' ? (
                  <Orgs form={form} orgs={orgs} onChange={setOrgs} />
                ) : (
                  <Types form={form} />
                )}
                {form.text('mode') === 'where' && <Where form={form} />}
              </>
            ),
          },
        ]}
      />
      {conflict && task && (
        <DiffDialog
          name={task.title}
          who={conflict.updateName}
          differences={differencesOf([start, valuesOf(conflict), form.values], LABELS, words)}
          onMerge={(keep) => {
            theirs.current = valuesOf(conflict);
            return saver.merge(keep);
          }}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

const rhythmOf = (values: FormValues) => ({
  frequency: Number(values.frequency) as Frequency,
  startsOn: String(values.startsOn),
  endsOn: String(values.endsOn),
  dueRule: String(values.dueRule) as DueRule,
  dueDays: Number(values.dueDays) || 0,
});

/** The cycles that the days make, as soon as they can be read. */
function Cycles({ values }: { values: FormValues }) {
  const rhythm = rhythmOf(values);
  const readable = [rhythm.startsOn, rhythm.endsOn].every((day) => schema.shape.startsOn.safeParse(day).success);
  if (!readable || rhythm.frequency === 1 || Object.keys(rhythmFaults(rhythm)).length > 0) return null;
  const circles = circlesOf(rhythm);
  return (
    <div className="form-field wide" role="status">
      <p className="field-label">共{circles.length}期</p>
      <ol className="office-circles">
        {circles.map(({ seq, label, startsOn, dueOn }) => (
          <li key={seq}>
            <b>{label}</b>
            <span className="muted">
              {startsOn} 起，{dueOn} 截止
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
