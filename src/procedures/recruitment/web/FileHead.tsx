import type { ReactNode } from 'react';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import type { FileDetail } from '../contract.ts';
import { labelForBranch } from '../rules/meetings.ts';
import { PHASES, STEPS, stepDefinition, stepName } from '../rules/steps.ts';
import { Fact } from './Overview.tsx';
import { DaysLeft } from './parts.tsx';
import './work.css';

/** The five phases with their twenty-five steps: done, faulty, now. `onPick` leads to what stands of a step. */
export function PathCard({ file, onPick }: { file: FileDetail; onPick?: (no: number) => void }) {
  const faulty = new Set(file.findings.filter(({ ok, level }) => !ok && level === 'block').map(({ no }) => no));
  const current = stepDefinition(file.step).phase;
  return (
    <section
      className="card fz-path"
      aria-label="二十五步"
      ref={bringNow}
      // Where it holds nothing to press, it is itself what the keyboard scrolls.
      {...(onPick ? {} : { tabIndex: 0 })}
    >
      {PHASES.map((title, at) => (
        <div
          key={title}
          className={at + 1 === current && !file.ending ? 'fz-phase now' : 'fz-phase'}
          style={{ flexGrow: STEPS.filter(({ phase }) => phase === at + 1).length }}
        >
          <h2>
            {title}
            <span className="fz-when">{phaseWord(file, at + 1, current)}</span>
          </h2>
          <ol>
            {STEPS.filter(({ phase }) => phase === at + 1).map(({ no, short }) => {
              const step = file.steps[no - 1];
              const isNow = no === file.step && !file.ending;
              const kind = isNow
                ? 'now'
                : faulty.has(no) || step?.state === 'failed'
                  ? 'fault'
                  : step?.state === 'done'
                    ? 'done'
                    : '';
              return (
                <li
                  key={no}
                  className={kind}
                  title={`${stepName(no)}${step?.handledOn ? ` ${step.handledOn}` : ''}`}
                  aria-current={isNow ? 'step' : undefined}
                >
                  <StepMark
                    onPick={onPick && step?.state !== 'none' ? () => onPick(no) : undefined}
                    label={stepName(no)}
                  >
                    <span className="fz-dot">
                      {kind === 'done' ? <Icon name="check" size={13} /> : kind === 'fault' ? '!' : no}
                    </span>
                    {labelForBranch(short[0], file.hasCommittee)}
                    <br />
                    {short[1]}
                  </StepMark>
                </li>
              );
            })}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** Where the path is wider than the screen, the step of now stands in its middle. */
function bringNow(path: HTMLElement | null): void {
  const now = path?.querySelector<HTMLElement>('[aria-current]');
  if (path && now) path.scrollLeft = now.offsetLeft - path.offsetLeft - path.clientWidth / 2;
}

/** The month in which a phase was over, or that it is the one of now. */
function phaseWord(file: FileDetail, phase: number, current: number): string {
  if (phase === current && !file.ending) return '进行中';
  const steps = STEPS.filter((step) => step.phase === phase).map(({ no }) => file.steps[no - 1]);
  if (!steps.every((step) => step?.state === 'done')) return '';
  const last = steps.at(-1);
  return (last?.decidedOn ?? last?.handledOn ?? '').slice(0, 7);
}

function StepMark({
  label,
  onPick,
  children,
}: {
  label: string;
  onPick: (() => void) | undefined;
  children: ReactNode;
}) {
  if (!onPick) return children;
  return (
    <Pressable aria-label={label} onClick={onPick}>
      {children}
    </Pressable>
  );
}

/** Who it is, and what the file says of the way so far. */
export function Person({ file, children }: { file: FileDetail; children?: ReactNode }) {
  return (
    <>
      <div className="fz-person">
        <span className="seal" aria-hidden="true">
          {file.name.slice(0, 1)}
        </span>
        <div>
          <h2 className="fz-name">
            {file.name}
            <span className="tag">{file.categoryName}</span>
            {file.isSupplement && <span className="tag">补录</span>}
          </h2>
          <p className="muted">
            {[
              file.genderName,
              file.age === null ? '' : `${file.age}岁`,
              file.nationName,
              file.educationName,
              file.workUnit,
              file.position,
            ]
              .filter(Boolean)
              .join('，')}
          </p>
        </div>
        {children}
      </div>
      <dl className="fz-facts">
        <Fact label="身份证号" value={file.idCardNo} />
        <Fact label="所在支部" value={file.orgName} />
        <Fact label="递交申请" value={file.appliedOn ?? ''} />
        <Fact label="培养联系人" value={file.contacts} />
        <Fact label="入党介绍人" value={file.introducers} />
        <Fact label="预备期到" value={file.probationUntil ?? ''} />
        <div>
          <dt>本步期限</dt>
          <dd>
            {file.dueOn ? (
              <>
                {file.dueOn} <DaysLeft days={file.daysLeft} />
              </>
            ) : file.isEnding ? (
              '终止培养等待决定，期限暂停'
            ) : (
              '没有期限'
            )}
          </dd>
        </div>
        <Fact label="审批组织" value={file.approver || '上级没有具有审批权限的党委'} />
      </dl>
    </>
  );
}
