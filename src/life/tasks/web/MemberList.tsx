import { useState } from 'react';
import { useParams } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  getWorkMeeting,
  holdWorkMeeting,
  type Invitee,
  listInvitees,
  markInvitee,
  type OfficeMeetingDetail,
  remindInvitees,
  workSignCode,
} from '../contract.meeting.ts';
import { ANSWERS } from '../rules.meeting.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { AnswerTag, calledName, spanOf } from './meetingParts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

/** Milliseconds after which the list of those present is asked for again while people sign in. */
const POLL = 5000;

/** 参会人员: who answered what, who has read the notice, who is there; the code for signing in. */
export default function MemberList() {
  const { id = '' } = useParams();
  const workMeetingQuery = useCall(getWorkMeeting, { id }, { quiet: true, staleTime: 0 });
  useTitle(workMeetingQuery.data ? `参会人员 ${workMeetingQuery.data.title}` : undefined);
  return (
    <RecordLoader query={workMeetingQuery} refused={(one) => (one.noticedAt ? '' : '发出会议通知后才有参会人员')}>
      {(meeting) => <Members meeting={meeting} />}
    </RecordLoader>
  );
}

const COLUMNS: readonly Column<Invitee>[] = [
  { key: 'org', title: '单位', width: 180, card: 'title', cell: calledName },
  {
    key: 'answer',
    title: '回执',
    width: 86,
    card: 'tag',
    cell: (row) => <AnswerTag {...row} />,
    filter: {
      kind: 'choice',
      name: 'answer',
      options: optionsOf(ANSWERS),
    },
  },
  { key: 'attendee', title: '参会人员', width: 90, card: 'line', cell: (row) => row.attendee || noValue },
  {
    key: 'state',
    title: '到会',
    width: 100,
    card: 'line',
    cell: (row) =>
      row.answer === 0 ? (
        noValue
      ) : (
        <>
          {row.stateName}
          {row.late && '（迟到）'}
          {row.signedAt && <small className="muted"> {toLocal(row.signedAt).slice(11)}</small>}
        </>
      ),
    filter: {
      kind: 'choice',
      name: 'only',
      options: [
        { value: 'present', label: '已到' },
        { value: 'away', label: '没有到' },
        { value: 'unread', label: '通知未读' },
      ],
    },
  },
  {
    key: 'read',
    title: '通知',
    width: 140,
    card: 'line',
    cell: (row) =>
      row.readAt ? `已读 ${toLocal(row.readAt).slice(5)}` : row.hasAccount ? '未读' : '没有账号，请电话通知',
  },
  { key: 'reason', title: '说明', width: 130, card: 'line', cell: (row) => row.reason || noValue },
];
/** Once the minutes are out, who has read them. */
const READ_COLUMNS: readonly Column<Invitee>[] = [
  ...COLUMNS,
  { key: 'minutes', title: '纪要', width: 90, card: 'line', cell: (row) => (row.minutesReadAt ? '已读' : '未读') },
];

