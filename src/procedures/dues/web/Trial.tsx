import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { trial } from '../contract.trial.ts';
import { ratioText } from '../rules.handup.ts';
import { formatYuan } from './money.ts';
import { PATHS } from './paths.ts';
import './person.css';

type Found = ReplyOf<typeof trial>;
const FIELDS = { wage: '收入基数上调（%）', pension: '离退休基数上调（%）', ratio: '上缴比例（%）' } as const;
type Field = keyof typeof FIELDS;

/** A percentage as typed; null where it is none. */
const read = (text: string): number | null => (/^-?\d{1,3}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : null);
const differs = (before: number, after: number) =>
  after === before ? '不变' : `${after > before ? '增加' : '减少'}${formatYuan(Math.abs(after - before))}`;

/** 试算 (`tab=trial`): what dues and hand-ups would come to with other incomes and another ratio; nothing is kept. */
export function Trial() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const org = useOrg(orgId);
  const [texts, setTexts] = useState<Record<Field, string>>({ wage: '5', pension: '5', ratio: '' });
  const [faults, setFaults] = useState<Partial<Record<Field | 'all', string>>>({});
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const compute = async (event: FormEvent) => {
    event.preventDefault();
    const wrong: Partial<Record<Field, string>> = {};
    for (const field of Object.keys(FIELDS) as Field[]) {
      if (field === 'ratio' && texts.ratio.trim() === '') continue;
      if (read(texts[field]) === null) wrong[field] = '请填写百分比，如 5 或 -2.5';
    }
    setFaults(wrong);
    if (Object.keys(wrong).length > 0 || busy) return;
    setBusy(true);
    try {
      const ratio = texts.ratio.trim() === '' ? {} : { ratio: Math.round((read(texts.ratio) ?? 0) * 100) };
      const input = { orgId: org.id, wage: read(texts.wage) ?? 0, pension: read(texts.pension) ?? 0, ...ratio };
      setFound(await call(trial, input, { quiet: true }));
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(Object.keys(fields).length > 0 ? fields : { all: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="list-page dues-trial">
      <PageHead title={`党费试算 ${org.name}`} />
      <form className="card dues-grid-head" aria-label="怎样试算" onSubmit={(event) => void compute(event)} noValidate>
        {(Object.keys(FIELDS) as Field[]).map((field) => (
          <label key={field}>
            {FIELDS[field]}
            <span className={faults[field] ? 'field-box bad' : 'field-box'}>
              <input
                value={texts[field]}
                maxLength={7}
                inputMode="decimal"
                placeholder={field === 'ratio' ? '不变' : '0'}
                aria-invalid={faults[field] !== undefined}
                onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
              />
            </span>
            {faults[field] && (
              <span className="field-fault" role="alert">
                {faults[field]}
              </span>
            )}
          </label>
        ))}
        <Button submit look="primary" disabled={busy}>
          {busy ? '正在试算' : '试算'}
        </Button>
        {faults.all && (
          <p className="field-fault" role="alert">
            <Icon name="warning" />
            {faults.all}
          </p>
        )}
        <p className="secondary">
          按各人现行标准推算，农民和学生等的定额不变。只在这里看，不改任何人的标准，也不开账；要改请到“成批设置”。
        </p>
      </form>
      {found && <Outcome found={found} />}
    </div>
  );
}

function Outcome({ found }: { found: Found }) {
  const { rows, people, before, after, moved, unknown, ratio, handUp } = found;
  return (
    <section className="card dues-trial-found" aria-label="试算结果">
      <p role="status">
        {people}人，每月由<b>{formatYuan(before)}</b>元变为<b>{formatYuan(after)}</b>元（{differs(before, after)}
        ），全年
        {differs(before * 12, after * 12)}；{moved}人换档。
        {unknown > 0 && `另有${unknown}人未设标准，没有算在内。`}
      </p>
      {handUp.after !== null && (
        <p>
          全年上缴：
          {ratio.before === null
            ? '现在没有设比例'
            : `按${ratioText(ratio.before)}为${formatYuan(handUp.before ?? 0)}元`}
          ，按{ratioText(ratio.after)}为{formatYuan(handUp.after)}元。
        </p>
      )}
      <div className="dues-scroll">
        <table className="table dense dues-table">
          <caption className="visually-hidden">各组织每月应缴的变化</caption>
          <thead>
            <tr>
              <th scope="col">组织</th>
              <th scope="col" className="number">
                人数
              </th>
              <th scope="col" className="number">
                现在（元）
              </th>
              <th scope="col" className="number">
                以后（元）
              </th>
              <th scope="col" className="number">
                变化
              </th>
              <th scope="col" className="number">
                换档
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.orgId}>
                <th scope="row">
                  <Link to={pathWithQuery(PATHS.list, { orgId: row.orgId, tab: 'trial' })}>{row.name}</Link>
                </th>
                <td className="number">{row.people}</td>
                <td className="number">{formatYuan(row.before)}</td>
                <td className="number">{formatYuan(row.after)}</td>
                <td className="number">{differs(row.before, row.after)}</td>
                <td className="number">{row.moved}人</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
