import { useState } from 'react';
import { numberTyped } from '#platform/reading/numbers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DraftFoot, faultsOf, RemoveItem, useItems } from '#platform/web/drafted/drafted.tsx';
import { useKept } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { getSet, saveSet } from '../contract.set.ts';
import { CLASSES, DIMENSIONS, pointsText } from '../rules.ts';
import './points.css';

interface Line {
  key: string;
  code: string;
  dimension: string;
  name: string;
  minus: boolean;
  value: string;
  source: string;
  capDay: string;
  capMonth: string;
  capYear: string;
  once: boolean;
  floor: string;
  months: string;
  classes: number[];
  paper: boolean;
}
type Loaded = NonNullable<ReturnType<typeof useCall<typeof getSet>>['data']>;

let made = 0;
const blank = (): Line => ({
  key: `new${++made}`,
  code: '',
  dimension: DIMENSIONS[0],
  name: '',
  minus: false,
  value: '1',
  source: '',
  capDay: '',
  capMonth: '',
  capYear: '',
  once: false,
  floor: '',
  months: '',
  classes: [],
  paper: false,
});
const shown = (value: number | null) => (value === null ? '' : pointsText(value));
/** Points as they are typed, in hundredths; null: nothing, NaN: no number. */
const read = (text: string) => (text.trim() === '' ? null : (numberTyped(text, 2) ?? Number.NaN));

interface Props {
  id: string | null;
  /** What is loaded is only the beginning of a new one. */
  copy: boolean;
  sources: readonly { code: string; label: string }[];
  onDone: (id: string | null) => void;
}

/** The draft of a 积分办法, whole. */
export function SetForm(props: Props) {
  const query = useCall(getSet, props.id === null ? null : { id: props.id }, { quiet: true });
  if (props.id !== null && !query.data) return <Waiting query={query} />;
  return <Form {...props} loaded={query.data ?? null} />;
}

