import { useState } from 'react';

import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { useKept } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { askChange, decideChange, reviewScores, type ScoreDetail } from '../contract.score.ts';
import { pointsText } from '../rules.ts';
import { detailsPath } from './paths.ts';
import { nameOf, ScoreBody } from './scoreParts.tsx';
import { WithScore } from './useScore.tsx';
import './integral.css';

/** 编辑得分: reviewing, asking for another score, and confirming one as the second person. */
export default function EditScore() {
  return (
    <WithScore title="编辑得分" view="review">
      {(score) => <View key={`${score.id}-${score.version}`} score={score} />}
    </WithScore>
  );
}

function View({ score }: { score: ScoreDetail }) {
  return (
    <div className="integral-page">
      <PageHead title={`编辑得分 ${nameOf(score)}`}>
        <ButtonLink to={detailsPath(score.planId, score.orgId)}>考核明细</ButtonLink>
      </PageHead>
      <Decision score={score} />
      <ScoreBody score={score} />
    </div>
  );
}

function Decision({ score }: { score: ScoreDetail }) {
  const usual = score.method === 1 ? score.suggested : score.self;
  const given = score.can.review
    ? usual === null
      ? ''
      : pointsText(usual)
    : score.final === null
      ? ''
      : pointsText(score.final);
  const [points, setPoints] = useState(given);
  const [text, setText] = useState('');
  const kept = useKept({
    of: `score ${score.id}`,
    called: '得分',
    value: { points, text },
    changed: points !== given || text !== '',
    base: String(score.version),
    restore: (typed) => {
      setPoints(typed.points);
      setText(typed.text);
    },
  });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const review = useAct(reviewScores, { quiet: true });
  const ask = useAct(askChange, { quiet: true });
  const decide = useAct(decideChange, { quiet: true });
  const pending = review.isPending || ask.isPending || decide.isPending;
  const run = async (act: () => Promise<unknown>, told: string) => {
    try {
      await act();
      kept.sent();
      emit('notice', { kind: 'success', text: told });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(Object.keys(error.fields).length > 0 ? error.fields : { '': error.message });
    }
  };
  const { id, version } = score;
  const fault = Object.values(faults)[0];
  if (!score.can.review && !score.can.edit && !score.can.decide)
    return (
      <p className="banner warn" role="status">
        <Icon name="warning" />
        {score.isAsked
          ? `${score.askedBy}提出改为${pointsText(score.asked)}分：${score.askedFor}。须由另一人确认。`
          : '现在不能修改：只有制定方案的组织在评分中可以评审和改分，不能评本组织。'}
      </p>
    );
  return (
    <section className="card">
      <div className="card-head">
        <h2>{score.can.review ? '评审' : score.can.decide ? '确认改分' : '提出修改得分'}</h2>
      </div>
      <div className="integral-body integral-decision">
        {score.can.decide ? (
          <p>
            {score.askedBy}提出由<b>{pointsText(score.final)}</b>分改为<b>{pointsText(score.asked)}</b>分：
            {score.askedFor}
          </p>
        ) : (
          <label className="points">
            得分（满分{pointsText(score.points)}）
            <span className="field-box">
              <input
                inputMode="decimal"
                maxLength={6}
                value={points}
                aria-invalid={Boolean(faults.points)}
                onChange={(event) => setPoints(event.target.value)}
              />
            </span>
          </label>
        )}
        <label>
          {score.can.edit ? '修改原因' : '意见'}
          <textarea
            className={faults.opinion || faults.reason ? 'field-area wrong' : 'field-area'}
            rows={3}
            maxLength={200}
            value={text}
            aria-invalid={Boolean(faults.opinion ?? faults.reason)}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {fault && (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {fault}
          </p>
        )}
        <div className="acts">
          {score.can.review && (
            <>
              {score.method === 2 && (
                <Button
                  disabled={pending}
                  onClick={() =>
                    run(() => review.mutateAsync({ ids: [id], agree: false, opinion: text }), '已退回补正')
                  }
                >
                  不通过
                </Button>
              )}
              <Button
                look="primary"
                disabled={pending}
                onClick={() =>
                  run(() => review.mutateAsync({ ids: [id], agree: true, points, opinion: text }), '已通过并计分')
                }
              >
                通过
              </Button>
            </>
          )}
          {score.can.edit && (
            <Button
              look="primary"
              disabled={pending}
              onClick={() =>
                run(() => ask.mutateAsync({ id, version, points, reason: text }), '已提出，由另一人确认后生效')
              }
            >
              提出修改
            </Button>
          )}
          {score.can.decide && (
            <>
              <Button
                disabled={pending}
                onClick={() => run(() => decide.mutateAsync({ id, version, agree: false, opinion: text }), '已不同意')}
              >
                不同意
              </Button>
              <Button
                look="primary"
                disabled={pending}
                onClick={() => run(() => decide.mutateAsync({ id, version, agree: true, opinion: text }), '已确认')}
              >
                同意修改
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
