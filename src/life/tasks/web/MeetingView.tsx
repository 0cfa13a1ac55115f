import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import {
  cancelWorkMeeting,
  getWorkMeeting,
  type Invitee,
  issueMinutes,
  notifyWorkMeeting,
  type OfficeMeetingDetail,
  readWorkMeeting,
  recallMinutes,
} from '../contract.meeting.ts';
import { printWorkMeeting, WORK_PAPERS, type WorkPaper } from '../contract.meetingPaper.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { ClosedPapers } from './ClosedPapers.tsx';
import { AnswerTag, MeetingTag, spanOf } from './meetingParts.tsx';
import { OrgRecord, Records } from './OrgRecords.tsx';
import { PATHS } from './paths.ts';
import { Resolutions } from './Resolutions.tsx';
import '#platform/web/records/records.css';

const MAIN = '0';

/** 工作会议 as whoever called it or is called sees it; with an invitation's id, what that organisation did about it. */
export default function MeetingView() {
  const { mid = '', dataid = MAIN } = useParams();
  const workMeetingQuery = useCall(getWorkMeeting, { id: mid }, { quiet: true, staleTime: 0 });
  useTitle(workMeetingQuery.data?.title);
  return (
    <RecordLoader query={workMeetingQuery} fresh>
      {(one) => <Meeting key={one.id} meeting={one} dataId={dataid} />}
    </RecordLoader>
  );
}

type Asking = 'notify' | 'cancel' | 'issue' | 'recall' | WorkPaper | null;

function Meeting({ meeting, dataId }: { meeting: OfficeMeetingDetail; dataId: string }) {
  const [asking, setAsking] = useState<Asking>(null);
  const [answering, setAnswering] = useState<Invitee | null>(null);
  const { can, own } = meeting;
  const navigate = useNavigate();
  const papers: WorkPaper[] = [
    'notice',
    ...(meeting.can.run ? (['sign'] as const) : []),
    ...(meeting.minutes ? (['minutes'] as const) : []),
  ];
  useReading(meeting);
  return (
    <div className="office-page">
      <PageHead title={meeting.title}>
        {papers.map((paper) => (
          <Button key={paper} icon="print" onClick={() => setAsking(paper)}>
            {WORK_PAPERS[paper]}
          </Button>
        ))}
        {can.cancel && <Button onClick={() => setAsking('cancel')}>取消会议</Button>}
        {can.recall && <Button onClick={() => setAsking('recall')}>撤回纪要</Button>}
        {can.edit && (
          <ButtonLink icon="edit" to={PATHS.editMeeting(meeting.id)}>
            编辑
          </ButtonLink>
        )}
        {can.record && (
          <ButtonLink look={meeting.minutes ? 'normal' : 'primary'} to={PATHS.record(meeting.id)}>
            写纪要
          </ButtonLink>
        )}
        {can.run && meeting.state === 1 && (
          <ButtonLink look="primary" icon="scan" to={PATHS.members(meeting.id)}>
            参会人员和签到
          </ButtonLink>
        )}
        {can.notify && (
          <Button look="primary" icon="bell" onClick={() => setAsking('notify')}>
            发出通知
          </Button>
        )}
        {can.issue && meeting.minutes && (
          <Button look="primary" onClick={() => setAsking('issue')}>
            发出纪要
          </Button>
        )}
      </PageHead>
      {meeting.state === 4 && (
        <p className="banner warn">
          <Icon name="warning" />
          <span className="grow">已取消：{meeting.reason}</span>
        </p>
      )}
      {own.map((one) => (
        <OwnBanner key={one.id} meeting={meeting} invitee={one} onAnswer={() => setAnswering(one)} />
      ))}
      <div className="card office-body">
        <dl className="record-fields">
          <Line label="状态">
            <MeetingTag {...meeting} />
          </Line>
          <Line label="召开组织">{meeting.orgName}</Line>
          <Line label="时间">{spanOf(meeting)}</Line>
          <Line label="地点">{meeting.place}</Line>
          <Line label="主持人">{meeting.host || noValue}</Line>
          <Line label="回执截止">{meeting.answerBy ?? noValue}</Line>
          {meeting.noticedAt && (
            <Line label="通知">
              {meeting.noticedBy}，{toLocal(meeting.noticedAt)}
            </Line>
          )}
          {meeting.parent && (
            <Line label="办理任务">
              <Link to={PATHS.finish(meeting.parent.taskId, meeting.parent.circleId)}>{meeting.parent.title}</Link>
            </Line>
          )}
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
          {meeting.noticedAt && (meeting.isOwn || meeting.invited > own.length) && (
            <Line label="参会" wide>
              通知{meeting.invited}，参加{meeting.coming}，请假{meeting.leave}，未回执{meeting.silent}　
              <ButtonLink size="compact" to={PATHS.members(meeting.id)}>
                参会人员
              </ButtonLink>
            </Line>
          )}
          {meeting.state === 0 && (
            <Line label="通知范围" wide>
              {meeting.mode === 'children' ? '直接下级组织' : meeting.mode === 'below' ? '全部下级组织' : ''}
              {[...meeting.orgs, ...meeting.people].map(({ name }) => name).join('、')}
            </Line>
          )}
        </dl>
        <FileList files={meeting.files} label="会议材料" />
        <ClosedPapers files={meeting.closedFiles} isOwn={meeting.isOwn} />
        {meeting.closed && <p className="muted small">会后收回的材料已经收回。</p>}
      </div>
      {dataId === MAIN ? (
        <Minutes meeting={meeting} />
      ) : (
        <OrgRecord meeting={meeting} dataId={dataId} own={own.find(({ id }) => id === dataId)} />
      )}
      {answering && <AnswerDialog invitee={answering} onClose={() => setAnswering(null)} />}
      <Acts
        meeting={meeting}
        asking={asking}
        onClose={() => setAsking(null)}
        onCancelled={() => navigate(PATHS.meeting(meeting.id), { replace: true })}
      />
    </div>
  );
}