function Form({ id, copy, sources, onDone, loaded }: Props & { loaded: Loaded | null }) {
  const save = useAct(saveSet, { quiet: true });
  const [name, setName] = useState(loaded?.name ?? '党员积分管理办法');
  const [base, setBase] = useState(shown(loaded?.base ?? 6000));
  const [fromOn, setFromOn] = useState(copy || !loaded ? `${new Date().getFullYear()}-01-01` : loaded.fromOn);
  const lines = useItems<Line>(
    () =>
      loaded
        ? loaded.items.map((item) => ({
            ...item,
            key: item.code,
            value: shown(item.value),
            capDay: shown(item.capDay),
            capMonth: shown(item.capMonth),
            capYear: shown(item.capYear),
            floor: shown(item.floor),
            months: item.months === null ? '' : String(item.months),
          }))
        : [blank()],
    blank,
  );
  const value = { name, base, fromOn, items: lines.items };
  const [start] = useState(JSON.stringify(value));
  const kept = useKept({
    of: `${id ?? ''} ${copy}`,
    called: '积分办法',
    value,
    changed: JSON.stringify(value) !== start,
    ...(loaded && { base: String(loaded.version) }),
    restore: (typed) => {
      setName(typed.name);
      setBase(typed.base);
      setFromOn(typed.fromOn);
      lines.put(typed.items);
    },
  });
  const [faults, setFaults] = useState<readonly string[]>([]);
  const submit = async () => {
    const wrong = lines.items.filter((one) =>
      [one.value, one.capDay, one.capMonth, one.capYear, one.floor, one.months].some((text) =>
        Number.isNaN(read(text) ?? 0),
      ),
    );
    if (wrong.length > 0 || Number.isNaN(read(base))) {
      setFaults([`请填写数字：${wrong.map((one) => one.name || '未命名项目').join('、') || '基础分'}`]);
      return;
    }
    try {
      const saved = await save.mutateAsync({
        ...(id && !copy ? { id, version: loaded?.version ?? 0 } : {}),
        name,
        base: read(base) ?? 0,
        fromOn,
        items: lines.items.map((one) => ({
          code: one.code,
          dimension: one.dimension as (typeof DIMENSIONS)[number],
          name: one.name,
          minus: one.minus,
          value: read(one.value) ?? 0,
          source: one.source,
          capDay: read(one.capDay),
          capMonth: read(one.capMonth),
          capYear: read(one.capYear),
          once: one.once,
          floor: read(one.floor),
          months: one.months.trim() === '' ? null : Number(one.months),
          classes: one.classes,
          paper: one.paper,
        })),
      });
      kept.sent();
      emit('notice', { kind: 'success', text: '已保存草稿，核对后发布' });
      onDone(saved.id);
    } catch (error) {
      setFaults(faultsOf(error));
    }
  };
  return (
    <div className="points-page">
      <PageHead title={id && !copy ? '修改积分办法' : '新积分办法'} />
      <section className="card" aria-label="办法">
        <div className="points-fields">
          <label>
            办法名称
            <input
              className="field-box"
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <label>
            基础分
            <input
              className="field-box"
              value={base}
              inputMode="decimal"
              onChange={(event) => setBase(event.target.value)}
            />
          </label>
          <label>
            生效日期
            <input
              className="field-box"
              value={fromOn}
              placeholder="2026-01-01"
              onChange={(event) => setFromOn(event.target.value)}
            />
          </label>
        </div>
        <div className="points-table">
          <table>
            <caption className="visually-hidden">积分项目</caption>
            <thead>
              <tr>
                {[
                  '项目',
                  '维度',
                  '加减',
                  '分值',
                  '来源',
                  '每日上限',
                  '每月上限',
                  '每年上限',
                  '起计分',
                  '有效期（月）',
                  '适用',
                  '只计一次',
                  '须材料',
                  '',
                ].map((title) => (
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
                      value={one.name}
                      maxLength={40}
                      onChange={(event) => lines.change(one.key, { name: event.target.value })}
                    />
                  </th>
                  <td>
                    <select
                      className="field-box wide"
                      aria-label={`第${at + 1}项维度`}
                      value={one.dimension}
                      onChange={(event) => lines.change(one.key, { dimension: event.target.value })}
                    >
                      {DIMENSIONS.map((value) => (
                        <option key={value}>{value}</option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <select
                      className="field-box"
                      aria-label={`第${at + 1}项加减`}
                      value={one.minus ? '1' : '0'}
                      onChange={(event) => lines.change(one.key, { minus: event.target.value === '1' })}
                    >
                      <option value="0">加分</option>
                      <option value="1">减分</option>
                    </select>
                  </td>
                  <td>
                    <input
                      type="text"
                      className="field-box"
                      inputMode="decimal"
                      aria-label={`第${at + 1}项分值`}
                      value={one.value}
                      onChange={(event) => lines.change(one.key, { value: event.target.value })}
                    />
                  </td>
                  <td>
                    <select
                      className="field-box wide"
                      aria-label={`第${at + 1}项来源`}
                      value={one.source}
                      onChange={(event) => lines.change(one.key, { source: event.target.value })}
                    >
                      <option value="">手工录入</option>
                      {sources.map(({ code, label }) => (
                        <option key={code} value={code}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </td>
                  {(['capDay', 'capMonth', 'capYear'] as const).map((cap) => (
                    <td key={cap}>
                      <input
                        type="text"
                        className="field-box"
                        inputMode="decimal"
                        placeholder="不限"
                        aria-label={`第${at + 1}项${cap === 'capDay' ? '每日' : cap === 'capMonth' ? '每月' : '每年'}上限`}
                        value={one[cap]}
                        onChange={(event) => lines.change(one.key, { [cap]: event.target.value })}
                      />
                    </td>
                  ))}
                  <td>
                    <input
                      type="text"
                      className="field-box"
                      inputMode="decimal"
                      placeholder="都计"
                      aria-label={`第${at + 1}项起计分`}
                      value={one.floor}
                      onChange={(event) => lines.change(one.key, { floor: event.target.value })}
                    />
                  </td>
                  <td>
                    <input
                      type="text"
                      className="field-box"
                      inputMode="numeric"
                      placeholder="全年"
                      aria-label={`第${at + 1}项有效期月数`}
                      value={one.months}
                      onChange={(event) => lines.change(one.key, { months: event.target.value })}
                    />
                  </td>
                  <td>
                    <ClassTicks
                      at={at}
                      chosen={one.classes}
                      onChange={(classes) => lines.change(one.key, { classes })}
                    />
                  </td>
                  {(['once', 'paper'] as const).map((tick) => (
                    <td key={tick}>
                      <input
                        type="checkbox"
                        aria-label={`第${at + 1}项${tick === 'once' ? '只计一次' : '须材料'}`}
                        checked={one[tick]}
                        onChange={(event) => lines.change(one.key, { [tick]: event.target.checked })}
                      />
                    </td>
                  ))}
                  <RemoveItem at={at} onRemove={() => lines.remove(one.key)} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <DraftFoot
          faults={faults}
          faultClass="points-fault"
          className="points-foot"
          busy={save.isPending}
          onAdd={lines.add}
          onCancel={() => onDone(id)}
          onSave={submit}
        />
      </section>
    </div>
  );
}

/** Who an item is for; none ticked: everybody. */
function ClassTicks({
  at,
  chosen,
  onChange,
}: {
  at: number;
  chosen: readonly number[];
  onChange: (classes: number[]) => void;
}) {
  return (
    <span className="points-classes">
      {Object.entries(CLASSES).map(([key, label]) => {
        const value = Number(key);
        const ticked = chosen.includes(value);
        return (
          <label key={key}>
            <input
              type="checkbox"
              aria-label={`第${at + 1}项适用于${label}`}
              checked={ticked}
              onChange={() => onChange(ticked ? chosen.filter((one) => one !== value) : [...chosen, value].sort())}
            />
            {label.slice(0, 2)}
          </label>
        );
      })}
    </span>
  );
}
