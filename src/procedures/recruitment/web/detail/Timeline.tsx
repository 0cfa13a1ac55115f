import { askedState, type CorrectionRow } from '../../contract.correction.ts';
import { MEETING_STAGES } from '../../contract.meeting.ts';
import type { FileDetail } from '../../contract.ts';
import { NOTES } from '../../rules/inspections.ts';
import { labelForBranch } from '../../rules/meetings.ts';
import { stepDefinition, stepName } from '../../rules/steps.ts';

interface Event {
  day: string;
  /** Of one day: what comes later on the way stands above. */
  rank: number;
  title: string;
  text: string;
  warns?: boolean;
}

const dayOf = (time: string) => new Date(time).toLocaleDateString('sv-SE');
const RESULTS = { none: '无异议', checked: '有反映，查实不影响入党', blocking: '有影响入党的问题' } as const;

function eventsOf(file: FileDetail, corrections: readonly CorrectionRow[]): Event[] {
  const steps = file.steps.flatMap((step): Event[] => {
    const { dayLabel } = stepDefinition(step.no);
    const done = step.handledOn
      ? [
          {
            day: step.handledOn,
            rank: step.no,
            title: stepName(step.no),
            text: dayLabel,
            warns: step.state === 'failed',
          },
        ]
      : [];
    const decided = step.decidedOn
      ? [
          {
            day: step.decidedOn,
            rank: step.no + 0.5,
            title: `${step.approver || '上级'}审批第${step.no}步`,
            text: [step.meeting, step.decision].filter(Boolean).join('，'),
            warns: step.state === 'failed',
          },
        ]
      : [];
    return [...done, ...decided];
  });
  const notes = file.notes.map(({ day, kind, content }) => ({ day, rank: 0, title: NOTES[kind], text: content }));
  const votes = file.votes.map((vote) => ({
    day: vote.heldOn,
    rank: 0.5,
    title: labelForBranch(MEETING_STAGES[vote.stage as 7] ?? '会议', file.hasCommittee),
    text: vote.isVoted
      ? `应到${vote.due}，实到${vote.present}，赞成${vote.yes + vote.writtenYes}，${vote.passed ? '通过' : '未通过'}`
      : `到会${vote.present}人`,
    warns: !vote.passed,
  }));
  const shown = file.publicity
    ? [
        {
          day: file.publicity.startsOn,
          rank: 8.6,
          title: '公示',
          text: `到 ${file.publicity.endsOn}${file.publicity.result ? `，${RESULTS[file.publicity.result]}` : ''}`,
        },
      ]
    : [];
  const corrected = corrections
    .filter(({ fileId }) => fileId === null || fileId === file.id)
    .map(({ askedAt, field, fieldName, before, after, state, reason, opinion }) => ({
      day: dayOf(askedAt),
      rank: 30,
      title: `${field === 'ending' ? '申请' : '更正'}${fieldName}（${askedState(field, state)}）`,
      text:
        field === 'ending' ? [after, reason, opinion].filter(Boolean).join('。') : `${before} → ${after}。${reason}`,
      warns: state !== 'agreed',
    }));
  const ends = file.endedOn ? [{ day: file.endedOn, rank: 40, title: '档案结束', text: file.endedFor }] : [];
  const opened = {
    day: dayOf(file.openedAt),
    rank: -1,
    title: '建立发展档案',
    text: file.isSupplement ? '补录：此前的步骤从纸质材料登记' : '',
  };
  return [opened, ...steps, ...notes, ...votes, ...shown, ...corrected, ...ends].sort(
    (a, b) => b.day.localeCompare(a.day) || b.rank - a.rank,
  );
}

/** What happened on the way by its days, the latest first; corrections with their old and new value. */
export function Timeline({ file, corrections }: { file: FileDetail; corrections: readonly CorrectionRow[] }) {
  const events = eventsOf(file, corrections);
  return (
    <section className="card fz-timeline" aria-label="时间线">
      <div className="card-head">
        <h2>时间线</h2>
        <span className="card-extra">{events.length}项</span>
      </div>
      <ol>
        {events.map(({ day, title, text, warns }) => (
          <li key={`${day}.${title}.${text}`} className={warns ? 'warn' : ''}>
            <time dateTime={day}>{day}</time>
            <p>
              <b>{title}</b>
            </p>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
