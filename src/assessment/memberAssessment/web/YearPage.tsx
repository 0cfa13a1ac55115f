import { useState } from 'react';
import { Link } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { useKeptState, useKeptText } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { computeResult, getResult, settleResult, showResult, statistics, type YearResult } from '../contract.ts';
import { GRADES, scoreText, yearText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './assessment.css';

const now = new Date().getFullYear();
const YEARS = [now, now - 1, now - 2];
const CHOICES = [1, 2, 3, 4] as const;

/** 年度结果 of a branch: computed, shown for five working days, then fixed. */
export function YearPage({ orgId }: { orgId: string | undefined }) {
  const [year, setYear] = useState(now);
  const query = useCall(getResult, { year, ...(orgId ? { orgId } : {}) }, { quiet: true });
  return (
    <div className="assess-page">
      <PageHead title="年度考核结果">
        <YearSelect year={year} years={YEARS} onYear={setYear} />
      </PageHead>
      <RecordLoader query={query}>
        {(result) => <Result key={`${result.id} ${result.version}`} result={result} />}
      </RecordLoader>
    </div>
  );
}

function Result({ result }: { result: YearResult }) {
  const people = useCall(statistics, { year: result.year, orgId: result.orgId, pageSize: 200 }, { quiet: true });
  const compute = useAct(computeResult, { quiet: true });
  const show = useAct(showResult);
  const settle = useAct(settleResult);
  const of = `year ${result.id}`;
  const [grades, setGrades, gradesSent] = useKeptState<Readonly<Record<string, string>>>(
    `${of} grades`,
    '评议等次',
    {},
  );
  const [reason, setReason, reasonSent] = useKeptText(`${of} reason`, '说明');
  const [fault, setFault] = useState('');
  const [showing, setShowing] = useState(false);
  const run = async () => {
    const appraisals = Object.entries(grades)
      .filter(([, grade]) => grade !== '')
      .map(([memberId, grade]) => ({ memberId, grade }));
    try {
      await compute.mutateAsync({ year: result.year, appraisals, reason });
      gradesSent();
      reasonSent();
      emit('notice', { kind: 'success', text: '已测算' });
      setFault('');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  const names =
    result.people.length > 0 ? result.people : (people.data?.rows ?? []).map(({ id, name }) => ({ id, name }));
  const computed = new Map(result.people.map((one) => [one.id, one]));
  return (
    <section className="card" aria-label="年度结果">
      <div className="card-head">
        <h2>
          {result.orgName} {result.year}年
        </h2>
        <span className="secondary">
          {result.stateName}
          {result.edition > 1 && `，第${result.edition}版`}
          {result.shownOn && `，${result.shownOn}至${result.shownUntil}`}
        </span>
      </div>
      <p className="assess-legend">
        月均分和民主评议按方案比例合成，加奖励、减惩处；90分以上优秀且不超过三分之一，75分以上合格，60分以上基本合格，60分以下不合格。
      </p>
      {names.length === 0 ? (
        <p className="assess-empty">这里没有参加考核的党员。</p>
      ) : (
        <div className="assess-table">
          <table>
            <caption className="visually-hidden">年度结果</caption>
            <thead>
              <tr>
                {['党员', '名次', '月数', '月均', '民主评议', '奖', '惩', '年度得分', '等次', '说明', '已阅'].map(
                  (title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {names.map(({ id, name }) => {
                const one = computed.get(id);
                return (
                  <tr key={id}>
                    <th scope="row">
                      <Link to={PATHS.rewards(id, result.year)}>{name}</Link>
                    </th>
                    <td>{one?.place ?? '—'}</td>
                    <td>{one?.months ?? '—'}</td>
                    <td>{one?.mean == null ? '—' : scoreText(one.mean)}</td>
                    <td>
                      {result.can.compute ? (
                        <select
                          className="field-box"
                          aria-label={`${name}民主评议`}
                          value={grades[id] ?? ''}
                          onChange={(event) => setGrades({ ...grades, [id]: event.target.value })}
                        >
                          <option value="">{one?.appraisal == null ? '未评' : `${one.appraisal}分`}</option>
                          {CHOICES.map((grade) => (
                            <option key={grade} value={grade}>
                              {GRADES[grade]}
                            </option>
                          ))}
                        </select>
                      ) : (
                        (one?.appraisal ?? '—')
                      )}
                    </td>
                    <td>{one ? scoreText(one.rewards) : '—'}</td>
                    <td>{one ? scoreText(one.punish) : '—'}</td>
                    <td>
                      <b>{one?.total == null ? '—' : yearText(one.total)}</b>
                    </td>
                    <td>{one?.gradeName ?? '—'}</td>
                    <td className="text">{one?.note || '—'}</td>
                    <td>{one?.seen ? '已阅' : '—'}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {fault && (
        <p className="assess-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="assess-foot">
        {result.can.compute && result.state === 2 && (
          <input
            className="field-box"
            aria-label="另立新版的原因"
            placeholder="另立新版的原因"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {result.can.compute && (
          <Button disabled={compute.isPending} onClick={run}>
            {result.state === null ? '测算' : result.state === 2 ? '另立新版' : '重新测算'}
          </Button>
        )}
        {result.can.show && (
          <Button look="primary" onClick={() => setShowing(true)}>
            公示
          </Button>
        )}
        {result.can.settle && (
          <Button
            look="primary"
            disabled={settle.isPending}
            onClick={() => settle.mutate({ id: result.id, version: result.version })}
          >
            生效
          </Button>
        )}
      </div>
      {showing && (
        <ConfirmDialog
          about={{ call: showResult, input: { id: result.id, version: result.version } }}
          title={`公示 ${result.year}年考核结果`}
          icon="check"
          act="公示"
          onConfirm={async () => {
            const { until } = await show.mutateAsync({ id: result.id, version: result.version });
            emit('notice', { kind: 'success', text: `已公示，到${until}` });
          }}
          onClose={() => setShowing(false)}
        >
          公示五个工作日，期间不能改动；每名党员收到通知，在“我的考核”里点本人已阅。
        </ConfirmDialog>
      )}
    </section>
  );
}
