import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { getTask } from '#life/tasks/contract.ts';
import { partyGroupCalls } from '#people/member/nouns/partyGroup.ts';
import { getOrg } from '#people/org/contract.ts';
import { date } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { timeOptions, toLocal } from '#platform/web/dateTime/clock.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, ListField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { createMeeting, getMeeting, type MeetingDetail, meetingFields, updateMeeting } from '../contract.ts';
import { periodBounds } from '../rules.duty.ts';
import { ALSO, alsoText, type MeetingType, meetingPath, typeName, typesFor } from '../rules.ts';
import { PersonOf } from './PersonOf.tsx';
import { startOf } from './pickers.start.tsx';
import { type Topic, TopicsField } from './TopicsField.tsx';
import './event.css';

/** The form as another module's page opens it. */
export interface NewMeetingProps {
  orgId: string;
  /** The types that it offers; those that the organisation never holds fall away, the first of the others is set. */
  among: readonly MeetingType[];
  /** It is kept as a draft. */
  onDone: () => void;
}
interface Door extends Pick<NewMeetingProps, 'among' | 'onDone'> {
  orgType: number;
  orgName: string;
}

const NEW = '0';
/** The kind of a topic that somebody else proposed. */
const OTHER_TOPIC = '9';
/** The type that an address begins with; others are chosen. */
const TYPE_OF: Readonly<Record<string, string>> = {
  addTheme: '4',
  editOrgLifeMeeting: '6',
  editDemocraticLifeMeeting: '7',
  editDemocraticAppraisal: '8',
};
const schema = z.object({
  type: meetingFields.type,
  alsoType: meetingFields.alsoType,
  groupId: meetingFields.groupId,
  title: meetingFields.title,
  day: date,
  startTime: z.string().min(1, '请选择开始时间'),
  endTime: z.string().min(1, '请选择结束时间'),
  place: meetingFields.place,
  hostId: z.string(),
  hostName: z.string(),
  recorderId: z.string(),
  recorderName: z.string(),
  lecturerId: z.string(),
  lecturerName: z.string(),
  note: meetingFields.note,
  topics: z.string(),
  files: z.string(),
});

/** The form of a meeting: new, a copy of another one (`id` of it), or one that is changed (`updateMeeting`). */
export default function MeetingForm() {
  const { id = NEW, orgId = '', taskID: named } = useParams();
  const { pathname, search } = useLocation();
  // 例会 may be a meeting of any type: the task stands in the query then.
  const taskID = named ?? readQuery(search, ['task']).task ?? NEW;
  const task = useCall(getTask, { id: taskID }, { quiet: true, enabled: taskID !== NEW });
  const known = useCall(getMeeting, { id }, { quiet: true, enabled: id !== NEW });
  const isEdit = pathname.startsWith('/affairs/event/updateMeeting/');
  const key = pathname;
  if (taskID !== NEW) {
    return (
      <RecordLoader query={task} fresh>
        {(one) => <Edit key={key} orgId={orgId} source={null} isEdit={false} task={{ id: taskID, title: one.title }} />}
      </RecordLoader>
    );
  }
  if (id === NEW) return <Edit key={key} orgId={orgId} source={null} isEdit={false} />;
  return (
    <RecordLoader query={known} fresh refused={(one) => (isEdit && !one.can.edit ? '现在不能修改这次会议' : '')}>
      {(one) => <Edit key={key} orgId={orgId} source={one} isEdit={isEdit} />}
    </RecordLoader>
  );
}

/** The form of a new meeting of a few types alone, within another module's page (`pickers.form.tsx`). */
export function NewMeeting({ orgId, among, onDone }: NewMeetingProps) {
  const org = useCall(getOrg, { orgId }, { quiet: true });
  return (
    <RecordLoader query={org} fresh>
      {(one) => (
        <Edit
          orgId={orgId}
          source={null}
          isEdit={false}
          door={{ among, onDone, orgType: one.type, orgName: one.name }}
        />
      )}
    </RecordLoader>
  );
}

