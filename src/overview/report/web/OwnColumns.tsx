import { useEffect, useId, useState } from 'react';
import { QUERY_VERSION } from '#people/member/rules/query.ts';
import { ConditionsBox, EMPTY_CONDITION } from '#people/member/web/pickers.conditions.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { randomKey } from '#platform/web/call/randomKey.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { previewOwnReport } from '../contract.own.ts';
import { MOST_COLUMNS, type People } from '../rules.own.ts';
import { type DraftColumn, faultsOfDraft, writtenColumns } from './ownDraft.ts';

/** Milliseconds of rest after which people are counted. */
const REST = 600;

interface Props {
  columns: DraftColumn[];
  people: People;
  faults: Readonly<Record<string, string>>;
  /** Names of labels in stored conditions, by `label:1`. */
  names: Readonly<Record<string, string>>;
  onChange: (columns: DraftColumn[]) => void;
}

/** The columns of an own report: each with its conditions, what it counts now, and its place. */
export function ColumnsEditor({ columns, people, faults, names, onChange }: Props) {
  const counted = usePreview(columns, people);
  const put = (at: number, column: DraftColumn) => onChange(columns.map((old, place) => (place === at ? column : old)));
  const move = (at: number, by: -1 | 1) => {
    const next = [...columns];
    const [column] = next.splice(at, 1);
    if (column) next.splice(at + by, 0, column);
    onChange(next);
  };
  const add = (kind: DraftColumn['kind']) =>
    onChange([
      ...columns,
      kind === 'count'
        ? { key: randomKey(), kind, title: '', query: { v: QUERY_VERSION, join: 'and', items: [EMPTY_CONDITION] } }
        : { key: randomKey(), kind, title: '', of: '', among: '' },
    ]);
  const isFull = columns.length >= MOST_COLUMNS;
  return (
    <div className="own-columns">
      {faults.columns && (
        <p className="field-fault" role="alert">
          {faults.columns}
        </p>
      )}
      <ol>
        {columns.map((column, at) => (
          <li key={column.key}>
            <ColumnCard
              column={column}
              at={at}
              others={columns}
              faults={faults}
              names={names}
              shown={counted?.[at]}
              onChange={(next) => put(at, next)}
              onMove={(by) => move(at, by)}
              onCopy={
                isFull
                  ? undefined
                  : () =>
                      onChange([
                        ...columns.slice(0, at + 1),
                        { ...column, key: randomKey(), title: '' },
                        ...columns.slice(at + 1),
                      ])
              }
              onRemove={
                columns.length > 1 ? () => onChange(columns.filter(({ key }) => key !== column.key)) : undefined
              }
            />
          </li>
        ))}
      </ol>
      <div className="own-add">
        <Button icon="plus" disabled={isFull} onClick={() => add('count')}>
          加人数栏
        </Button>
        <Button icon="plus" disabled={isFull} onClick={() => add('share')}>
          加占比栏
        </Button>
        <span className="muted small">
          {isFull
            ? `已满${MOST_COLUMNS}栏`
            : `已有${columns.length}栏，最多${MOST_COLUMNS}栏；每行是一个直接下级党组织，末行合计`}
        </span>
      </div>
    </div>
  );
}

/** What each column counts at the own organisation, once the whole is right and has rested. */
function usePreview(columns: readonly DraftColumn[], people: People) {
  const text = JSON.stringify({ people, columns: writtenColumns(columns) });
  const [rested, setRested] = useState('');
  const isWhole = Object.keys(faultsOfDraft(columns)).length === 0;
  useEffect(() => {
    const timer = setTimeout(() => setRested(isWhole ? text : ''), REST);
    return () => clearTimeout(timer);
  }, [text, isWhole]);
  const isReady = rested !== '' && rested === text;
  const { data, error } = useCall(previewOwnReport, isReady ? JSON.parse(rested) : null, { quiet: true });
  if (!isReady) return null;
  return error ? columns.map(() => ({ value: null, text: error.message })) : (data?.columns ?? null);
}

