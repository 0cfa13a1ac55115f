import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { beijingTime } from '#platform/time/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useBeside, useForm } from '#platform/web/form/useForm.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import {
  createWorkMeeting,
  getWorkMeeting,
  meetingFields,
  type OfficeMeetingDetail,
  updateWorkMeeting,
} from '../contract.meeting.ts';
import { placeTaken } from '../contract.meetingFind.ts';
import { getTask, MAX_FILES } from '../contract.ts';
import { MEETING_MODES } from '../rules.meeting.ts';
import { PeopleSearch, pickedOf } from './meetingParts.tsx';
import { PATHS } from './paths.ts';
import { listOf, Orgs, Types } from './TaskAudience.tsx';

const schema = z.object({
  ...meetingFields,
  answerBy: z.string(),
  types: z.string(),
  orgIds: z.string(),
  people: z.string(),
  files: z.string(),
  closedFiles: z.string(),
});
const modes = optionsOf(MEETING_MODES);

/** 新增工作会议, also one that answers a task; `?edit=` changes one that was not held yet. */
export default function MeetingForm() {
  const { parentTaskID } = useParams();
  const { edit } = readQuery(useLocation().search, ['edit']);
  if (edit) return <Existing key={edit} id={edit} />;
  if (parentTaskID) return <ForTask taskId={parentTaskID} />;
  return <Editor meeting={null} task={null} />;
}

/** Why a meeting's notice is not changed here. */
const notEditable = ({ can, isOwn }: OfficeMeetingDetail) =>
  can.edit ? '' : isOwn ? '召开后或取消的会议不能修改通知' : '会议通知由召开会议的组织修改';

function Existing({ id }: { id: string }) {
  const workMeetingQuery = useCall(getWorkMeeting, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={workMeetingQuery} fresh refused={notEditable}>
      {(one) => <Editor meeting={one} task={null} />}
    </RecordLoader>
  );
}

function ForTask({ taskId }: { taskId: string }) {
  const taskQuery = useCall(getTask, { id: taskId }, { quiet: true });
  return <RecordLoader query={taskQuery}>{(task) => <Editor meeting={null} task={task} />}</RecordLoader>;
}

const startOf = (one: OfficeMeetingDetail | null, title: string) => ({
  title: one?.title ?? title,
  startsAt: one ? toLocal(one.startsAt) : '',
  endsAt: one ? toLocal(one.endsAt) : '',
  place: one?.place ?? '',
  host: one?.host ?? '',
  agenda: one?.agenda ?? '',
  note: one?.note ?? '',
  answerBy: one?.answerBy ?? '',
  mode: one?.mode ?? 'children',
  types: one?.types.join() ?? '',
  orgIds: one?.orgs.map(({ id }) => id).join() ?? '',
  people: one?.people.length
    ? JSON.stringify(one.people.map(({ id, name }) => ({ memberId: id, name, orgName: '' })))
    : '',
  files: one?.files.map(({ id }) => id).join() ?? '',
  closedFiles: one?.closedFiles.map(({ id }) => id).join() ?? '',
});

interface EditorProps {
  meeting: OfficeMeetingDetail | null;
  task: { id: string; title: string } | null;
}

