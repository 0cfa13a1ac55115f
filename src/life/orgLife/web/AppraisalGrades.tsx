import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { useKept } from '#platform/web/kept/useKept.ts';
import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type Appraisal, type AppraisalPerson, closeAppraisal, saveGrades } from '../contract.appraisal.ts';
import { GRADES } from '../rules.appraisal.ts';

interface Written {
  memberId: string;
  /** Sums as typed; all empty: not polled yet. */
  excellent: string;
  qualified: string;
  basic: string;
  unqualified: string;
  grade: string;
  reason: string;
}
const SUMS = [
  ['excellent', '优秀'],
  ['qualified', '合格'],
  ['basic', '基本合格'],
  ['unqualified', '不合格'],
] as const;

const writtenOf = (people: readonly AppraisalPerson[]): Written[] =>
  people
    .filter(({ graded }) => graded)
    .map(({ memberId, poll, grade, reason }) => ({
      memberId,
      excellent: poll ? String(poll.excellent) : '',
      qualified: poll ? String(poll.qualified) : '',
      basic: poll ? String(poll.basic) : '',
      unqualified: poll ? String(poll.unqualified) : '',
      grade: grade === null ? '' : String(grade),
      reason,
    }));
const sumsText = (sums: NonNullable<AppraisalPerson['poll']>) =>
  `优秀${sums.excellent}，合格${sums.qualified}，基本合格${sums.basic}，不合格${sums.unqualified}`;

/** What others said in 互评, without who. */
function Mutual({ person }: { person: AppraisalPerson | undefined }) {
  if (!person?.mutual) return null;
  return (
    <small className="muted life-wide">
      互评：{sumsText(person.mutual)}
      {person.remarks.length > 0 && `。意见：${person.remarks.join('；')}`}
    </small>
  );
}
const count = (text: string) => Number(/^\d{1,4}$/.test(text.trim()) ? text.trim() : '0');

/** The sums of the poll and the grade of each; once finished they are only read, with who has confirmed them. */
export function AppraisalGrades({ appraisal }: { appraisal: Appraisal }) {
  return appraisal.can.grade ? <Edit appraisal={appraisal} /> : <Read appraisal={appraisal} />;
}