/** What the form begins with: the meeting, a copy without its day, or the duty that it was opened from. */
function useInitial(source: MeetingDetail | null, isEdit: boolean, given?: string, preset?: MeetingType) {
  const { search, pathname, state } = useLocation();
  const params = readQuery(search, ['type', 'period']);
  const begun = source ? null : startOf(state);
  const start = source ? toLocal(source.startsAt) : '';
  const type = source
    ? String(source.type)
    : (params.type ?? preset?.toString() ?? TYPE_OF[pathname.split('/')[3] ?? ''] ?? '1');
  const last = params.period ? periodBounds(params.period).last : '';
  const [title] = useState(() => titleOf(type, params.period ?? ''));
  return {
    type,
    alsoType: source?.alsoType ? String(source.alsoType) : '',
    groupId: source?.groupId ?? '',
    title: source?.title ?? begun?.title ?? given?.slice(0, 60) ?? title,
    day: isEdit ? start.slice(0, 10) : '',
    startTime: source ? start.slice(11) : '09:00',
    endTime: source ? toLocal(source.endsAt).slice(11) : (begun?.endTime ?? '10:30'),
    place: source?.place ?? '',
    hostId: source?.hostId ?? '',
    hostName: source?.host ?? '',
    recorderId: source?.recorderId ?? '',
    recorderName: source?.recorder ?? '',
    lecturerId: source?.lecturerId ?? '',
    lecturerName: source?.lecturer ?? '',
    note: source?.note ?? begun?.note ?? '',
    topics: JSON.stringify(
      source
        ? source.topics.map(({ id, kind, title: of }) => ({ id: isEdit ? id : '', kind: String(kind), title: of }))
        : (begun?.topics ?? []).map((of) => ({ id: '', kind: OTHER_TOPIC, title: of })),
    ),
    files: isEdit ? (source?.files ?? []).map(({ id }) => id).join(',') : '',
    last,
  };
}

/** What the server says of the beginning stands at the day in this form. */
function atDay(error: unknown): never {
  if (!(error instanceof ApiError) || error.fields.startsAt === undefined) throw error;
  const { startsAt, ...others } = error.fields;
  throw new ApiError(error.message, error.code, error.status, { fields: { ...others, day: startsAt } });
}

const titleOf = (type: string, period: string): string => {
  const month = /^\d{4}-(\d{2})$/.exec(period)?.[1];
  return `${month ? `${Number(month)}月` : ''}${typeName(Number(type))}`;
};