/** Keeps that the own organisation has opened the notice, or the minutes, once. */
function useReading(meeting: OfficeMeetingDetail) {
  const { mutate } = useAct(readWorkMeeting, { quiet: true });
  const unread = meeting.own.some(
    (one) => one.person === '' && (meeting.state === 3 ? one.minutesReadAt : one.readAt) === null,
  );
  const { id, state } = meeting;
  useEffect(() => {
    if (unread && state !== 0) mutate({ id });
  }, [unread, id, state, mutate]);
}

/** What the own organisation has to do: answer, or write down what it did. */
function OwnBanner({
  meeting,
  invitee,
  onAnswer,
}: {
  meeting: OfficeMeetingDetail;
  invitee: Invitee;
  onAnswer: () => void;
}) {
  const { can } = invitee;
  return (
    <div className={invitee.answer === 0 && can.answer ? 'banner warn' : 'banner'} role="note">
      <Icon name={invitee.answer === 0 ? 'bell' : 'check'} />
      <span className="grow">
        {invitee.person || '本组织'}：<AnswerTag {...invitee} />
        {invitee.attendee && ` ${invitee.attendee}`}
        {invitee.reason && `，${invitee.reason}`}
        {invitee.signedAt && `，${toLocal(invitee.signedAt).slice(11)}签到`}
        {meeting.state >= 2 && invitee.state !== 1 && invitee.answer !== 2 && '，没有签到'}
      </span>
      {can.answer && (
        <Button look={invitee.answer === 0 ? 'primary' : 'normal'} onClick={onAnswer}>
          {invitee.answer === 0 ? '填写回执' : '修改回执'}
        </Button>
      )}
      {can.record && (
        <ButtonLink to={PATHS.record(meeting.id, invitee.id)}>
          {invitee.recordedAt ? '修改落实情况' : '填写落实情况'}
        </ButtonLink>
      )}
    </div>
  );
}

