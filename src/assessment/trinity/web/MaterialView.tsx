import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { METHODS, type Method } from '#assessment/orgAssessment/rules.ts';
import { StandingBanner } from '#house/web/given/parts.tsx';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import { getScore, recallScore, type ScoreDetail } from '../contract.score.ts';
import { CASE_STATES } from '../rules.case.ts';
import { pointsText } from '../rules.ts';
import { CaseDialog } from './CaseDialog.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import { GiveDialog } from './GiveDialog.tsx';
import { HandInDialog } from './HandInDialog.tsx';
import { Points, ScoreTags } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

/** 资料详情: what is asked of one item, what was handed in, what it is worth and how it came about. */
export default function MaterialView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const scoreQuery = useCall(getScore, { id }, { quiet: true, staleTime: 0 });
  useTitle(scoreQuery.data && `${scoreQuery.data.itemTitle} ${scoreQuery.data.orgName}`);
  return (
    <RecordLoader query={scoreQuery}>
      {(one) => <Detail key={one.id} one={one} again={() => void scoreQuery.refetch()} />}
    </RecordLoader>
  );
}

function Detail({ one, again }: { one: ScoreDetail; again: () => void }) {
  const [open, setOpen] = useState<'handIn' | 'decide' | 'give' | 'case' | null>(null);
  const recall = useAct(recallScore);
  const urge = useUrgeAbove('trinity', one.id);
  const { can } = one;
  const close = () => setOpen(null);
  const waits = one.state === 1 && one.review === 0;
  return (
    <div className="record-page">
      <RecordTop title={one.itemTitle} />
      <section className="card record-head">
        <span className="seal" aria-hidden="true">
          {one.itemTitle.slice(0, 1)}
        </span>
        <div className="record-name">
          <h1>
            {one.itemTitle}
            {one.month > 0 && `（${one.month}月）`}
            <span className="record-tags">
              <ScoreTags row={one} />
            </span>
          </h1>
          <p className="record-facts">
            <span>{one.orgName}</span>
            <span>
              {one.evaluationName}，{one.partTitle}
            </span>
            <span>
              得分 <Points value={one.final} of={one.points} />
            </span>
          </p>
        </div>
        <div className="record-acts">
          {can.handIn && (
            <Act
              primary
              icon="import"
              words={one.state < 0 ? '报送资料' : '修改资料'}
              onClick={() => setOpen('handIn')}
            />
          )}
          {can.decide && <Act primary icon="check" words="审核" onClick={() => setOpen('decide')} />}
          {can.give && (
            <Act
              primary={one.final === null}
              icon="edit"
              words={one.evaluationState === 'closed' ? '更正得分' : one.final === null ? '评分' : '改分'}
              onClick={() => setOpen('give')}
            />
          )}
          <ApprovalActs
            acts={{
              urge: can.recall && urge,
              withdraw: can.recall && {
                label: '撤回',
                run: async () => {
                  await recall.mutateAsync({ id: one.id });
                  emit('notice', { kind: 'success', text: '已撤回，可以修改后重新提交' });
                },
              },
            }}
            onClosed={again}
          />
          {(one.mayPropose || one.mayTake) && (
            <Act icon="star" words={one.mayTake ? '列为优秀案例' : '推荐为优秀案例'} onClick={() => setOpen('case')} />
          )}
          {one.case && (
            <ButtonLink icon="star" to={PATHS.caseOf(one.case.id)}>
              优秀案例（{CASE_STATES[one.case.state]}）
            </ButtonLink>
          )}
          <ButtonLink icon="clipboard" to={PATHS.unitOf(one.unitId)}>
            考评详情
          </ButtonLink>
        </div>
      </section>
      <StandingBanner
        state={waits ? 'asked' : one.review === 2 ? 'returned' : ''}
        opinion={one.opinion}
        waits={`${one.askedByName}已报送，由${one.deciderName}审核${one.obstacle && !can.recall ? `。${one.obstacle}` : ''}`}
        over=""
      />
      <section className="card trinity-card" aria-label="要求">
        <dl className="record-fields">
          <Line label="评分方式">{METHODS[one.method as Method]}</Line>
          <Line label="满分">{pointsText(one.points)}分</Line>
          <Line label="评审组织">{one.reviewerName}</Line>
          <Line label="截止日期">{one.method === 2 ? `${one.dueOn}，考评${one.endsOn}截止` : one.endsOn}</Line>
          <Line label="评分标准" wide>
            {one.standard ? <span className="record-text">{one.standard}</span> : noValue}
          </Line>
        </dl>
      </section>
      <section className="card trinity-card" aria-label="得分">
        <dl className="record-fields">
          {one.method === 1 ? (
            <Line label="核查情况">
              {one.breaches === null
                ? noValue
                : `${one.checkLabel}：${one.breaches}处，应得${pointsText(one.suggested)}分`}
            </Line>
          ) : (
            <Line label="自评分">
              <Points value={one.self} />
            </Line>
          )}
          <Line label="得分">
            <Points value={one.final} of={one.points} />
            {one.decidedAt && ` ${one.decidedBy}，${dateTime(one.decidedAt)}`}
          </Line>
          <Line label="意见" wide>
            {one.opinion || noValue}
          </Line>
          {one.method === 2 && (
            <>
              <Line label="完成情况" wide>
                {one.content ? <span className="record-text">{one.content}</span> : noValue}
              </Line>
              <Line label="会议记录" wide>
                {one.meetings.length === 0 ? (
                  noValue
                ) : (
                  <ul className="trinity-meetings">
                    {one.meetings.map((meeting) => (
                      <li key={meeting.meetingId}>
                        <Link to={`/affairs/event/viewMeeting/${meeting.meetingId}/${one.orgId}`}>{meeting.title}</Link>
                        <span className="muted">（{meeting.heldOn}）</span>
                      </li>
                    ))}
                  </ul>
                )}
              </Line>
            </>
          )}
        </dl>
      </section>
      {one.papers.length > 0 && <Previews key={one.version} files={one.papers} />}
      {one.entries.length > 0 && <History one={one} />}
      {open === 'handIn' && <HandInDialog one={one} onClose={close} />}
      {open === 'decide' && <DecideDialog one={one} onClose={close} />}
      {open === 'give' && <GiveDialog one={one} onClose={close} />}
      {open === 'case' && <CaseDialog one={one} onClose={close} />}
    </div>
  );
}

interface ActProps {
  primary?: boolean;
  icon: 'import' | 'check' | 'edit' | 'star';
  words: string;
  onClick: () => void;
}
const Act = ({ primary = false, icon, words, onClick }: ActProps) => (
  <Button look={primary ? 'primary' : 'normal'} icon={icon} aria-haspopup="dialog" onClick={onClick}>
    {words}
  </Button>
);

const History = ({ one }: { one: ScoreDetail }) => (
  <section className="card trinity-card" aria-label="经过">
    <h2 className="section-title">经过</h2>
    <ol className="trinity-items">
      {one.entries.map((entry) => (
        <li key={entry.id}>
          <p>
            <b>{entry.act}</b>
            {entry.new !== null && (
              <span>
                {entry.old !== null && entry.old !== entry.new && `${pointsText(entry.old)}分改为`}
                {pointsText(entry.new)}分
              </span>
            )}
            <span className="muted">
              {entry.orgName} {entry.madeBy}，{dateTime(entry.madeAt)}
            </span>
          </p>
          {entry.text && <p className="muted">{entry.text}</p>}
        </li>
      ))}
    </ol>
  </section>
);
