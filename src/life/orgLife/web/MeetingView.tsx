import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { type MenuAct, MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { printRecord, printSignSheet } from '../contract.paper.ts';
import {
  archiveMeeting,
  cancelMeeting,
  getMeeting,
  type MeetingDetail,
  meetingAttendance,
  notifyMeeting,
  returnMeeting,
} from '../contract.ts';
import { hasMatter } from '../rules.life.ts';
import { isAppraisal } from '../rules.ts';
import { AppraisalCards } from './AppraisalCards.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { LifeMatter } from './LifeMatter.tsx';
import { MeetingBallots } from './MeetingBallots.tsx';
import { PeopleMarks } from './PeopleMarks.tsx';
import { MeetingTags } from './parts.tsx';
import { PATHS } from './paths.ts';
import { RepeatDialog } from './RepeatDialog.tsx';
import { Resolutions } from './Resolutions.tsx';
import { Reused } from './Reused.tsx';
import './event.css';

/** A meeting as it is read: what was announced, who came, what was said and decided; the acts of its state. */
export default function MeetingView() {
  const { id = '' } = useParams();
  const query = useCall(getMeeting, { id }, { quiet: true });
  return (
    <div className="life-page">
      <RecordLoader query={query}>{(one) => <View meeting={one} />}</RecordLoader>
    </div>
  );
}

type Asking = 'notify' | 'cancel' | 'archive' | 'record' | 'sign' | 'correct' | 'repeat' | null;

function View({ meeting }: { meeting: MeetingDetail }) {
  const [asking, setAsking] = useState<Asking>(null);
  const back = useAct(returnMeeting, { quiet: true });
  const session = useSession();
  const { can } = meeting;
  const navigate = useNavigate();
  const mayPlan = may(session, 'event:write') && meeting.orgId === session.user.workOrgId;
  const more: MenuAct[] = [
    ...(meeting.state > 0 && meeting.due !== null
      ? [{ label: '签到表', icon: 'print' as const, run: () => setAsking('sign') }]
      : []),
    ...(mayPlan
      ? [
          {
            label: '复制为新会议',
            icon: 'document' as const,
            run: () => navigate(PATHS.add(meeting.orgId, { type: meeting.type, from: meeting.id })),
          },
          { label: '重复', icon: 'calendarCheck' as const, run: () => setAsking('repeat') },
        ]
      : []),
    ...(can.cancel ? [{ label: '取消会议', danger: true, run: () => setAsking('cancel') }] : []),
  ];
  return (
    <>
      <PageHead title={meeting.title}>
        <Button icon="print" onClick={() => setAsking('record')}>
          会议记录
        </Button>
        <MoreActs label={meeting.title} acts={more} />
        {can.edit && (
          <ButtonLink icon="edit" to={PATHS.edit(meeting.id, meeting.orgId)}>
            编辑
          </ButtonLink>
        )}
        {can.correct && (
          <Button icon="edit" onClick={() => setAsking('correct')}>
            更正记录
          </Button>
        )}
        <ApprovalActs
          acts={{
            return: can.returnIt && {
              title: `退回 ${meeting.title}`,
              words: { label: '退回原因' },
              consequence: `${meeting.orgName}补正后重新提交；在此之前这次会议不计入达标。`,
              run: async (reason) => {
                await back.mutateAsync({ id: meeting.id, version: meeting.version, reason });
                emit('notice', { kind: 'success', text: '已退回' });
              },
            },
          }}
        />
        {can.archive && (
          <Button look="primary" onClick={() => setAsking('archive')}>
            归档
          </Button>
        )}
        {can.notify && (
          <Button look="primary" icon="bell" onClick={() => setAsking('notify')}>
            发出通知
          </Button>
        )}
        {can.run && (
          <ButtonLink look="primary" icon="scan" to={PATHS.run(meeting.id)}>
            {meeting.state === 1 ? '会议现场' : '填写记录'}
          </ButtonLink>
        )}
      </PageHead>
      {meeting.returnReason && (
        <p className="banner bad">
          <Icon name="warning" />
          <span className="grow">上级退回：{meeting.returnReason}</span>
        </p>
      )}
      <Reused reused={meeting.reused} />
      {meeting.cancelled && (
        <p className="banner warn">
          <Icon name="warning" />
          <span className="grow">已取消：{meeting.cancelReason}</span>
        </p>
      )}
      <section className="card" aria-label="会议信息">
        <div className="card-head">
          <h2>会议信息</h2>
          <span className="card-extra">
            <MeetingTags row={meeting} />
          </span>
        </div>
        <dl className="record-fields">
          <Line label="类型">
            {meeting.typeName}
            {meeting.alsoText && `（${meeting.alsoText}）`}
          </Line>
          <Line label="组织">
            {meeting.orgName}
            {meeting.groupName && ` ${meeting.groupName}`}
          </Line>
          <Line label="时间">
            {toLocal(meeting.startsAt)}至{toLocal(meeting.endsAt).slice(11)}
          </Line>
          <Line label="地点">{meeting.place}</Line>
          <Line label="主持人">{meeting.host || '—'}</Line>
          <Line label="记录人">{meeting.recorder || '—'}</Line>
          {meeting.lecturer && <Line label="主讲人">{meeting.lecturer}</Line>}
          {meeting.note && (
            <Line label="通知事项" wide>
              {meeting.note}
            </Line>
          )}
          {meeting.task && (
            <Line label="完成上级任务">
              <Link to={`/affairs/task/view/${meeting.task.id}`}>{meeting.task.title}</Link>
            </Line>
          )}
          {meeting.submittedAt && (
            <Line label="提交">
              {meeting.submittedBy} {toLocal(meeting.submittedAt)}
            </Line>
          )}
          {meeting.archivedBy && <Line label="归档">{meeting.archivedBy}</Line>}
        </dl>
      </section>
      {meeting.state > 0 && <People meeting={meeting} />}
      <section className="card" aria-label="会议记录">
        <div className="card-head">
          <h2>会议记录</h2>
          {meeting.quorumClause && <span className="secondary">{meeting.quorumClause}</span>}
        </div>
        <div className="life-write">
          {meeting.topics.length === 0 && !meeting.minutes && <p className="muted">还没有记录。</p>}
          {meeting.topics.map((one, at) => (
            <section key={one.id} aria-label={one.title}>
              <h3>
                {at + 1}．{one.title} <span className="tag">{one.kindName}</span>
              </h3>
              {one.minutes && <p className="life-minutes">{one.minutes}</p>}
              {one.vote && (
                <p>
                  赞成{one.vote.yes}票，反对{one.vote.no}票，弃权{one.vote.abstain}票，废票{one.vote.spoilt}张：
                  {one.passed ? '通过' : '未通过'}
                </p>
              )}
              {one.decision && (
                <p>
                  <b>议定：</b>
                  {one.decision}
                </p>
              )}
            </section>
          ))}
          {meeting.minutes && <p className="life-minutes">{meeting.minutes}</p>}
          {meeting.corrections.map((one) => (
            <details key={one.at}>
              <summary>
                {one.by}于{toLocal(one.at)}更正：{one.reason}
              </summary>
              <p className="life-minutes">更正前：{one.before}</p>
            </details>
          ))}
          {meeting.files.length > 0 && <FileList files={meeting.files} />}
        </div>
      </section>
      {meeting.state > 0 && <MeetingBallots id={meeting.id} />}
      {meeting.state > 0 && !hasMatter(meeting.type) && <Resolutions id={meeting.id} />}
      {hasMatter(meeting.type) && <LifeMatter id={meeting.id} />}
      {isAppraisal(meeting) && <AppraisalCards id={meeting.id} />}
      <Acts meeting={meeting} asking={asking} onClose={() => setAsking(null)} />
    </>
  );
}

function People({ meeting }: { meeting: MeetingDetail }) {
  const query = useCall(meetingAttendance, { id: meeting.id }, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={3} />;
  const { tally, people } = query.data;
  const names = (of: (one: (typeof people)[number]) => boolean) =>
    people
      .filter(of)
      .map(
        (one) =>
          `${one.name}${one.late ? '（迟到）' : ''}${one.state > 1 && one.reason ? `（${one.reason}）` : ''}${one.madeUp ? `，${one.madeUpOn}补学：${one.madeUp}` : ''}`,
      )
      .join('、');
  const groups: [string, string][] = [
    ['已到', names((one) => one.due && !one.guest && one.state === 1)],
    ['请假', names((one) => one.due && one.state === 2)],
    ['缺席', names((one) => one.due && one.state === 3)],
    ['未登记', names((one) => one.due && !one.guest && one.state === 0)],
    ['列席', names(({ guest }) => guest)],
    [
      '不计入应到',
      people
        .filter(({ due, guest }) => !due && !guest)
        .map(({ name, why }) => `${name}（${why}）`)
        .join('、'),
    ],
    [
      '没有表决权',
      people
        .filter(({ due, votes, guest }) => due && !votes && !guest)
        .map(({ name }) => name)
        .join('、'),
    ],
    ...(meeting.state === 1
      ? ([
          ['通知已读', names(({ due, isRead }) => due && isRead === true)],
          ['通知未读', names(({ due, isRead }) => due && isRead === false)],
          ['没有账号，请电话通知', names(({ due, isRead }) => due && isRead === null)],
        ] as [string, string][])
      : []),
  ];
  return (
    <section className="card" aria-label="到会情况">
      <div className="card-head">
        <h2>到会情况</h2>
        <span className="secondary">
          应到{tally.due}人，实到{tally.present}人；有表决权的应到{tally.voters}人，实到{tally.votersPresent}人
        </span>
      </div>
      <dl className="record-fields">
        {groups
          .filter(([, text]) => text)
          .map(([label, text]) => (
            <Line key={label} label={label} wide>
              {text}
            </Line>
          ))}
      </dl>
      {meeting.can.mark && !meeting.can.run && (
        <details>
          <summary>代为登记（党支部工作人员本人的，由上级登记）</summary>
          <PeopleMarks meeting={meeting} people={people} />
        </details>
      )}
    </section>
  );
}

function Acts({ meeting, asking, onClose }: { meeting: MeetingDetail; asking: Asking; onClose: () => void }) {
  const notify = useAct(notifyMeeting);
  const cancel = useAct(cancelMeeting, { quiet: true });
  const archive = useAct(archiveMeeting);
  const at = { id: meeting.id, version: meeting.version };
  const done = (text: string) => emit('notice', { kind: 'success', text });
  if (asking === 'record' || asking === 'sign') {
    const paper = asking === 'record' ? printRecord : printSignSheet;
    return (
      <PaperDialog
        title={`${asking === 'record' ? '会议记录' : '签到表'} ${meeting.title}`}
        ask={(signal) => call(paper, { id: meeting.id }, { quiet: true, signal })}
        onClose={onClose}
      />
    );
  }
  if (asking === 'repeat') return <RepeatDialog meeting={meeting} onClose={onClose} />;
  if (asking === 'correct') return <CorrectDialog meeting={meeting} onClose={onClose} />;
  if (asking === 'notify') {
    return (
      <ConfirmDialog
        about={{ call: notifyMeeting, input: at }}
        title={`发出通知 ${meeting.title}`}
        icon="bell"
        act="发出通知"
        onConfirm={async () => {
          await notify.mutateAsync(at);
          done('通知已发出，应到人员已确定');
        }}
        onClose={onClose}
      >
        应到人员按现在的名册确定，以后的人员变动不再影响；有账号的党员会收到通知，没有账号的请电话通知。
      </ConfirmDialog>
    );
  }
  if (asking === 'cancel') {
    return (
      <ReasonDialog
        title={`取消会议 ${meeting.title}`}
        act="取消会议"
        label="取消原因"
        onDone={async (reason) => {
          await cancel.mutateAsync({ ...at, reason });
          done('会议已取消');
        }}
        onClose={onClose}
      >
        {meeting.state === 1 ? '已通知的人员会收到取消的通知。' : '草稿取消后仍可在“已取消”里查看。'}
      </ReasonDialog>
    );
  }
  if (asking === 'archive') {
    return (
      <ConfirmDialog
        title={`归档 ${meeting.title}`}
        icon="check"
        act="归档"
        onConfirm={async () => {
          await archive.mutateAsync(at);
          done('已归档');
        }}
        onClose={onClose}
      >
        归档后会议记录不能再编辑，有误的由党支部写明原因更正。
      </ConfirmDialog>
    );
  }
  return null;
}