/** 会议纪要 and what was agreed. */
function Minutes({ meeting }: { meeting: OfficeMeetingDetail }) {
  if (meeting.state < 2 || meeting.state === 4) return null;
  return (
    <>
      <section className="card" aria-label="会议纪要">
        <div className="card-head">
          <h2>会议纪要</h2>
          <span className="muted">
            {meeting.minutesName}
            {meeting.minutesAt && `　${meeting.minutesBy}，${toLocal(meeting.minutesAt)}`}
          </span>
        </div>
        <div className="office-text">
          {meeting.minutes ? (
            <p className="office-content">{meeting.minutes}</p>
          ) : (
            <p className="muted">{meeting.isOwn ? '还没有填写会议纪要。' : '会议纪要还没有发出。'}</p>
          )}
          <FileList files={meeting.minutesFiles} />
        </div>
      </section>
      <Resolutions meeting={meeting} />
      <Records meeting={meeting} />
    </>
  );
}

interface ActsProps {
  meeting: OfficeMeetingDetail;
  asking: Asking;
  onClose: () => void;
  onCancelled: () => void;
}

function Acts({ meeting, asking, onClose, onCancelled }: ActsProps): ReactNode {
  const notify = useAct(notifyWorkMeeting);
  const cancel = useAct(cancelWorkMeeting, { quiet: true });
  const issue = useAct(issueMinutes);
  const recall = useAct(recallMinutes, { quiet: true });
  const at = { id: meeting.id, version: meeting.version };
  const done = (text: string) => emit('notice', { kind: 'success', text });
  if (asking === null) return null;
  if (asking === 'notify')
    return (
      <ConfirmDialog
        about={{ call: notifyWorkMeeting, input: at }}
        title={`发出通知 ${meeting.title}`}
        icon="bell"
        act="发出通知"
        onConfirm={async () => {
          await notify.mutateAsync(at);
          done('通知已发出，等待各单位回执');
        }}
        onClose={onClose}
      >
        各单位的党务工作者和点名的个人收到通知，请他们填写回执；没有账号的在“参会人员”里标明，请电话通知。
      </ConfirmDialog>
    );
  if (asking === 'issue')
    return (
      <ConfirmDialog
        about={{ call: issueMinutes, input: at }}
        title={`发出纪要 ${meeting.title}`}
        icon="check"
        act="发出纪要"
        onConfirm={async () => {
          await issue.mutateAsync(at);
          done('会议纪要已编号发出');
        }}
        onClose={onClose}
      >
        纪要自动编号，参会单位收到通知并可阅读。
        {meeting.parent && `本组织的办理件“${meeting.parent.title}”随之上报。`}
      </ConfirmDialog>
    );
  if (asking === 'cancel' || asking === 'recall') {
    const isCancel = asking === 'cancel';
    return (
      <ReasonDialog
        title={`${isCancel ? '取消会议' : '撤回纪要'} ${meeting.title}`}
        act={isCancel ? '取消会议' : '撤回纪要'}
        label={isCancel ? '取消原因' : '撤回原因'}
        onDone={async (reason) => {
          await (isCancel ? cancel : recall).mutateAsync({ ...at, reason });
          done(isCancel ? '会议已取消' : '纪要已撤回，修改后再发出');
          if (isCancel) onCancelled();
        }}
        onClose={onClose}
      >
        {isCancel
          ? meeting.state === 1
            ? '已通知的单位会收到取消的通知。'
            : '草稿取消后不再发出。'
          : '参会单位暂时看不到纪要；编号保留。'}
      </ReasonDialog>
    );
  }
  return (
    <PaperDialog
      title={`${WORK_PAPERS[asking]} ${meeting.title}`}
      ask={(signal) => call(printWorkMeeting, { id: meeting.id, paper: asking }, { quiet: true, signal })}
      onClose={onClose}
    />
  );
}