function Edit({
  orgId,
  source,
  isEdit,
  task = null,
  door = null,
}: {
  orgId: string;
  source: MeetingDetail | null;
  isEdit: boolean;
  /** The superior's task that a new one answers. */
  task?: { id: string; title: string } | null;
  /** It stands in another module's page. */
  door?: Door | null;
}) {
  const navigate = useNavigate();
  const org = useCall(getOrg, { orgId }, { quiet: true });
  const name = org.data?.name ?? '';
  const offered = door ? typesFor(door.orgType).filter((one) => door.among.includes(one)) : [];
  const { last, ...initial } = useInitial(source, isEdit, task?.title, offered[0]);
  const form = useForm({
    schema,
    initial,
    isNew: !isEdit,
    check: (values): Record<string, string> =>
      String(values.endTime) <= String(values.startTime) ? { endTime: '结束时间应晚于开始时间' } : {},
  });
  // A new one and a copy of each other meeting are drafts of their own.
  const create = useAct(createMeeting, { quiet: true });
  const update = useAct(updateMeeting, { quiet: true });
  const type = Number(form.text('type')) as MeetingType;
  const groups = useCall(partyGroupCalls.list, { orgId, pageSize: 200 }, { quiet: true, enabled: type === 3 });
  const frozen = isEdit && (source?.state ?? 0) > 0;
  const save = () => send().catch(atDay);
  const send = async () => {
    const { text } = form;
    const given = {
      type,
      alsoType: text('alsoType'),
      groupId: type === 3 ? text('groupId') : '',
      title: text('title'),
      startsAt: `${text('day')} ${text('startTime')}`,
      endsAt: `${text('day')} ${text('endTime')}`,
      place: text('place'),
      hostId: text('hostId'),
      recorderId: text('recorderId'),
      lecturerId: text('lecturerId'),
      note: text('note'),
      topics: (JSON.parse(text('topics')) as Topic[]).filter(({ title }) => title.trim() !== ''),
      files: text('files').split(',').filter(Boolean),
    };
    const done =
      isEdit && source
        ? await update.mutateAsync({ ...given, id: source.id, version: source.version })
        : await create.mutateAsync({ ...given, orgId, taskId: task?.id ?? '' });
    form.sent();
    form.rebase(form.values);
    emit('notice', { kind: 'success', text: isEdit ? '保存成功' : '已存为草稿，核对后发出通知' });
    if (door) door.onDone();
    else navigate(meetingPath({ id: done.id, type, orgId }), { replace: true });
  };
  const types = door ? offered : org.data ? typesFor(org.data.type) : [type];
  if (door && types.length === 0)
    return <NoRight title={`${door.orgName}不召开${door.among.map(typeName).join('、')}`} />;
  // An address may begin with a type that this organisation never holds: a branch has no 民主生活会.
  if (!source && !types.includes(Number(initial.type) as MeetingType)) {
    return <NoRight title={`${name}不召开${typeName(Number(initial.type))}`} />;
  }
  return (
    <FormPage
      title={isEdit ? `编辑 ${source?.title ?? '会议'}` : type === 4 ? '新增主题党日' : '新增会议'}
      form={form}
      onSave={save}
      onCancel={() => navigate(-1)}
      act={isEdit ? '保存' : '存为草稿'}
      sections={[
        {
          id: 'what',
          title: '会议',
          content: (
            <>
              {task && <p className="field-hint wide">完成上级任务“{task.title}”</p>}
              {frozen ? (
                <p className="field-hint wide">
                  {name}的{typeName(type)}，通知已发出；改了时间或地点会再通知应到人员。
                </p>
              ) : (
                <SelectField
                  form={form}
                  name="type"
                  label="会议类型"
                  required
                  options={types.map((value) => ({ value: String(value), label: typeName(value) }))}
                  hint={`${name}召开`}
                />
              )}
              {type === 3 && !frozen && (
                <SelectField
                  form={form}
                  name="groupId"
                  label="党小组"
                  required
                  options={(groups.data?.rows ?? []).map((one) => ({ value: one.id, label: String(one.name) }))}
                  hint={groups.data?.total === 0 ? '本支部还没有划分党小组' : undefined}
                />
              )}
              <TextField form={form} name="title" label="会议名称" required max={60} />
              {(ALSO[type] ?? []).length > 0 && (
                <SelectField
                  form={form}
                  name="alsoType"
                  label="合并开展"
                  options={[
                    { value: '', label: '不合并' },
                    ...(ALSO[type] ?? []).map((value) => ({ value: String(value), label: alsoText(value) })),
                  ]}
                />
              )}
              <DateField form={form} name="day" label="日期" required {...(last ? { hint: `这一期到${last}` } : {})} />
              <Time form={form} name="startTime" label="开始时间" />
              <Time form={form} name="endTime" label="结束时间" />
              <TextField form={form} name="place" label="地点" required max={60} />
            </>
          ),
        },
        {
          id: 'who',
          title: '人员',
          content: (
            <>
              <PersonOf form={form} name="host" label="主持人" />
              <PersonOf form={form} name="recorder" label="记录人" />
              <PersonOf form={form} name="lecturer" label="主讲人" required={type === 5} />
              <AreaField form={form} name="note" label="通知事项" max={500} hint="写给参会党员看，例如需要准备的发言" />
            </>
          ),
        },
        { id: 'topics', title: '议题', content: <TopicsField form={form} /> },
        {
          id: 'files',
          title: '附件',
          content: (
            <AttachmentField form={form} name="files" label="会议材料、照片、录音" format="meeting" count={20} />
          ),
        },
      ]}
    />
  );
}

/** A time from the house's list; one that lies beside it, as an earlier meeting may have, is offered too. */
function Time({ form, name, label }: { form: Form; name: string; label: string }) {
  const [wide, setWide] = useState(false);
  const now = form.text(name);
  const times = [...new Set([...(wide ? timeOptions('00:00', '23:45') : timeOptions()), now])].filter(Boolean).sort();
  return (
    <ListField
      form={form}
      name={name}
      label={label}
      required
      options={times.map((value) => ({ value, label: value }))}
      {...(wide
        ? {}
        : {
            hint: (
              <Button look="word" onClick={() => setWide(true)}>
                其他时间
              </Button>
            ),
          })}
    />
  );
}
