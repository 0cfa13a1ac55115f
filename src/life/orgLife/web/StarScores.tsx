import { useState } from 'react';
import { useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useKept } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type Contest, type ContestEntry, getContest, saveScores, stepContest } from '../contract.star.ts';
import { STAR_NAMES } from '../rules.star.ts';
import { PATHS } from './paths.ts';
import './event.css';

/** The scores of a contest: who takes part, self and reviewed sums, stars; the step that comes next. */
export default function StarScores() {
  const { id = '' } = useParams();
  const query = useCall(getContest, { id }, { quiet: true });
  return (
    <div className="life-page">
      <RecordLoader query={query}>{(contest) => <Scores contest={contest} />}</RecordLoader>
    </div>
  );
}

const STEPS: Readonly<Record<number, string>> = {
  0: '本组织下的党支部都会收到自评的待办，项目和分数线不能再改。',
  1: '党支部不能再改自评，由本组织逐个初审。没有自评的也可以初审。',
  2: '初审得分和拟定星级向参评的党支部公示。',
  3: '按公示的得分授予星级，记入各党支部的历史，不能再改。',
};

function Scores({ contest }: { contest: Contest }) {
  const [asking, setAsking] = useState<'step' | ContestEntry | null>(null);
  const step = useAct(stepContest);
  const { can, items } = contest;
  return (
    <>
      <PageHead title={contest.title}>
        {can.edit && (
          <ButtonLink icon="edit" to={PATHS.contest(contest.id)}>
            编辑项目
          </ButtonLink>
        )}
        {can.next && (
          <Button look="primary" onClick={() => setAsking('step')}>
            {can.next}
          </Button>
        )}
      </PageHead>
      <section className="card" aria-label="评分标准">
        <div className="card-head">
          <h2>评分标准</h2>
          <span className="secondary">
            {contest.orgName}　{contest.year}年　{contest.stateName}
          </span>
        </div>
        <p className="life-legend">
          {items.map(({ name, max }) => `${name}${max}分`).join('，')}。
          {contest.bands.map((least, at) => `${least}分以上${STAR_NAMES[5 - at]}`).join('，')}，其余一星。
        </p>
      </section>
      <section className="card" aria-label="得分">
        <div className="card-head">
          <h2>得分</h2>
          {contest.state > 0 && (
            <span className="secondary">
              参评{contest.entries}个，自评{contest.selfDone}个，初审{contest.reviewed}个
            </span>
          )}
        </div>
        {contest.list.length === 0 && (
          <p className="life-empty">{contest.state === 0 ? '开始自评后，下级党支部列在这里。' : '还没有公示得分。'}</p>
        )}
        <ul className="life-people">
          {contest.list.map((one) => (
            <li key={one.orgId}>
              <span className="grow">
                {one.orgName}
                <small className="muted">
                  {one.self && `自评：${items.map(({ name }, at) => `${name}${one.self?.[at] ?? 0}`).join('，')}`}
                  {one.selfNote && `（${one.selfNote}）`}
                </small>
                {one.review && (
                  <small className="muted">
                    初审：{items.map(({ name }, at) => `${name}${one.review?.[at] ?? 0}`).join('，')}
                    {one.reviewNote && `（${one.reviewNote}）`}
                  </small>
                )}
              </span>
              {one.selfSum !== null && <span className="secondary">自评{one.selfSum}分</span>}
              {one.reviewSum !== null && <span className="secondary">初审{one.reviewSum}分</span>}
              {one.stars !== null && <span className="tag gold">{STAR_NAMES[one.stars]}</span>}
              {(one.can.self || one.can.review) && (
                <Button size="compact" onClick={() => setAsking(one)}>
                  {one.can.self ? (one.self ? '改自评' : '自评') : one.review ? '改初审' : '初审'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {asking === 'step' && (
        <ConfirmDialog
          about={{ call: stepContest, input: { id: contest.id, version: contest.version } }}
          title={can.next}
          icon="check"
          act={can.next}
          onConfirm={async () => {
            await step.mutateAsync({ id: contest.id, version: contest.version });
            emit('notice', { kind: 'success', text: '已进入下一步' });
          }}
          onClose={() => setAsking(null)}
        >
          {STEPS[contest.state] ?? ''}
        </ConfirmDialog>
      )}
      {asking !== null && asking !== 'step' && (
        <Score contest={contest} entry={asking} onClose={() => setAsking(null)} />
      )}
    </>
  );
}

/** Scores of one branch by item; a review begins with what the branch gave itself. */
function Score({ contest, entry, onClose }: { contest: Contest; entry: ContestEntry; onClose: () => void }) {
  const kind = entry.can.self ? 'self' : 'review';
  const known = kind === 'self' ? entry.self : (entry.review ?? entry.self);
  const [scores, setScores] = useState(() => contest.items.map((_one, at) => String(known?.[at] ?? '')));
  const [note, setNote] = useState(kind === 'self' ? entry.selfNote : entry.reviewNote);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [start] = useState(JSON.stringify({ scores, note }));
  const kept = useKept({
    of: `star ${kind} ${entry.orgId}`,
    called: '五星创评的得分',
    value: { scores, note },
    changed: JSON.stringify({ scores, note }) !== start,
    base: start,
    restore: (typed) => {
      setScores(typed.scores);
      setNote(typed.note);
    },
  });
  const save = useAct(saveScores, { quiet: true });
  const submit = async () => {
    const wrong = Object.fromEntries(
      scores.flatMap((text, at) => (/^\d{1,4}$/.test(text.trim()) ? [] : [[`scores.${at}`, '请填写整数']])),
    );
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    try {
      await save.mutateAsync({ id: contest.id, orgId: entry.orgId, kind, scores: scores.map(Number), note });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.fields);
      if (Object.keys(error.fields).length === 0) emit('notice', { kind: 'error', text: error.message });
      return;
    }
    kept.sent();
    emit('notice', { kind: 'success', text: '已保存' });
    onClose();
  };
  const sum = scores.reduce((all, text) => all + (Number(text) || 0), 0);
  return (
    <Dialog
      title={`${kind === 'self' ? '自评' : '初审'} ${entry.orgName}`}
      icon="check"
      onClose={onClose}
      foot={
        <>
          <span className="secondary">合计{sum}分</span>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={save.isPending} onClick={() => void submit()}>
            保存
          </Button>
        </>
      }
    >
      <div className="life-topics">
        {contest.items.map(({ name, max }, at) => (
          <label key={name} className="life-score">
            <span className="grow">
              {name}
              <small className="muted">
                满分{max}
                {kind === 'review' && entry.self && `，自评${entry.self[at] ?? 0}`}
              </small>
              {faults[`scores.${at}`] && <small className="life-state missing">{faults[`scores.${at}`]}</small>}
            </span>
            <input
              className="field-box life-points"
              inputMode="numeric"
              maxLength={4}
              aria-invalid={faults[`scores.${at}`] !== undefined}
              value={scores[at]}
              onChange={(event) => setScores(scores.map((one, index) => (index === at ? event.target.value : one)))}
            />
          </label>
        ))}
        <label className="life-topics">
          <span className="field-label">说明</span>
          <textarea
            className="field-area"
            rows={2}
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
      </div>
    </Dialog>
  );
}
