import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { askAppeal, type OwnExam, ownExam, startExam } from '../../contract.sit.ts';
import { APPEALS, COUNTS, pointsText, RECORDS } from '../../rules.ts';
import { PATHS } from '../pickers.paths.ts';
import { Result } from './Result.tsx';
import { Sheet } from './Sheet.tsx';
import { deviceName } from './useSitting.ts';
import './take.css';

/** 参加考试: the rules, the paper, and afterwards the result, on one address without the frame. */
export default function Take() {
  const { id = '' } = useParams();
  const ownExamQuery = useCall(ownExam, { id }, { quiet: true, staleTime: 0 });
  useTitle(ownExamQuery.data?.title);
  const [sitting, setSitting] = useState<ReplyOf<typeof startExam> | null>(null);
  const [elsewhere, setElsewhere] = useState(false);
  const [said, setSaid] = useState('');
  const begin = async (takeOver: boolean) => {
    const reply = await call(startExam, { id, device: deviceName(), takeOver });
    setSaid('');
    setElsewhere(reply.elsewhere);
    if (!reply.elsewhere) setSitting(reply);
  };
  const over = (sentence: string) => {
    setSitting(null);
    setSaid(sentence);
    void ownExamQuery.refetch();
  };
  if (sitting && ownExamQuery.data)
    return (
      <Sheet
        exam={ownExamQuery.data}
        sitting={sitting}
        onOver={() => over('已交卷，答案都已保存。')}
        onElsewhere={() => over('本次考试已在另一台设备上继续，这里不能再作答。')}
      />
    );
  return (
    <main className="take-page">
      <p className="take-back">
        <Link to={`${PATHS.centre}?tab=own`}>
          <Icon name="back" />
          考试中心
        </Link>
      </p>
      {said && (
        <p className="banner ok" role="status">
          <Icon name="check" />
          {said}
        </p>
      )}
      <RecordLoader query={ownExamQuery}>
        {(exam) => <Intro exam={exam} onBegin={() => void begin(false).catch(() => {})} />}
      </RecordLoader>
      {elsewhere && (
        <ConfirmDialog
          title="在这台设备上继续"
          icon="warning"
          act="在这里继续"
          onConfirm={() => begin(true)}
          onClose={() => setElsewhere(false)}
        >
          这场考试正在另一台设备上作答。在这里继续后，那台设备不能再作答；已保存的答案都在。
        </ConfirmDialog>
      )}
    </main>
  );
}

function Intro({ exam, onBegin }: { exam: OwnExam; onBegin: () => void }) {
  const [shown, setShown] = useState<string | null>(null);
  const [appealed, setAppealed] = useState<string | null>(null);
  const ask = useAct(askAppeal, { quiet: true });
  const again = exam.attempts.length > 0 && exam.record !== 1;
  return (
    <>
      <section className="card take-card">
        <h1>{exam.title}</h1>
        <p className="muted">
          {exam.orgName}　<span className="tag">{RECORDS[exam.record as keyof typeof RECORDS]}</span>
        </p>
        {exam.remark && <p className="take-remark">{exam.remark}</p>}
        <dl className="take-facts">
          <div>
            <dt>时间</dt>
            <dd>
              {dateTime(exam.opensAt)} 至 {dateTime(exam.closesAt)}
            </dd>
          </div>
          <div>
            <dt>时长</dt>
            <dd>
              {exam.minutes}分钟{exam.extraMinutes > 0 && `，另加${exam.extraMinutes}分钟`}
            </dd>
          </div>
          <div>
            <dt>试卷</dt>
            <dd>
              {exam.questions}题，{pointsText(exam.total)}分，{exam.passPercent}%及格
            </dd>
          </div>
          <div>
            <dt>次数</dt>
            <dd>
              还可考{exam.left}次
              {exam.left + exam.attempts.length > 1 && `，${COUNTS[exam.counts as keyof typeof COUNTS]}`}
            </dd>
          </div>
        </dl>
        <ul className="take-rules">
          <li>每次作答立即保存；断网时保存在本机，恢复后自动上传。</li>
          <li>到时自动交卷，以服务器的时间为准。</li>
          {exam.lateMinutes !== null && <li>开考{exam.lateMinutes}分钟后不能入场。</li>}
          {exam.earlyMinutes > 0 && <li>开考{exam.earlyMinutes}分钟后才能交卷。</li>}
          {exam.leaveLimit > 0 && (
            <li>
              离开页面会被记录，超过{exam.leaveLimit}次{exam.leaveHandsIn ? '自动交卷' : '会提醒组织者'}。
            </li>
          )}
        </ul>
        {exam.closed ? (
          <p className="banner" role="note">
            {exam.closed}
          </p>
        ) : (
          <Button look="primary" className="take-begin" onClick={onBegin}>
            {exam.record === 1 ? '继续考试' : again ? '再考一次' : '开始考试'}
          </Button>
        )}
      </section>
      {exam.attempts.length > 0 && (
        <section className="card take-card">
          <h2>我的答卷</h2>
          <ul className="take-attempts">
            {exam.attempts.map((attempt) => (
              <li key={attempt.id}>
                <span>
                  第{attempt.number}次，{dateTime(attempt.startedAt)}开考
                  {attempt.handedAt && `，${dateTime(attempt.handedAt)}交卷`}
                </span>
                {attempt.score !== null ? (
                  <b>{pointsText(attempt.score)}分</b>
                ) : (
                  <span className="muted">{attempt.state === 1 ? '考试中' : '成绩公布后可以查看'}</span>
                )}
                {attempt.counted && <span className="tag ok">计入成绩</span>}
                {attempt.appeal && (
                  <span className="tag" title={attempt.appeal.opinion}>
                    复核：{APPEALS[attempt.appeal.state as keyof typeof APPEALS]}
                    {attempt.appeal.opinion && `，${attempt.appeal.opinion}`}
                  </span>
                )}
                {attempt.score !== null && (
                  <>
                    <Button
                      size="compact"
                      aria-expanded={shown === attempt.id}
                      onClick={() => setShown(shown === attempt.id ? null : attempt.id)}
                    >
                      {shown === attempt.id ? '收起答卷' : '看答卷'}
                    </Button>
                    {attempt.appeal?.state !== 0 && (
                      <Button size="compact" onClick={() => setAppealed(attempt.id)}>
                        申请复核
                      </Button>
                    )}
                  </>
                )}
                {shown === attempt.id && <Result attemptId={attempt.id} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {appealed && (
        <ReasonDialog
          title={`申请复核 ${exam.title}`}
          act="提交申请"
          label="复核理由"
          max={500}
          onDone={async (reason) => {
            await ask.mutateAsync({ attemptId: appealed, reason });
            emit('notice', { kind: 'success', text: '已提交，复核结果会通知您' });
          }}
          onClose={() => setAppealed(null)}
        >
          写明对哪道题的判分有异议、为什么。
        </ReasonDialog>
      )}
    </>
  );
}