function Members({ meeting }: { meeting: OfficeMeetingDetail }) {
  const [answering, setAnswering] = useState<Invitee | null>(null);
  const isOneself = useIsOneself();
  const [marking, setMarking] = useState<Invitee | null>(null);
  const [ending, setEnding] = useState(false);
  const remind = useAct(remindInvitees);
  const hold = useAct(holdWorkMeeting);
  const urge = async () => {
    try {
      const { silent, reminded, missing } = await remind.mutateAsync({ id: meeting.id });
      const words = [
        silent === 0 ? '都已回执' : `${silent}个没有回执，已提醒${reminded}个`,
        missing.length > 0 ? `没有账号，请电话联系：${missing.slice(0, 5).join('、')}` : '',
      ];
      emit('notice', { kind: reminded > 0 ? 'success' : 'info', text: words.filter(Boolean).join('；') });
    } catch {
      // The client has shown why.
    }
  };
  const signing = meeting.state === 1 && meeting.can.run;
  return (
    <div className="office-page">
      <PageHead title={meeting.title}>
        <ButtonLink icon="eye" to={PATHS.meeting(meeting.id)}>
          会议信息
        </ButtonLink>
        {signing && (
          <>
            <Button icon="bell" disabled={remind.isPending} onClick={() => void urge()}>
              催回执
            </Button>
            <Button look="primary" onClick={() => setEnding(true)}>
              结束签到
            </Button>
          </>
        )}
        {meeting.can.record && (
          <ButtonLink look="primary" to={PATHS.record(meeting.id)}>
            写纪要
          </ButtonLink>
        )}
      </PageHead>
      <p className="secondary">
        {meeting.orgName}　{spanOf(meeting)}　{meeting.place}
      </p>
      <Tally meeting={meeting} />
      <div className={signing ? 'meeting-columns' : undefined}>
        <div className="meeting-list">
          <PlainList<Invitee>
            caption="参会人员"
            endpoint={listInvitees}
            columns={meeting.state === 3 ? READ_COLUMNS : COLUMNS}
            search={{ name: 'keyWords', placeholder: '组织或姓名' }}
            unit="个"
            inputOf={(values) => ({ ...values, id: meeting.id })}
            refresh={() => signing && POLL}
            actsWidth={120}
            acts={(row) => (
              <span className="record-row-acts">
                {row.can.answer && (
                  <Button look="row" onClick={() => setAnswering(row)}>
                    回执
                  </Button>
                )}
                {row.can.mark && isOneself(row.personId) && <OwnMatter act="登记到会情况">本人请扫码签到</OwnMatter>}
                {row.can.mark && !isOneself(row.personId) && (
                  <Button look="row" onClick={() => setMarking(row)}>
                    登记
                  </Button>
                )}
                {row.recordedAt && (
                  <ButtonLink look="row" to={PATHS.meeting(meeting.id, row.id)}>
                    落实情况
                  </ButtonLink>
                )}
              </span>
            )}
            empty={{ title: '没有符合条件的参会人员', text: '换一个条件再看。' }}
          />
        </div>
        {signing && <Code meeting={meeting} />}
      </div>
      {answering && <AnswerDialog invitee={answering} onClose={() => setAnswering(null)} />}
      {marking && <Mark invitee={marking} running={meeting.state === 1} onClose={() => setMarking(null)} />}
      {ending && (
        <ConfirmDialog
          title={`结束签到 ${meeting.title}`}
          icon="check"
          act="结束签到"
          onConfirm={async () => {
            await hold.mutateAsync({ id: meeting.id, version: meeting.version });
            emit('notice', { kind: 'success', text: '签到已结束，可以写会议纪要' });
          }}
          onClose={() => setEnding(false)}
        >
          <Missing meeting={meeting} />
          结束后不能再扫码签到和修改回执，到会情况仍可登记。
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The counts, whatever the list is filtered by; undefined until they are known. */
const useTally = (meeting: OfficeMeetingDetail) =>
  useCall(
    listInvitees,
    { id: meeting.id, pageSize: 1 },
    { quiet: true, refetchInterval: () => (meeting.state === 1 ? POLL : false) },
  ).data?.tally;

/** How many are there and how many are not, at the moment at which signing in ends. */
function Missing({ meeting }: { meeting: OfficeMeetingDetail }) {
  const tally = useTally(meeting);
  return tally ? `通知${tally.invited}人，已到${tally.present}人，未到${tally.invited - tally.present}人。` : null;
}

function Tally({ meeting }: { meeting: OfficeMeetingDetail }) {
  const t = useTally(meeting);
  const numbers: [string, number | undefined][] = [
    ['通知', t?.invited],
    ['已读', t?.read],
    ['参加', t?.coming],
    ['请假', t?.leave],
    ['未回执', t?.silent],
    ['已到', t?.present],
  ];
  return (
    <ul className="card meeting-tally" aria-label="回执和到会">
      {numbers.map(([label, n]) => (
        <li key={label}>
          <b className={label === '未回执' && n ? 'office-late' : undefined}>{n ?? '—'}</b>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The code that phones scan; a new one each half minute. */
function Code({ meeting }: { meeting: OfficeMeetingDetail }) {
  const { data } = useCall(
    workSignCode,
    { id: meeting.id },
    { quiet: true, staleTime: 0, refetchInterval: (latest) => (latest ? latest.seconds * 1000 : 10_000) },
  );
  const { origin, pathname } = window.location;
  return (
    <section className="card meeting-code" aria-label="签到码">
      {data && (
        <QrCode
          text={`${origin}${pathname}#${PATHS.sign(meeting.id, data.code)}`}
          alt="会议签到的二维码"
          large
          caption="会前一小时起扫码签到，签到码30秒一换"
        />
      )}
    </section>
  );
}

const schema = z.object({ state: z.string(), late: z.boolean(), reason: z.string().max(100, '原因不能超过100个字') });
const STATES = [
  { value: '1', label: '已到（代签）' },
  { value: '2', label: '请假' },
  { value: '3', label: '缺席' },
  { value: '0', label: '还不清楚' },
];

/** 代签, 请假, 缺席 of somebody who was to come. */
function Mark({ invitee, running, onClose }: { invitee: Invitee; running: boolean; onClose: () => void }) {
  const mark = useAct(markInvitee, { quiet: true });
  const form = useForm({
    schema,
    initial: { state: '1', late: false, reason: '' },
    of: `Mark ${invitee.id}`,
    isNew: true,
    check: (values): Record<string, string> => {
      const reason = String(values.reason).trim();
      if (values.state === '1' && running && reason === '') return { reason: '请输入代签原因' };
      return values.state === '2' && reason === '' ? { reason: '请输入请假原因' } : {};
    },
  });
  return (
    <FormDialog
      title={`登记到会 ${invitee.attendee}`}
      icon="check"
      act="登记"
      form={form}
      pending={mark.isPending}
      onSave={() =>
        mark.mutateAsync({
          id: invitee.id,
          state: Number(form.text('state')),
          late: form.values.late === true,
          reason: form.text('reason').trim(),
        })
      }
      onClose={onClose}
    >
      <SelectField form={form} name="state" label="到会情况" required options={STATES} />
      {form.text('state') === '1' && <TickField form={form} name="late" label="迟到" />}
      <TextField form={form} name="reason" label="原因" max={100} />
    </FormDialog>
  );
}
