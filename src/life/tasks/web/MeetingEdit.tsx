import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import {
  getWorkMeeting,
  type Invitee,
  type OfficeMeetingDetail,
  recordOwn,
  recordWorkMeeting,
} from '../contract.meeting.ts';
import { MAX_FILES } from '../contract.ts';
import { MAX_RESOLUTIONS } from '../rules.meeting.ts';
import { calledName } from './meetingParts.tsx';
import { PATHS } from './paths.ts';
import { listOf } from './TaskAudience.tsx';
import './office.css';
import './meeting.css';

/** 编辑会议记录: the minutes with what was agreed, or (an invitation's id) what the own organisation did about it. */
export default function MeetingEdit() {
  const { mid = '', dataid = '0' } = useParams();
  const workMeetingQuery = useCall(getWorkMeeting, { id: mid }, { quiet: true, staleTime: 0 });
  useTitle(workMeetingQuery.data ? `会议记录 ${workMeetingQuery.data.title}` : undefined);
  if (dataid === '0')
    return (
      <RecordLoader
        query={workMeetingQuery}
        fresh
        refused={(one) =>
          one.can.record ? '' : one.isOwn ? '结束签到以后、发出纪要以前填写纪要' : '会议纪要由召开会议的组织填写'
        }
      >
        {(one) => <Main meeting={one} />}
      </RecordLoader>
    );
  return (
    <RecordLoader query={workMeetingQuery} fresh>
      {(one) => {
        const invitee = one.own.find(({ id }) => id === dataid);
        return invitee?.can.record ? (
          <Own meeting={one} invitee={invitee} />
        ) : (
          <Gone sentence="会议召开后，由参会单位填写自己的落实情况" />
        );
      }}
    </RecordLoader>
  );
}

interface Item {
  id: string;
  text: string;
  dueOn: string;
  locked: boolean;
}
const itemsOf = (form: Form): Item[] => JSON.parse(form.text('resolutions') || '[]') as Item[];
const schema = z.object({
  minutes: z.string().max(20_000, '会议纪要不能超过20000个字'),
  resolutions: z.string(),
  files: z.string(),
});

function Main({ meeting: read }: { meeting: OfficeMeetingDetail }) {
  const navigate = useNavigate();
  const [meeting] = useState(read);
  const save = useAct(recordWorkMeeting, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      minutes: meeting.minutes,
      resolutions: JSON.stringify(
        meeting.resolutions.map(({ id, text, dueOn, taskId }) => ({
          id,
          text,
          dueOn: dueOn ?? '',
          locked: taskId !== null,
        })),
      ),
      files: meeting.minutesFiles.map(({ id }) => id).join(),
    },
    isNew: false,
    check: (values): Record<string, string> => {
      const items = JSON.parse(String(values.resolutions) || '[]') as Item[];
      return items.some(({ dueOn }) => dueOn !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(dueOn))
        ? { resolutions: '日期格式应为 2026-01-31' }
        : {};
    },
  });
  return (
    <FormPage
      title={`会议纪要 ${meeting.title}`}
      form={form}
      onSave={async () => {
        await save.mutateAsync({
          id: meeting.id,
          version: meeting.version,
          minutes: form.text('minutes'),
          files: listOf(form.text('files')),
          resolutions: itemsOf(form)
            .filter(({ text }) => text.trim() !== '')
            .map(({ id, text, dueOn }) => ({ id, text: text.trim(), dueOn })),
        });
        form.sent();
        form.rebase(form.values);
        emit('notice', { kind: 'success', text: '已保存，核对后发出纪要' });
        navigate(PATHS.meeting(meeting.id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.meeting(meeting.id))}
      sections={[
        {
          id: 'minutes',
          title: '纪要',
          content: (
            <>
              <AreaField form={form} name="minutes" label="会议纪要" required wide max={20_000} rows={14} />
              <AttachmentField
                form={form}
                name="files"
                label="附件"
                format="common"
                count={MAX_FILES}
                kept={meeting.minutesFiles}
              />
            </>
          ),
        },
        { id: 'resolutions', title: '议定事项', content: <Items form={form} /> },
      ]}
    />
  );
}

/** 议定事项, one a line with its day; what became a task keeps its words. */
function Items({ form }: { form: Form }) {
  const items = itemsOf(form);
  const set = (next: Item[]) => form.set({ resolutions: JSON.stringify(next) });
  const change = (at: number, part: Partial<Item>) =>
    set(items.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="form-field wide">
      {items.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new line has nothing else to be known by
        <div key={at} className="meeting-resolution">
          <textarea
            rows={2}
            maxLength={500}
            aria-label={`议定事项${at + 1}`}
            placeholder="谁做什么"
            value={one.text}
            readOnly={one.locked}
            onChange={(event) => change(at, { text: event.target.value })}
          />
          <input
            aria-label={`议定事项${at + 1}的期限`}
            placeholder="期限 2026-12-31"
            maxLength={10}
            value={one.dueOn}
            readOnly={one.locked}
            onChange={(event) => change(at, { dueOn: event.target.value.trim() })}
          />
          <IconButton
            look="plain"
            size="compact"
            icon="close"
            iconSize={14}
            label={`删除议定事项${at + 1}`}
            disabled={one.locked}
            title={one.locked ? '已经转为任务' : undefined}
            onClick={() => set(items.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {form.faults.resolutions && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {form.faults.resolutions}
        </p>
      )}
      <Button
        size="compact"
        icon="plus"
        iconSize={14}
        disabled={items.length >= MAX_RESOLUTIONS}
        onClick={() => set([...items, { id: '', text: '', dueOn: '', locked: false }])}
      >
        添加议定事项
      </Button>
      <p className="field-hint">保存后可以逐项转为任务，下发给参会的组织。</p>
    </div>
  );
}

const ownSchema = z.object({
  record: recordOwn.input.shape.record,
  files: z.string(),
});

function Own({ meeting, invitee: read }: { meeting: OfficeMeetingDetail; invitee: Invitee }) {
  const navigate = useNavigate();
  const [invitee] = useState(read);
  const save = useAct(recordOwn, { quiet: true });
  const form = useForm({
    schema: ownSchema,
    initial: { record: invitee.record, files: invitee.recordFiles.map(({ id }) => id).join() },
    of: `Own ${invitee.id}`,
    isNew: false,
  });
  return (
    <FormPage
      title={`落实情况 ${meeting.title}`}
      form={form}
      onSave={async () => {
        await save.mutateAsync({
          id: invitee.id,
          version: invitee.version,
          record: form.text('record'),
          files: listOf(form.text('files')),
        });
        form.sent();
        form.rebase(form.values);
        emit('notice', { kind: 'success', text: '保存成功' });
        navigate(PATHS.meeting(meeting.id, invitee.id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.meeting(meeting.id))}
      sections={[
        {
          id: 'record',
          title: calledName(invitee),
          content: (
            <>
              <AreaField
                form={form}
                name="record"
                label="落实情况"
                required
                wide
                max={8000}
                rows={10}
                hint="怎样传达、怎样贯彻、议定事项办得怎样"
              />
              <AttachmentField
                form={form}
                name="files"
                label="附件"
                format="common"
                count={MAX_FILES}
                kept={invitee.recordFiles}
              />
            </>
          ),
        },
      ]}
    />
  );
}
