import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  getMeeting,
  holdMeeting,
  type MeetingDetail,
  meetingAttendance,
  signCode,
  submitMeeting,
} from '../contract.ts';
import { hasMatter } from '../rules.life.ts';
import { isAppraisal } from '../rules.ts';
import { MeetingBallots } from './MeetingBallots.tsx';
import { MinutesForm } from './MinutesForm.tsx';
import { PeopleMarks } from './PeopleMarks.tsx';
import { PATHS } from './paths.ts';
import { Resolutions } from './Resolutions.tsx';
import { Reused } from './Reused.tsx';
import './event.css';

/** Milliseconds after which the list of those present is asked for again. */
const POLL = 5000;

/** The running meeting on one page: the code, who is there, the minutes, and the end of it. */
export default function MeetingRun() {
  const { id = '' } = useParams();
  const query = useCall(getMeeting, { id }, { quiet: true });
  return (
    <div className="life-page">
      <RecordLoader query={query} refused={(one) => (one.can.run ? '' : '这次会议现在不能登记，请到会议记录里查看')}>
        {(one) => <Run meeting={one} />}
      </RecordLoader>
    </div>
  );
}

function Run({ meeting }: { meeting: MeetingDetail }) {
  const navigate = useNavigate();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const hold = useAct(holdMeeting);
  const submit = useAct(submitMeeting, { quiet: true });
  // After the own save the meeting is on its way still; submitting then must not run into one's own save.
  const [saved, setSaved] = useState(0);
  const at = { id: meeting.id, version: Math.max(meeting.version, saved) };
  const send = async () => {
    setFaults({});
    try {
      await submit.mutateAsync(at);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.fields);
      if (Object.keys(error.fields).length === 0) emit('notice', { kind: 'error', text: error.message });
      return;
    }
    emit('notice', { kind: 'success', text: '已提交，等待上级审阅' });
    navigate(meeting.href);
  };
  return (
    <>
      <PageHead title={meeting.title}>
        <ButtonLink icon="eye" to={meeting.href}>
          会议信息
        </ButtonLink>
        {(hasMatter(meeting.type) || isAppraisal(meeting)) && (
          <ButtonLink icon="edit" to={PATHS.matter(meeting.id, meeting.type, meeting.orgId)}>
            {hasMatter(meeting.type) ? '批评意见和整改' : '评议结果'}
          </ButtonLink>
        )}
        {meeting.state === 1 ? (
          <Button
            look="primary"
            disabled={hold.isPending}
            onClick={async () => {
              await hold.mutateAsync(at);
              emit('notice', { kind: 'success', text: '签到已结束，请登记其余人员并填写记录' });
            }}
          >
            结束签到
          </Button>
        ) : (
          <Button look="primary" disabled={submit.isPending} onClick={() => void send()}>
            提交会议记录
          </Button>
        )}
      </PageHead>
      {faults.startsAt && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          <span className="grow">{faults.startsAt}</span>
        </p>
      )}
      {meeting.returnReason && (
        <p className="banner bad">
          <Icon name="warning" />
          <span className="grow">上级退回：{meeting.returnReason}</span>
        </p>
      )}
      <Reused reused={meeting.reused} />
      <p className="secondary">
        {meeting.orgName}　{toLocal(meeting.startsAt)}至{toLocal(meeting.endsAt).slice(11)}　{meeting.place}
      </p>
      <div className="life-run">
        <div>
          {meeting.state === 1 && <Code meeting={meeting} />}
          <Present meeting={meeting} fault={faults.attendance ?? ''} />
        </div>
        <div>
          <MinutesForm meeting={meeting} faults={faults} onSaved={setSaved} />
          <MeetingBallots id={meeting.id} />
          {!hasMatter(meeting.type) && <Resolutions id={meeting.id} />}
        </div>
      </div>
    </>
  );
}

/** The code that phones scan; a new one each half minute. */
function Code({ meeting }: { meeting: MeetingDetail }) {
  const query = useCall(
    signCode,
    { id: meeting.id },
    { quiet: true, staleTime: 0, refetchInterval: (latest) => (latest ? latest.seconds * 1000 : 10_000) },
  );
  const { data } = query;
  if (!data) return <Waiting query={query} lines={4} />;
  const { origin, pathname } = window.location;
  return (
    <section className="card life-code" aria-label="签到码">
      <QrCode
        text={`${origin}${pathname}#${PATHS.sign(meeting.id, data.code)}`}
        alt="会议签到的二维码"
        large
        caption="请用手机扫码签到，签到码30秒一换"
      />
    </section>
  );
}

/** Who is there: the counts, what lacks for the quorum, and everybody with what is known. */
function Present({ meeting, fault }: { meeting: MeetingDetail; fault: string }) {
  const query = useCall(
    meetingAttendance,
    { id: meeting.id },
    { quiet: true, refetchInterval: () => (meeting.state === 1 ? POLL : false) },
  );
  if (!query.data) return <Waiting query={query} lines={6} />;
  const { tally, lacks, people } = query.data;
  const numbers: [string, number, string][] = [
    ['应到', tally.due, ''],
    ['已到', tally.present, 'ok'],
    ['请假', tally.leave, 'due'],
    ['未到', tally.open + tally.absent, ''],
  ];
  return (
    <section className="card" aria-label="到会情况">
      <div className="life-tally">
        {numbers.map(([label, n, tone]) => (
          <span key={label} className={`life-tally-of ${tone}`}>
            <b className={`life-state ${tone}`}>{n}</b>
            {label}
          </span>
        ))}
        <p className={lacks > 0 ? 'life-state due' : tally.present > 0 ? 'life-state ok' : 'life-state'} role="status">
          {lacks > 0
            ? `有表决权的实到${tally.votersPresent}人，应到${tally.voters}人，还差${lacks}人到会`
            : meeting.quorumClause
              ? '到会人数已超过半数，会议有效'
              : `应到${tally.due}人，实到${tally.present}人`}
        </p>
        {fault && (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {fault}
          </p>
        )}
      </div>
      <PeopleMarks meeting={meeting} people={people} />
    </section>
  );
}
