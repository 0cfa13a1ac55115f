import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { type OwnWorkMeeting, ownAnswer, ownRead, ownSign, ownWorkMeeting } from '../contract.ownMeeting.ts';
import { ClosedPapers } from './ClosedPapers.tsx';
import { AnswerTag, spanOf } from './meetingParts.tsx';

/** 我的工作会议 on a phone: time, place, agenda, the own answer; with the code of the meeting's room, signing in. */
export default function OwnMeeting() {
  const { id = '', code = '' } = useParams();
  const ownWorkMeetingQuery = useCall(ownWorkMeeting, { id }, { quiet: true, staleTime: 0 });
  return (
    <main className="meeting-own">
      <RecordLoader query={ownWorkMeetingQuery}>{(meeting) => <Own meeting={meeting} code={code} />}</RecordLoader>
    </main>
  );
}

function Own({ meeting, code }: { meeting: OwnWorkMeeting; code: string }) {
  const [away, setAway] = useState(false);
  const answer = useAct(ownAnswer, { quiet: true });
  const sign = useAct(ownSign, { quiet: true });
  const tried = useRef('');
  const { mutate } = sign;
  const present = meeting.present === 1 || sign.data !== undefined;
  useEffect(() => {
    if (code === '' || present || tried.current === code) return;
    tried.current = code;
    mutate({ id: meeting.id, code });
  }, [code, present, meeting.id, mutate]);
  const { mutate: read } = useAct(ownRead, { quiet: true });
  // Kept once for the notice, and once for the minutes.
  const { id, state } = meeting;
  useEffect(() => {
    if (state > 0) read({ id });
  }, [read, id, state]);
  const come = async () => {
    try {
      await answer.mutateAsync({ id: meeting.id, answer: 1, reason: '' });
      emit('notice', { kind: 'success', text: '已回执参加' });
    } catch (error) {
      emit('notice', { kind: 'error', text: error instanceof Error ? error.message : '没有成功' });
    }
  };
  return (
    <>
      <h1>{meeting.title}</h1>
      {present && (
        <p className="banner ok" role="status">
          <Icon name="check" />
          <span>已签到{meeting.signedAt && ` ${toLocal(meeting.signedAt).slice(11)}`}</span>
        </p>
      )}
      {!present && sign.error && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          <span className="grow">没有签到：{sign.error.message}</span>
          <Button size="compact" onClick={() => mutate({ id: meeting.id, code })}>
            再试一次
          </Button>
        </p>
      )}
      <dl className="record-fields">
        <Line label="召开组织" wide>
          {meeting.orgName}（{meeting.stateName}）
        </Line>
        <Line label="时间" wide>
          {spanOf(meeting)}
        </Line>
        <Line label="地点" wide>
          {meeting.place}
        </Line>
        {meeting.agenda && (
          <Line label="议程" wide>
            <span className="office-content">{meeting.agenda}</span>
          </Line>
        )}
        {meeting.note && (
          <Line label="会议要求" wide>
            <span className="office-content">{meeting.note}</span>
          </Line>
        )}
        <Line label="我的回执" wide>
          <AnswerTag {...meeting} />
          {meeting.reason && ` ${meeting.reason}`}
        </Line>
        {meeting.minutes && (
          <Line label="会议纪要" wide>
            <span className="office-content">{meeting.minutes}</span>
          </Line>
        )}
      </dl>
      <FileList files={meeting.files} label="会议材料" />
      <ClosedPapers files={meeting.closedFiles} isOwn={false} />
      {meeting.closed && <p className="muted small">会后收回的材料已经收回。</p>}
      <FileList files={meeting.minutesFiles} label="纪要附件" />
      {meeting.can.answer && (
        <div className="office-send">
          {meeting.answer !== 1 && (
            <Button look="primary" disabled={answer.isPending} onClick={() => void come()}>
              参加
            </Button>
          )}
          <Button onClick={() => setAway(true)}>请假</Button>
        </div>
      )}
      {meeting.can.sign && code === '' && <p className="muted small">到会后请扫会场的签到码签到。</p>}
      {away && (
        <ReasonDialog
          title={`请假 ${meeting.title}`}
          act="请假"
          label="请假原因"
          onDone={async (reason) => {
            await answer.mutateAsync({ id: meeting.id, answer: 2, reason });
            emit('notice', { kind: 'success', text: '已请假' });
          }}
          onClose={() => setAway(false)}
        >
          召开会议的组织会看到您的请假原因。
        </ReasonDialog>
      )}
    </>
  );
}
