import { Link } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import type { FileDetail, Step } from '../contract.ts';
import { NOTES } from '../rules/inspections.ts';
import { STEP_STATES } from '../rules/path.ts';
import { stepName } from '../rules/steps.ts';
import { committeeText } from '../rules/votes.ts';
import { PATHS } from './paths.ts';

const decided = (step: Step): string =>
  step.decidedOn
    ? `${step.decidedOn} ${step.approver}审批 ${[step.meeting, committeeText(step.present, step.yes), step.decision].filter(Boolean).join('，')}`
    : '';

/** What was done on the way, the latest first: every step with its day and facts, 考察 and 思想汇报. */
export function History({ file }: { file: FileDetail }) {
  const steps = file.steps.filter(({ handledOn }) => handledOn !== null).toReversed();
  const notes = file.notes.toReversed();
  if (steps.length === 0 && notes.length === 0) return null;
  return (
    <section className="card fz-history">
      <div className="card-head">
        <h2>办理记录</h2>
        <span className="card-extra">
          {steps.length}步，考察和思想汇报{notes.length}次
        </span>
      </div>
      <ul>
        {steps.map((step) => (
          <li key={step.no} id={`done-${step.no}`} tabIndex={-1}>
            <span>{step.handledOn}</span>
            <div>
              <b>{stepName(step.no)}</b>
              {step.state !== 'done' && <span className="tag">{STEP_STATES[step.state]}</span>}
              {step.lateDays > 0 && <span className="tag">补登{step.lateDays}天</span>}
              {step.facts.length > 0 && <p>{step.facts.map(({ label, value }) => `${label}：${value}`).join('；')}</p>}
              {step.generalOn && <p>{`${step.generalOn} ${step.general}审议：${step.generalOpinion}`}</p>}
              {decided(step) && <p>{decided(step)}</p>}
              {step.knownAt && <p>本人已知晓 {new Date(step.knownAt).toLocaleDateString('sv-SE')}</p>}
            </div>
            {step.can.correct ? (
              <Link to={pathWithQuery(PATHS.correct(file.memberId), { stepNo: String(step.no) })}>申请更正</Link>
            ) : (
              <span />
            )}
          </li>
        ))}
        {notes.map((note) => (
          <li key={note.id}>
            <span>{note.day}</span>
            <div>
              <b>{NOTES[note.kind]}</b>
              <p>{note.content}</p>
            </div>
            <span className="muted tiny">{note.createdBy}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
