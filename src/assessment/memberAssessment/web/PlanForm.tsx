import { useState } from 'react';
import { DIMENSIONS } from '#assessment/points/rules.ts';
import { ASSESS_KINDS, INSPECTION_ORDER, INSPECTION_TIMES, SUBMIT_FREQUENCIES } from '#platform/time/periods.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DraftFoot, faultsOf, RemoveItem, useItems } from '#platform/web/drafted/drafted.tsx';
import { useKept } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { getPlan, savePlan } from '../contract.plan.ts';
import { scoreText } from '../rules.ts';
import './assessment.css';

interface Line {
  key: string;
  kind: string;
  name: string;
  most: string;
  dimension: string;
  submit: string;
  inspection: string;
  standard: string;
}
type Loaded = NonNullable<ReturnType<typeof useCall<typeof getPlan>>['data']>;
interface Props {
  id: string | null;
  /** What is loaded is only the beginning of a new one, of the next year that has none. */
  copy: boolean;
  onDone: (id: string | null) => void;
}

let made = 0;
const blank = (): Line => ({
  key: `new${++made}`,
  kind: '1',
  name: '',
  most: '10',
  dimension: '',
  submit: '2',
  inspection: '5',
  standard: '',
});

/** The draft of a year's plan, whole. */
export function PlanForm(props: Props) {
  const query = useCall(getPlan, props.id === null ? null : { id: props.id }, { quiet: true });
  if (props.id !== null && !query.data) return <Waiting query={query} />;
  return <Form {...props} loaded={query.data ?? null} />;
}

function Form({ id, copy, onDone, loaded }: Props & { loaded: Loaded | null }) {
  const save = useAct(savePlan, { quiet: true });
  const now = new Date().getFullYear();
  const [name, setName] = useState(loaded?.name ?? `${now}年党员考核方案`);
  const [year, setYear] = useState(String(copy ? (loaded?.year ?? now) + 1 : (loaded?.year ?? now)));
  const [share, setShare] = useState(String(loaded?.share ?? 80));
  const [grades, setGrades] = useState((loaded?.grades ?? [95, 82, 67, 50]).join(' '));
  const [bars, setBars] = useState(loaded?.punishBars ?? true);
  const lines = useItems<Line>(
    () =>
      loaded
        ? loaded.items.map((item) => ({
            ...item,
            key: item.id,
            kind: String(item.kind),
            most: scoreText(item.most),
            submit: String(item.submit),
            inspection: String(item.inspection),
          }))
        : [blank()],
    blank,
  );
  const value = { name, year, share, grades, bars, items: lines.items };
  const [start] = useState(JSON.stringify(value));
  const kept = useKept({
    of: `${id ?? ''} ${copy}`,
    called: '考核方案',
    value,
    changed: JSON.stringify(value) !== start,
    ...(loaded && { base: String(loaded.version) }),
    restore: (typed) => {
      setName(typed.name);
      setYear(typed.year);
      setShare(typed.share);
      setGrades(typed.grades);
      setBars(typed.bars);
      lines.put(typed.items);
    },
  });
  const [faults, setFaults] = useState<readonly string[]>([]);
  const full = lines.items.reduce((sum, one) => sum + (Number(one.most) || 0), 0);
  const submit = async () => {
    try {
      const saved = await save.mutateAsync({
        ...(id && !copy ? { id, version: loaded?.version ?? 0 } : {}),
        year,
        name,
        share,
        grades: grades
          .trim()
          .split(/[\s,，、]+/)
          .map(Number),
        punishBars: bars,
        items: lines.items.map(({ key: _key, ...one }) => ({ ...one, most: Math.round(Number(one.most) * 100) })),
      });
      kept.sent();
      emit('notice', { kind: 'success', text: '已保存草稿，核对后发布' });
      onDone(saved.id);
    } catch (error) {
      setFaults(faultsOf(error));
    }
  };
  const select = (
    one: Line,
    at: number,
    field: 'kind' | 'submit' | 'inspection',
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <td>
      <select
        className="field-box"
        aria-label={`第${at + 1}项${label}`}
        value={one[field]}
        onChange={(event) => lines.change(one.key, { [field]: event.target.value })}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </td>
  );
  return (
    <div className="assess-page">
      <PageHead title={id && !copy ? '修改考核方案' : '新考核方案'} />
      <section className="card" aria-label="方案">
        <div className="assess-fields">
          <label>
            方案名称
            <input
              className="field-box"
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <label>
            年份
            <input
              className="field-box"
              value={year}
              inputMode="numeric"
              onChange={(event) => setYear(event.target.value)}
            />
          </label>
          <label>
            月均分占比（%）
            <input
              className="field-box"
              value={share}
              inputMode="numeric"
              onChange={(event) => setShare(event.target.value)}
            />
          </label>
          <label>
            民主评议四个等次计分
            <input className="field-box" value={grades} onChange={(event) => setGrades(event.target.value)} />
          </label>
          <label>
            <span>
              <input type="checkbox" checked={bars} onChange={(event) => setBars(event.target.checked)} />{' '}
              当年受处分不评优秀
            </span>
          </label>
        </div>
        <div className="assess-table">
          <table>
            <caption className="visually-hidden">考核项目</caption>
            <thead>
              <tr>
                {['项目', '类别', '满分', '频次', '考核时间', '评分来源', '评分标准', ''].map((title) => (
                  <th key={title} scope="col">
                    {title || <span className="visually-hidden">操作</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.items.map((one, at) => (
                <tr key={one.key}>
                  <th scope="row">
                    <input
                      type="text"
                      className="field-box wide"
                      aria-label={`第${at + 1}项名称`}
                      maxLength={40}
                      value={one.name}
                      onChange={(event) => lines.change(one.key, { name: event.target.value })}
                    />
                  </th>
                  {select(one, at, 'kind', '类别', Object.entries(ASSESS_KINDS))}
                  <td>
                    <input
                      type="text"
                      className="field-box"
                      inputMode="decimal"
                      aria-label={`第${at + 1}项满分`}
                      value={one.most}
                      onChange={(event) => lines.change(one.key, { most: event.target.value })}
                    />
                  </td>
                  {select(one, at, 'submit', '频次', Object.entries(SUBMIT_FREQUENCIES))}
                  {select(
                    one,
                    at,
                    'inspection',
                    '考核时间',
                    INSPECTION_ORDER.map((value) => [String(value), INSPECTION_TIMES[value]] as const),
                  )}
                  <td>
                    <select
                      className="field-box wide"
                      aria-label={`第${at + 1}项评分来源`}
                      value={one.dimension}
                      onChange={(event) => lines.change(one.key, { dimension: event.target.value })}
                    >
                      <option value="">人工评分</option>
                      {DIMENSIONS.map((value) => (
                        <option key={value} value={value}>
                          {value}积分
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <input
                      type="text"
                      className="field-box wide"
                      aria-label={`第${at + 1}项评分标准`}
                      maxLength={200}
                      value={one.standard}
                      onChange={(event) => lines.change(one.key, { standard: event.target.value })}
                    />
                  </td>
                  <RemoveItem at={at} onRemove={() => lines.remove(one.key)} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="assess-legend">
          各项满分合计{Math.round(full * 100) / 100}分{Math.round(full * 100) !== 10_000 && '，发布时应为100分'}
        </p>
        <DraftFoot
          faults={faults}
          faultClass="assess-fault"
          className="assess-foot"
          busy={save.isPending}
          onAdd={lines.add}
          onCancel={() => onDone(id)}
          onSave={submit}
        />
      </section>
    </div>
  );
}
