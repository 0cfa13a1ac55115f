import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList as Attachments } from '#platform/web/upload/FileList.tsx';
import type { FileDetail, Step } from '../../contract.ts';
import { STEP_STATES } from '../../rules/path.ts';
import { stepDefinition } from '../../rules/steps.ts';
import { committeeText } from '../../rules/votes.ts';
import { PAPER_STATES, Row } from '../parts.tsx';
import { PATHS } from '../paths.ts';

const decision = ({ approver, meeting, present, yes, decision, decidedBy }: Step): string =>
  [approver, meeting, committeeText(present, yes), decision, decidedBy && `${decidedBy}登记`]
    .filter(Boolean)
    .join('，');

/** Whether anything was written down of a step, or a paper of it handed in. */
export const isWritten = (file: FileDetail, { no, state, handledOn }: Step): boolean =>
  handledOn !== null ||
  !['none', 'ready'].includes(state) ||
  file.papers.some((paper) => paper.no === no && paper.state !== 'missing');

/** All that the file holds of one step: day, facts, decision, what the rules warned of, its papers. */
export function StepRecord({ file, step, children }: { file: FileDetail; step: Step; children?: ReactNode }) {
  const def = stepDefinition(step.no);
  const papers = file.papers.filter(({ no, state }) => no === step.no && state !== 'missing');
  const votes = file.votes.filter(({ stage }) => stage === def.vote);
  return (
    <section className="card fz-step" id={`step-${step.no}`} aria-label={`第${step.no}步${def.title}`}>
      <div className="card-head">
        <h3>
          第{step.no}步 {def.title}
        </h3>
        <span className={`tag ${step.state === 'returned' || step.state === 'failed' ? 'warn' : ''}`}>
          {STEP_STATES[step.state]}
        </span>
        {step.lateDays > 0 && <span className="tag">补登{step.lateDays}天</span>}
        {step.can.correct && (
          <span className="card-extra">
            <Link to={pathWithQuery(PATHS.correct(file.memberId), { stepNo: String(step.no) })}>申请更正</Link>
          </span>
        )}
      </div>
      <dl className="fz-lines">
        {step.handledOn && <Row label={def.dayLabel}>{step.handledOn}</Row>}
        {step.facts.map(({ name, label, value }) => (
          <Row key={name} label={label}>
            {value}
          </Row>
        ))}
        {step.opinion && <Row label="意见">{step.opinion}</Row>}
        {votes.map((vote) => (
          <Row key={vote.meetingId} label={`${vote.heldOn} 表决`}>
            应到{vote.due}人，实到{vote.present}人，赞成{vote.yes + vote.writtenYes}票，反对{vote.no + vote.writtenNo}
            票，弃权{vote.abstain}票，废票{vote.spoilt}票，{vote.passed ? '通过' : '未通过'}
          </Row>
        ))}
        {step.generalOn && <Row label="党总支审议">{`${step.generalOn} ${step.general}：${step.generalOpinion}`}</Row>}
        {step.decidedOn && <Row label="上级审批">{`${step.decidedOn} ${decision(step)}`}</Row>}
        {step.returnNote && <Row label="退回意见">{step.returnNote}</Row>}
        {step.lateReason && <Row label="超期原因">{step.lateReason}</Row>}
        {papers.map((paper) => (
          <Row key={paper.kind} label={paper.label}>
            <span className={paper.state === 'returned' ? 'fz-late' : 'muted'}>{PAPER_STATES[paper.state]}</span>
            {paper.note && <p className="fz-late">{paper.note}</p>}
            <Attachments files={paper.files} label={paper.label} />
          </Row>
        ))}
        {step.warnings.map(({ code, title, evidence, clause }) => (
          <Row key={`${code}.${evidence}`} label="办理时的提醒">
            {title}：{evidence}（{clause}）
          </Row>
        ))}
        {step.submittedBy && <Row label="登记人">{step.submittedBy}</Row>}
      </dl>
      {children}
    </section>
  );
}

/** Steps of which nothing is written down yet, a line each; `onPick` offers to do or fill in the open ones. */
export function Unwritten({ steps, onPick }: { steps: readonly Step[]; onPick?: (no: number) => void }) {
  if (steps.length === 0) return null;
  return (
    <section className="card fz-step" aria-label="还没有登记的步骤">
      <div className="card-head">
        <h3>还没有登记的步骤</h3>
        <span className="card-extra">{steps.length}步</span>
      </div>
      <ul className="fz-unwritten">
        {steps.map(({ no, state, can }) => (
          <li key={no}>
            <span>
              第{no}步 {stepDefinition(no).title}
            </span>
            <span className="muted">{STEP_STATES[state]}</span>
            {onPick && can.submit && (
              <Button look="link" size="compact" onClick={() => onPick(no)}>
                登记第{no}步
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
