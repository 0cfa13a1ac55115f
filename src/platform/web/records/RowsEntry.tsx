import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { parseTypedDay } from '#platform/reading/days.ts';
import {
  MOST_ADDED,
  type RecordAddition,
  type RecordField,
  type RecordType,
  recordForm,
} from '#platform/records/records.ts';
import { emit } from '../call/events.ts';
import { useAct } from '../call/hooks.ts';
import { ApiError } from '../call/request.ts';
import { useKept } from '../kept/useKept.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import type { Choices } from './RecordForm.tsx';
import './rows.css';

type Cells = Readonly<Record<string, string>>;
interface Line {
  key: number;
  cells: Cells;
}

const isEmpty = ({ cells }: Line) => Object.values(cells).every((text) => text.trim() === '');
const faultAt = (at: number, name: string) => `rows.${at}.${name}`;

/**
 * New rows of one sort, entered in a table: Tab goes from cell to cell, Enter to the next row and adds one at the end,
 * Ctrl+S saves all rows together. Lines left empty are nothing.
 */
export function RowsEntry({
  sort,
  add,
  ownerId,
  choices,
  onDone,
}: {
  sort: RecordType;
  add: RecordAddition;
  ownerId: string;
  choices: Choices;
  onDone: () => void;
}) {
  const save = useAct(add, { quiet: true });
  const box = useRef<HTMLFormElement>(null);
  const next = useRef(1);
  const wanted = useRef<string | null>('0');
  const [lines, setLines] = useState<readonly Line[]>([{ key: 0, cells: {} }]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [message, setMessage] = useState('');
  const filled = lines.filter((line) => !isEmpty(line));
  const fields = sort.fields.filter(({ made }) => !made);
  const [first] = fields;
  const kept = useKept({
    of: `rows:${sort.kind}:${ownerId}`,
    called: `新增${sort.label}`,
    value: filled.map(({ cells }) => cells),
    changed: filled.length > 0,
    box,
    restore: (rows) => setLines((rows.length > 0 ? rows : [{}]).map((cells) => ({ key: next.current++, cells }))),
  });
  // A new row has the focus once it is drawn, and the first fault once it is told.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each drawing of other rows or faults is looked at once
  useEffect(() => {
    if (wanted.current === null) return;
    const place = wanted.current === 'fault' ? '[aria-invalid="true"]' : `[data-line="${wanted.current}"]`;
    wanted.current = null;
    const cell = box.current?.querySelector<HTMLElement>(place);
    cell?.focus();
  }, [lines, faults]);

  const type = (key: number, name: string, text: string) => {
    setLines((now) => now.map((line) => (line.key === key ? { key, cells: { ...line.cells, [name]: text } } : line)));
    const fault = `${key}.${name}`;
    if (faults[fault]) setFaults(Object.fromEntries(Object.entries(faults).filter(([at]) => at !== fault)));
    setMessage('');
  };
  const addLine = () => {
    if (lines.length >= MOST_ADDED) return setMessage(`一次最多新增${MOST_ADDED}条，请先保存`);
    const key = next.current++;
    wanted.current = String(key);
    setLines([...lines, { key, cells: {} }]);
  };
  const drop = (key: number) => {
    const rest = lines.filter((line) => line.key !== key);
    if (rest.length === 0) return onDone();
    wanted.current = String(rest.at(-1)?.key ?? 0);
    setLines(rest);
  };
  const tell = (rowFaults: Record<string, string>) => {
    wanted.current = 'fault';
    setFaults(rowFaults);
    setMessage(`还有${Object.keys(rowFaults).length}处要改`);
  };
  const submit = async () => {
    if (save.isPending) return;
    if (filled.length === 0) return setMessage(`请填写${sort.label}`);
    const schema = recordForm(sort);
    const wrong: Record<string, string> = {};
    const rows = filled.map(({ key, cells }) => {
      const values = Object.fromEntries(fields.map(({ name }) => [name, cells[name] ?? '']));
      for (const issue of schema.safeParse(values).error?.issues ?? []) {
        wrong[`${key}.${issue.path.join('.')}`] ??= issue.message;
      }
      return values;
    });
    if (Object.keys(wrong).length > 0) return tell(wrong);
    try {
      await save.mutateAsync({ ownerId, rows });
    } catch (error) {
      const named = error instanceof ApiError ? Object.entries(error.fields) : [];
      const rowFaults = filled.flatMap(({ key }, at) =>
        fields.flatMap(({ name }) => {
          const text = named.find(([place]) => place === faultAt(at, name))?.[1];
          return text ? [[`${key}.${name}`, text] as const] : [];
        }),
      );
      if (rowFaults.length > 0) tell(Object.fromEntries(rowFaults));
      else setMessage(error instanceof Error ? error.message : '没有保存成功，请再试一次');
      return;
    }
    kept.sent();
    emit('notice', { kind: 'success', text: `已新增${rows.length}条${sort.label}` });
    onDone();
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Enter' && (event.target as HTMLElement).matches('input')) {
      event.preventDefault();
      const key = Number((event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row);
      const below = lines[lines.findIndex((line) => line.key === key) + 1];
      if (below) box.current?.querySelector<HTMLElement>(`[data-line="${below.key}"]`)?.focus();
      else addLine();
    }
  };
  return (
    <form
      ref={box}
      className="rows-entry"
      aria-label={`逐行录入${sort.label}`}
      noValidate
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="record-scroll">
        <table className="table record-table rows-table">
          <caption className="visually-hidden">逐行录入{sort.label}</caption>
          <thead>
            <tr>
              {fields.map(({ name, label, required }) => (
                <th key={name} scope="col">
                  {required && (
                    <span className="must" aria-hidden="true">
                      *
                    </span>
                  )}
                  {label}
                </th>
              ))}
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, cells }, at) => (
              <tr key={key} data-row={key}>
                {fields.map((field) => (
                  <td key={field.name} data-label={field.label}>
                    <Cell
                      field={field}
                      label={`第${at + 1}行${field.label}`}
                      line={field === first ? key : undefined}
                      text={cells[field.name] ?? ''}
                      fault={faults[`${key}.${field.name}`] ?? ''}
                      choices={choices}
                      onType={(text) => type(key, field.name, text)}
                    />
                  </td>
                ))}
                <td className="record-row-acts">
                  <Button look="row" aria-label={`去掉第${at + 1}行`} onClick={() => drop(key)}>
                    去掉
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="rows-foot">
        <Button size="compact" icon="plus" iconSize={14} onClick={addLine}>
          再加一行
        </Button>
        <span className="muted small rows-keys">回车到下一行，Ctrl+S 全部保存</span>
        {message && (
          <span className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {message}
          </span>
        )}
        <span className="record-section-acts">
          <Button size="compact" onClick={onDone}>
            取消
          </Button>
          <Button submit look="primary" size="compact" disabled={save.isPending}>
            {filled.length > 1 ? `保存${filled.length}条` : '保存'}
          </Button>
        </span>
      </div>
    </form>
  );
}