interface CardProps {
  column: DraftColumn;
  at: number;
  others: readonly DraftColumn[];
  faults: Readonly<Record<string, string>>;
  names: Readonly<Record<string, string>>;
  shown: { value: number | null; text: string } | undefined;
  onChange: (column: DraftColumn) => void;
  onMove: (by: -1 | 1) => void;
  onCopy: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function ColumnCard({ column, at, others, faults, names, shown, onChange, onMove, onCopy, onRemove }: CardProps) {
  const id = useId();
  const called = column.title.trim() || `第${at + 1}栏`;
  const titleFault = faults[`columns.${at}.title`];
  // Names of organisations and labels that were chosen since.
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  return (
    <section className="own-column" aria-label={called}>
      <div className="own-column-head">
        <b aria-hidden="true">{at + 1}</b>
        <span className={titleFault ? 'field-box wrong' : 'field-box'}>
          <input
            aria-label={`第${at + 1}栏的名称`}
            aria-invalid={titleFault ? true : undefined}
            aria-describedby={titleFault ? id : undefined}
            autoComplete="off"
            maxLength={20}
            placeholder={column.kind === 'count' ? '栏目名称，例如 35岁以下' : '栏目名称，例如 35岁以下占比'}
            value={column.title}
            onChange={(event) => onChange({ ...column, title: event.target.value })}
          />
        </span>
        <output className="own-column-value" aria-label={`${called}现在是`}>
          {shown?.value == null ? '—' : column.kind === 'count' ? `${formatNumber(shown.value)}人` : `${shown.value}%`}
        </output>
        <span className="own-column-acts">
          <Button
            look="plain"
            size="compact"
            aria-label={`${called}上移`}
            disabled={at === 0}
            onClick={() => onMove(-1)}
          >
            <span className="turned">
              <Icon name="down" />
            </span>
          </Button>
          <IconButton
            look="plain"
            size="compact"
            icon="down"
            label={`${called}下移`}
            disabled={at === others.length - 1}
            onClick={() => onMove(1)}
          />
          <IconButton
            look="plain"
            size="compact"
            icon="layers"
            label={`复制${called}`}
            disabled={!onCopy}
            onClick={onCopy}
          />
          <IconButton
            look="plain"
            size="compact"
            icon="trash"
            label={`删除${called}`}
            disabled={!onRemove}
            onClick={onRemove}
          />
        </span>
      </div>
      {titleFault && (
        <p id={id} className="field-fault" role="alert">
          {titleFault}
        </p>
      )}
      {column.kind === 'count' ? (
        <>
          {faults[`columns.${at}.query`] && (
            <p className="field-fault" role="alert">
              {faults[`columns.${at}.query`]}
            </p>
          )}
          <ConditionsBox
            group={column.query}
            path=""
            depth={1}
            names={{ ...names, ...chosen }}
            faults={faultsAt(faults, `columns.${at}.query.`)}
            onChange={(next, more) => {
              onChange({ ...column, query: { ...next, v: QUERY_VERSION } });
              if (more) setChosen((now) => ({ ...now, ...more }));
            }}
          />
          {shown?.text && <p className="muted small">{shown.text}</p>}
        </>
      ) : (
        <Share column={column} others={others} fault={faults[`columns.${at}.of`]} onChange={onChange} />
      )}
    </section>
  );
}

/** Faults below a path, by the rest of their names. */
const faultsAt = (faults: Readonly<Record<string, string>>, start: string) =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([name]) => name.startsWith(start))
      .map(([name, fault]) => [name.slice(start.length), fault]),
  );

interface ShareProps {
  column: Extract<DraftColumn, { kind: 'share' }>;
  others: readonly DraftColumn[];
  fault: string | undefined;
  onChange: (column: DraftColumn) => void;
}

function Share({ column, others, fault, onChange }: ShareProps) {
  const id = useId();
  const options = others.flatMap((other, at) =>
    other.kind === 'count' ? [{ value: other.key, label: other.title.trim() || `第${at + 1}栏` }] : [],
  );
  const choice = (label: string, value: string, change: (key: string) => void) => (
    <span className={fault ? 'field-box wrong' : 'field-box'}>
      <select
        aria-label={label}
        aria-describedby={fault ? id : undefined}
        value={value}
        onChange={(event) => change(event.target.value)}
      >
        <option value="">请选择</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </span>
  );
  return (
    <div className="own-share">
      {choice('分子', column.of, (of) => onChange({ ...column, of }))}
      <span>占</span>
      {choice('分母', column.among, (among) => onChange({ ...column, among }))}
      <span>的百分比</span>
      {fault && (
        <p id={id} className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
