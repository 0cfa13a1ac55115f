import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { decideMonth, getMonth, type MonthSheet, saveMonth } from '../contract.ts';
import { scoreText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './assessment.css';

/** 考核评分 of one person and month: each item with its suggestion and the evidence for it. */
export default function Scoring() {
  const { pmId = '0', year = '0', month = '0' } = useParams();
  const query = useCall(getMonth, { memberId: pmId, year, month }, { quiet: true });
  return (
    <div className="assess-page">
      <PageHead title={query.data ? `${query.data.name} ${year}年${month}月考核` : '考核评分'}>
        <ButtonLink to={PATHS.detail(pmId, year, month)}>修改明细</ButtonLink>
      </PageHead>
      <RecordLoader query={query}>
        {(sheet) => <Sheet key={`${sheet.memberId} ${sheet.month} ${sheet.version}`} sheet={sheet} />}
      </RecordLoader>
    </div>
  );
}

const shown = (value: number | null) => (value === null ? '' : scoreText(value));

function Sheet({ sheet }: { sheet: MonthSheet }) {
  const navigate = useNavigate();
  const save = useAct(saveMonth, { quiet: true });
  const decide = useAct(decideMonth);
  const [scores, setScores] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(sheet.items.map((item) => [item.itemId, shown(item.score ?? item.suggested)])),
  );
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(sheet.items.map((item) => [item.itemId, item.reason])),
  );
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const submit = async (isLast: boolean) => {
    const cells = sheet.items
      .filter(({ itemId }) => (scores[itemId] ?? '').trim() !== '')
      .map(({ itemId }) => ({
        itemId,
        score: Math.round(Number(scores[itemId]) * 100),
        reason: (reasons[itemId] ?? '').trim(),
      }));
    const wrong = cells.filter(({ score }) => Number.isNaN(score) || score < 0);
    if (wrong.length > 0) {
      setFaults(Object.fromEntries(wrong.map(({ itemId }) => [itemId, '请填写得分，如 18.5'])));
      return;
    }
    if (cells.length === 0) {
      setFaults({ '': '还没有填写得分' });
      return;
    }
    try {
      await save.mutateAsync({
        memberId: sheet.memberId,
        year: sheet.year,
        month: sheet.month,
        version: sheet.version,
        submit: isLast,
        cells,
      });
      emit('notice', { kind: 'success', text: isLast ? '已提交，由支部确认' : '已保存' });
      if (isLast) navigate(PATHS.statistics);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const found = Object.entries(error.fields).map(([field, text]) => {
        const at = Number(/^cells\.(\d+)/.exec(field)?.[1] ?? -1);
        return [cells[at]?.itemId ?? '', text] as const;
      });
      setFaults(found.length > 0 ? Object.fromEntries(found) : { '': error.message });
    }
  };
  return (
    <section className="card" aria-label="评分">
      <div className="card-head">
        <h2>{sheet.orgName}</h2>
        <span className="secondary">
          {sheet.stateName}
          {sheet.scoredName && `，${sheet.scoredName}评分`}
          {sheet.decidedName && `，${sheet.decidedName}办理`}
          {sheet.opinion && `：${sheet.opinion}`}
        </span>
        {sheet.state !== null && <span className="card-extra">当月{scoreText(sheet.total)}分</span>}
      </div>
      {sheet.items.length === 0 && sheet.exempt.length === 0 && (
        <p className="assess-empty">这个月没有要评的项目。考核方案由市级或本级党组织在“考核方案”中发布。</p>
      )}
      {sheet.exempt.map(({ name, reason }) => (
        <p key={name} className="assess-legend">
          {name}：免考，{reason}；其余项目的权重按比例放大。
        </p>
      ))}
      <ul className="assess-items">
        {sheet.items.map((item) => (
          <li key={item.itemId}>
            <div className="assess-item">
              <span className="grow">
                <b>{item.name}</b> <span className="tag">{item.kindName}</span>
                {item.standard && <small className="muted"> {item.standard}</small>}
              </span>
              <label>
                得分{' '}
                <input
                  type="text"
                  className="field-box"
                  inputMode="decimal"
                  aria-label={`${item.name}得分`}
                  aria-invalid={faults[item.itemId] !== undefined}
                  disabled={!sheet.can.score}
                  value={scores[item.itemId] ?? ''}
                  onChange={(event) => setScores({ ...scores, [item.itemId]: event.target.value })}
                />{' '}
                / {scoreText(item.most)}
              </label>
              <span className="muted">{item.suggested === null ? '人工评分' : `建议${scoreText(item.suggested)}`}</span>
              <input
                type="text"
                className="field-box reason"
                aria-label={`${item.name}理由`}
                placeholder={item.suggested === null ? '说明（可不填）' : '与建议分不同时写明理由'}
                maxLength={200}
                disabled={!sheet.can.score}
                value={reasons[item.itemId] ?? ''}
                onChange={(event) => setReasons({ ...reasons, [item.itemId]: event.target.value })}
              />
            </div>
            {faults[item.itemId] && (
              <p className="assess-fault" role="alert">
                {faults[item.itemId]}
              </p>
            )}
            {item.evidence.length > 0 && (
              <details>
                <summary>
                  依据{item.evidence.length}条，{item.dimension}积分
                </summary>
                <ul>
                  {item.evidence.map((one) => (
                    <li key={`${one.day} ${one.title} ${one.given} ${one.why}`}>
                      {one.day} {one.link ? <Link to={one.link}>{one.title}</Link> : one.title}{' '}
                      {one.given < 0 ? '−' : '+'}
                      {scoreText(Math.abs(one.given))} <small className="muted">{one.why}</small>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
      {faults[''] && (
        <p className="assess-fault" role="alert">
          {faults['']}
        </p>
      )}
      <div className="assess-foot">
        {sheet.can.score && sheet.items.length > 0 && (
          <>
            <Button disabled={save.isPending} onClick={() => submit(false)}>
              保存
            </Button>
            <Button look="primary" disabled={save.isPending} onClick={() => submit(true)}>
              提交
            </Button>
          </>
        )}
        <ApprovalActs
          acts={{
            agree: sheet.can.decide && {
              label: '确认',
              run: async () => {
                await decide.mutateAsync({ ids: [sheet.monthId], agree: true });
                emit('notice', { kind: 'success', text: '已确认' });
              },
            },
            return: sheet.can.decide && {
              title: `退回 ${sheet.name}的评分`,
              words: { label: '退回原因' },
              consequence: `${sheet.year}年${sheet.month}月，${scoreText(sheet.total)}分。`,
              run: (opinion) => decide.mutateAsync({ ids: [sheet.monthId], agree: false, opinion }),
            },
          }}
        />
      </div>
    </section>
  );
}