function Editor({ meeting: read, task }: EditorProps) {
  const navigate = useNavigate();
  const [meeting] = useState(read);
  const [start] = useState(() => startOf(meeting, task?.title ?? ''));
  const [orgs, setOrgs] = useState<Choice[]>(meeting?.orgs.map((org) => ({ ...org, note: '' })) ?? []);
  const create = useAct(createWorkMeeting, { quiet: true });
  const update = useAct(updateWorkMeeting, { quiet: true });
  const form = useForm({
    schema,
    initial: start,
    isNew: meeting === null,
    check: (values): Record<string, string> => {
      const faults: Record<string, string> = {};
      if (values.endsAt && String(values.endsAt) <= String(values.startsAt)) faults.endsAt = '结束时间应晚于开始时间';
      if (values.answerBy && String(values.answerBy) > String(values.startsAt).slice(0, 10))
        faults.answerBy = '回执截止日期不能晚于会议日期';
      if (values.mode === 'chosen' && !values.orgIds && !values.people) faults.orgIds = '请选择组织或人员';
      if (meeting === null && values.startsAt && String(values.startsAt) < beijingTime())
        faults.startsAt = '开始时间已经过了';
      return faults;
    },
  });
  const title = meeting ? `编辑 ${meeting.title}` : '新增工作会议';
  useTitle(title);
  useBeside(form, orgs, setOrgs);
  const { place, startsAt, endsAt } = form.values;
  const asked = { place: place.trim(), startsAt, endsAt, ...(meeting ? { except: meeting.id } : {}) };
  const taken = useCall(placeTaken, asked, {
    quiet: true,
    enabled: placeTaken.input.safeParse(asked).success && asked.place !== '',
  });
  const doubts = (taken.data ?? []).map((one) => ({
    text: `${asked.place}在${toLocal(one.startsAt)}至${toLocal(one.endsAt).slice(11)}已安排“${one.title}”`,
  }));
  const save = async () => {
    const { people, ...values } = form.input();
    const sent = {
      ...values,
      types: listOf(values.types).map(Number),
      orgIds: listOf(values.orgIds),
      memberIds: pickedOf(people).map(({ memberId }) => memberId),
      files: listOf(values.files),
      closedFiles: listOf(values.closedFiles),
    };
    const done = meeting
      ? await update.mutateAsync({ ...sent, id: meeting.id, version: meeting.version })
      : await create.mutateAsync({ ...sent, ...(task ? { parentTaskID: task.id } : {}) });
    form.sent();
    form.rebase(form.values);
    emit('notice', {
      kind: 'success',
      text: meeting?.state === 1 ? '已保存，有变化的已通知参会单位' : '已存为草稿，核对后发出通知',
    });
    navigate(PATHS.meeting(done.id), { replace: true });
  };
  return (
    <FormPage
      title={title}
      form={form}
      doubts={doubts}
      act={meeting?.state === 1 ? '保存' : '存为草稿'}
      onSave={save}
      onCancel={() => navigate(placeOf(PATHS.meetings))}
      banners={
        task && (
          <p className="banner info" role="note">
            这次会议办理任务“{task.title}”：发出会议纪要时，本组织的办理件随之上报。
          </p>
        )
      }
      sections={[
        {
          id: 'what',
          title: '会议',
          content: (
            <>
              <TextField form={form} name="title" label="会议名称" required max={60} />
              <TextField form={form} name="host" label="主持人" max={30} />
              <DateTimeField form={form} name="startsAt" label="开始时间" required />
              <DateTimeField form={form} name="endsAt" label="结束时间" required />
              <TextField
                form={form}
                name="place"
                label="地点"
                required
                max={60}
                {...(doubts.length > 0 ? { hint: doubts.map(({ text }) => text).join('；') } : {})}
              />
              <DateField form={form} name="answerBy" label="回执截止" hint="不填，到会议开始为止" />
              <AreaField form={form} name="agenda" label="议程" wide max={4000} rows={5} hint="一行一项" />
              <AreaField form={form} name="note" label="会议要求" wide max={1000} rows={3} />
            </>
          ),
        },
        {
          id: 'who',
          title: '通知谁',
          content: (
            <>
              <SelectField form={form} name="mode" label="通知范围" required options={modes} />
              {form.text('mode') === 'chosen' ? (
                <Orgs form={form} orgs={orgs} onChange={setOrgs} />
              ) : (
                <Types form={form} />
              )}
              <PeopleSearch
                form={form}
                name="people"
                label="另外通知的人员"
                multiple
                hint="点名参加的个人，本人和所在组织都会收到通知"
                fault={form.faults.memberIds}
              />
            </>
          ),
        },
        {
          id: 'papers',
          title: '会议材料',
          content: (
            <>
              <AttachmentField
                form={form}
                name="files"
                label="会议材料"
                format="common"
                count={MAX_FILES}
                kept={meeting?.files ?? []}
              />
              <AttachmentField
                form={form}
                name="closedFiles"
                label="会后收回的材料"
                format="onPage"
                count={MAX_FILES}
                hint="PDF或图片；参会单位在会议结束前可以在页面里查看，不能下载，会后收回"
                kept={meeting?.closedFiles ?? []}
              />
            </>
          ),
        },
      ]}
    />
  );
}