function Read({ appraisal }: { appraisal: Appraisal }) {
  const graded = appraisal.people.filter((one) => one.graded);
  const told = graded.filter(({ receiptAt }) => receiptAt !== null).length;
  return (
    <section className="card" aria-label="评议结果">
      <div className="card-head">
        <h2>评议结果</h2>
        <span className="secondary">
          {appraisal.closed
            ? `${Object.entries(GRADES)
                .map(([value, label]) => `${label}${graded.filter(({ grade }) => grade === Number(value)).length}人`)
                .join('，')}；已确认${told}人`
            : '评议还在进行，由党支部填写'}
        </span>
      </div>
      <ul className="life-people">
        {graded.map((one) => (
          <li key={one.memberId}>
            <span className="grow">
              {one.name}
              <small className="muted">
                {one.mutual && `互评：${sumsText(one.mutual)}；`}
                {one.poll && `测评：${sumsText(one.poll)}`}
                {one.reason && `；${one.reason}`}
              </small>
            </span>
            <span className={one.grade === 4 ? 'tag bad' : 'tag'}>{one.gradeName || '未评定'}</span>
            {appraisal.closed && <span className="secondary">{one.receiptAt ? '本人已确认' : '待本人确认'}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Edit({ appraisal }: { appraisal: Appraisal }) {
  const { id, people, mostExcellent, participants } = appraisal;
  const isOneself = useIsOneself();
  const [base, setBase] = useState(() => writtenOf(people));
  const [rows, setRows] = useState(base);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [asking, setAsking] = useState(false);
  const save = useAct(saveGrades, { quiet: true });
  const close = useAct(closeAppraisal, { quiet: true });
  const changed = JSON.stringify(rows) !== JSON.stringify(base);
  useKept({
    of: `grades:${id}`,
    called: '评议结果',
    value: rows,
    changed,
    base: JSON.stringify(base),
    restore: (kept) =>
      setRows((now) => now.map((one) => kept.find(({ memberId }) => memberId === one.memberId) ?? one)),
  });
  const names = new Map(people.map(({ memberId, name }) => [memberId, name]));
  const excellent = rows.filter(({ grade }) => grade === '1').length;
  const change = (at: number, more: Partial<Written>) =>
    setRows(rows.map((one, index) => (index === at ? { ...one, ...more } : one)));
  const tell = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setFaults(error.fields);
    const [first = error.message] = Object.values(error.fields);
    emit('notice', { kind: 'error', text: first });
  };
  const write = async (): Promise<boolean> => {
    setFaults({});
    try {
      await save.mutateAsync({
        id,
        people: rows
          .filter(({ memberId }) => !isOneself(memberId))
          .map(({ memberId, grade, reason, ...sums }) => ({
            memberId,
            poll: Object.values(sums).every((text) => text.trim() === '')
              ? null
              : {
                  excellent: count(sums.excellent),
                  qualified: count(sums.qualified),
                  basic: count(sums.basic),
                  unqualified: count(sums.unqualified),
                },
            grade: grade === '' ? null : Number(grade),
            reason: reason.trim(),
          })),
      });
    } catch (error) {
      tell(error);
      return false;
    }
    setBase(rows);
    return true;
  };
  return (
    <section className="card" aria-label="测评和等次">
      <div className="card-head">
        <h2>测评和等次</h2>
        <span className={excellent > mostExcellent ? 'life-state missing' : 'secondary'}>
          参评{participants}人，优秀不超过{mostExcellent}人，已评{excellent}人
        </span>
      </div>
      {faults.excellent && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          <span className="grow">{faults.excellent}</span>
        </p>
      )}
      <ul className="life-people">
        {rows.map((one, at) => {
          const name = names.get(one.memberId) ?? '';
          return (
            <li key={one.memberId}>
              <span className="life-grade-name">{name}</span>
              {isOneself(one.memberId) && <OwnMatter act="填写民主评议结果">本人的由他人或上级填写</OwnMatter>}
              <Mutual person={people.find(({ memberId }) => memberId === one.memberId)} />
              <span className="life-votes">
                {SUMS.map(([key, label]) => (
                  <label key={key}>
                    {label}
                    <input
                      className="field-box"
                      inputMode="numeric"
                      disabled={isOneself(one.memberId)}
                      maxLength={4}
                      aria-label={`${name}的测评${label}票`}
                      value={one[key]}
                      onChange={(event) => change(at, { [key]: event.target.value })}
                    />
                  </label>
                ))}
              </span>
              <select
                className="field-box"
                disabled={isOneself(one.memberId)}
                aria-label={`${name}的等次`}
                value={one.grade}
                onChange={(event) => change(at, { grade: event.target.value })}
              >
                <option value="">未评定</option>
                {Object.entries(GRADES).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <input
                className="field-box grow"
                disabled={isOneself(one.memberId)}
                aria-label={`${name}的理由`}
                placeholder="与多数意见不同时写理由"
                maxLength={200}
                value={one.reason}
                onChange={(event) => change(at, { reason: event.target.value })}
              />
              {faults[one.memberId] && (
                <p className="field-fault life-wide" role="alert">
                  <Icon name="warning" size={14} />
                  {faults[one.memberId]}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <div className="life-write">
        <div className="life-acts">
          <span className="muted small">{changed ? '有没保存的内容' : '已保存'}</span>
          <Button
            disabled={!changed || save.isPending}
            onClick={async () => {
              if (await write()) emit('notice', { kind: 'success', text: '评议结果已保存' });
            }}
          >
            保存
          </Button>
          {appraisal.can.close && (
            <Button
              look="primary"
              disabled={save.isPending}
              onClick={async () => {
                if (!changed || (await write())) setAsking(true);
              }}
            >
              完成评议
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          about={{ call: closeAppraisal, input: { id } }}
          title="完成民主评议"
          icon="check"
          act="完成评议"
          onConfirm={async () => {
            try {
              await close.mutateAsync({ id });
              emit('notice', { kind: 'success', text: '评议已完成，结果已反馈本人' });
            } catch (error) {
              tell(error);
            }
          }}
          onClose={() => setAsking(false)}
        >
          完成后不能再改。结果记入党员档案并通知本人确认；不合格的登记一年以内的限期改正。
        </ConfirmDialog>
      )}
    </section>
  );
}
