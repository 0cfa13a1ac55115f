import { useState } from 'react';
import { Link } from 'react-router';
import { addMonths } from '#platform/time/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList as Attachments } from '#platform/web/upload/FileList.tsx';
import { takeNote } from '../../contract.own.ts';
import type { FileDetail, Paper } from '../../contract.ts';
import { intervalText } from '../../rules/days.ts';
import { ENDINGS, STEP_STATES } from '../../rules/path.ts';
import { stepDefinition, stepName } from '../../rules/steps.ts';
import { PHASE_STEPS } from '../detail/stages.ts';
import { NoteDialog } from '../FileActs.tsx';
import { DaysLeft, PAPER_STATES } from '../parts.tsx';
import { PATHS } from '../paths.ts';
import { OwnPaperDialog } from './OwnPaperDialog.tsx';
import './own.css';

/** The own way: what is asked of the person first, then the twenty-five steps with their days. */
export function OwnPath({ file }: { file: FileDetail }) {
  return (
    <>
      <Now file={file} />
      {!file.ending && <Asked file={file} />}
      <Steps file={file} />
      <Handed file={file} />
    </>
  );
}

/** Where the way stands, in three lines. */
function Now({ file }: { file: FileDetail }) {
  const current = file.steps[file.step - 1];
  return (
    <section className="card fz-own-now">
      <p className="muted">
        {file.orgName}，{file.categoryName}
      </p>
      <h2>{file.ending ? `${ENDINGS[file.ending]}（${file.endedOn ?? ''}）` : stepName(file.step)}</h2>
      {!file.ending && (
        <p>
          {current?.state === 'submitted' && '已报上级党委，正在审批。'}
          {current?.state === 'returned' && '上级退回补正，党支部正在办理。'}
          {file.earliestOn && file.earliestOn > file.today && `最早 ${file.earliestOn} 可以办理。`}
          {file.dueOn && (
            <>
              最迟 {file.dueOn}，<DaysLeft days={file.daysLeft} />
            </>
          )}
        </p>
      )}
      <dl className="fz-own-facts">
        {(
          [
            ['递交申请', file.appliedOn ?? ''],
            ['培养联系人', file.contacts],
            ['入党介绍人', file.introducers],
            ['预备期到', file.probationUntil ?? ''],
          ] as const
        )
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {file.publicity?.result === null && (
        <p>
          正在公示，{file.publicity.startsOn} 至 {file.publicity.endsOn}。
          <Link to={PATHS.publicity(file.publicity.code)}>查看公示</Link>
        </p>
      )}
    </section>
  );
}

/** What the person is to do: papers, 思想汇报, taking note. */
function Asked({ file }: { file: FileDetail }) {
  const [handing, setHanding] = useState<Paper | null>(null);
  const [noting, setNoting] = useState(false);
  const note = useAct(takeNote);
  const papers = file.papers.filter(({ can, state, no }) => can.hand && (state !== 'pending' || no === file.step));
  const months = file.settings.thoughtMonths;
  const last = file.notes.filter(({ kind }) => kind === 'thought').at(-1)?.day ?? null;
  const start = file.steps[2]?.handledOn ?? null;
  const from = last ?? start;
  // 积极分子 and everybody after hand in a report each quarter, until they are full members.
  const thoughtBy = file.category <= 4 && from !== null ? addMonths(from, months) : null;
  const fresh = file.steps.filter(({ state, knownAt }) => (state === 'done' || state === 'failed') && knownAt === null);
  return (
    <section className="card" aria-label="需要我办的">
      <div className="card-head">
        <h2>需要我办的</h2>
      </div>
      <ul className="fz-own-asked">
        {papers.map((paper) => (
          <li key={`${paper.no}.${paper.kind}`}>
            <div>
              <b>{paper.label}</b>
              <p className={paper.state === 'returned' ? 'fz-late' : 'muted'}>
                {paper.state === 'returned'
                  ? `退回：${paper.note}`
                  : paper.state === 'pending'
                    ? '已提交，等待审核，可以重交'
                    : '手写后拍照上传，每页一张，字迹清楚'}
              </p>
            </div>
            <Button look={paper.state === 'pending' ? 'normal' : 'primary'} onClick={() => setHanding(paper)}>
              {paper.state === 'pending' ? '重交' : '拍照上传'}
            </Button>
          </li>
        ))}
        {fresh.length > 0 && file.can.know && (
          <li>
            <div>
              <b>办理结果</b>
              <p className="muted">
                {fresh
                  .slice(-3)
                  .map(({ no, state }) => `${stepDefinition(no).title}${state === 'failed' ? '没有通过' : '已完成'}`)
                  .join('；')}
                {fresh.length > 3 && `等${fresh.length}步`}
              </p>
            </div>
            <Button
              disabled={note.isPending}
              onClick={() =>
                note.mutate(
                  { fileId: file.id },
                  { onSuccess: () => emit('notice', { kind: 'success', text: '已记为知晓，党支部可以看到' }) },
                )
              }
            >
              已知晓
            </Button>
          </li>
        )}
        {file.can.note && (
          <li>
            <div>
              <b>思想汇报</b>
              <p className={thoughtBy !== null && thoughtBy < file.today ? 'fz-late' : 'muted'}>
                {last ? `上一次 ${last}` : '还没有交过'}
                {thoughtBy !== null && `，${intervalText(months)}一次，请在 ${thoughtBy} 前交`}
              </p>
            </div>
            <Button onClick={() => setNoting(true)}>交思想汇报</Button>
          </li>
        )}
      </ul>
      {handing && <OwnPaperDialog file={file} paper={handing} onClose={() => setHanding(null)} />}
      {noting && <NoteDialog file={file} onClose={() => setNoting(false)} />}
    </section>
  );
}

function Steps({ file }: { file: FileDetail }) {
  return (
    <section className="card" aria-label="入党的二十五步">
      <div className="card-head">
        <h2>二十五步</h2>
        <span className="card-extra">已完成{file.steps.filter(({ state }) => state === 'done').length}步</span>
      </div>
      {PHASE_STEPS.map(({ title, steps }) => (
        <div key={title} className="fz-own-phase">
          <h3>{title}</h3>
          <ol>
            {steps.map(({ no, title: name }) => {
              const step = file.steps[no - 1];
              const isNow = no === file.step && !file.ending;
              const isDone = step?.state === 'done';
              const isFailed = step?.state === 'failed';
              return (
                <li
                  key={no}
                  className={isNow ? 'now' : isDone ? 'done' : isFailed ? 'fault' : ''}
                  aria-current={isNow ? 'step' : undefined}
                >
                  <span className="fz-own-mark">{isDone ? <Icon name="check" size={13} /> : isFailed ? '!' : no}</span>
                  <span>{name}</span>
                  <span className="muted">
                    {isDone
                      ? (step.decidedOn ?? step.handledOn ?? '')
                      : isNow || isFailed
                        ? STEP_STATES[step?.state ?? 'ready'].replace('可办', '进行中')
                        : no <= file.paperUntil
                          ? '在纸质档案里'
                          : ''}
                  </span>
                </li>
              );
            })}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** What the person has handed in so far. */
function Handed({ file }: { file: FileDetail }) {
  const papers = file.papers.filter(({ state }) => state !== 'missing');
  const thoughts = file.notes.toReversed();
  if (papers.length === 0 && thoughts.length === 0) return null;
  return (
    <section className="card" aria-label="我交过的">
      <div className="card-head">
        <h2>我交过的</h2>
      </div>
      <ul className="fz-own-asked">
        {papers.map((paper) => (
          <li key={`${paper.no}.${paper.kind}`}>
            <div>
              <b>{paper.label}</b> <span className="muted">{PAPER_STATES[paper.state]}</span>
              <Attachments files={paper.files} label={paper.label} />
            </div>
          </li>
        ))}
        {thoughts.map((note) => (
          <li key={note.id}>
            <div>
              <b>思想汇报</b> <span className="muted">{note.day}</span>
              <p>{note.content}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