function Cell({
  field,
  label,
  line,
  text,
  fault,
  choices,
  onType,
}: {
  field: RecordField;
  label: string;
  line: number | undefined;
  text: string;
  fault: string;
  choices: Choices;
  onType: (text: string) => void;
}) {
  const common = {
    'aria-label': label,
    'aria-required': field.required,
    'aria-invalid': fault !== '',
    'data-line': line,
    value: text,
  };
  return (
    <div>
      <span className={fault ? 'field-box wrong' : 'field-box'}>
        {field.kind === 'choice' ? (
          <select {...common} onChange={(event) => onType(event.target.value)}>
            <option value="">{field.required ? '请选择' : '未填写'}</option>
            {(choices[field.dictionary ?? ''] ?? []).map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...common}
            autoComplete="off"
            maxLength={field.kind === 'date' ? 12 : (field.max ?? (field.kind === 'text' ? 500 : 60))}
            inputMode={field.kind === 'date' || field.kind === 'number' ? 'numeric' : undefined}
            placeholder={field.kind === 'date' ? '年-月-日' : undefined}
            onChange={(event) => onType(event.target.value)}
            onBlur={(event) => {
              if (field.kind !== 'date') return;
              const day = parseTypedDay(event.target.value);
              if (day !== text) onType(day);
            }}
          />
        )}
      </span>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
