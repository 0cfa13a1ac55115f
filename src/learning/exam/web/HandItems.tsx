import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { listLibs, listQuestions, type QuestionRow } from '../contract.bank.ts';
import type { HandItem } from './PaperEdit.tsx';
import { KindSelect, kindName } from './pickers.parts.tsx';

const NUMERALS = '一二三四五六七八九十';
const SCORES: Readonly<Record<number, string>> = { 1: '2', 2: '3', 3: '1', 4: '2', 5: '10' };

/** The questions of a paper made by hand, by their sections, in their order. */
export function HandItems({ form, items }: { form: Form; items: readonly HandItem[] }) {
  const [open, setOpen] = useState(false);
  const write = (next: readonly HandItem[]) => form.set({ items: JSON.stringify(numbered(next)) });
  const move = (at: number, by: number) => {
    const next = [...items];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    write(next);
  };
  return (
    <Field form={form} name="items" label="试题" required wide hint="同一题型排成一大题；分值最小到0.5分">
      {(control) => (
        <div id={control.id} className="exam-paper-items" tabIndex={-1} aria-invalid={control['aria-invalid']}>
          {items.map((item, at) => (
            <div key={item.questionId} className="exam-paper-item">
              {item.section !== items[at - 1]?.section && <h3>{item.section}</h3>}
              <div className="exam-paper-line">
                <span className="muted">{at + 1}.</span>
                <span className="tag">{kindName(item.kind)}</span>
                <span className="exam-paper-stem">{item.stem}</span>
                <span className="field-box exam-score">
                  <input
                    aria-label={`第${at + 1}题分值`}
                    inputMode="decimal"
                    value={item.score}
                    onChange={(event) =>
                      write(items.map((one, place) => (place === at ? { ...one, score: event.target.value } : one)))
                    }
                  />
                  分
                </span>
                <IconButton
                  look="plain"
                  size="compact"
                  icon="top"
                  iconSize={14}
                  label="上移"
                  disabled={items[at - 1]?.section !== item.section}
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  look="plain"
                  size="compact"
                  icon="close"
                  iconSize={14}
                  label="移除"
                  onClick={() => write(items.filter((_one, place) => place !== at))}
                />
              </div>
            </div>
          ))}
          <Button icon="plus" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            从题库选题
          </Button>
          {open && (
            <PickDialog
              taken={items.map(({ questionId }) => questionId)}
              onPick={(rows) =>
                write([
                  ...items,
                  ...rows.map(({ id, kind, stem }) => ({
                    section: '',
                    questionId: id,
                    score: SCORES[kind] ?? '2',
                    kind,
                    stem,
                  })),
                ])
              }
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/** Questions by kind, their sections numbered as they come. */
function numbered(items: readonly HandItem[]): HandItem[] {
  const kinds = [...new Set(items.map(({ kind }) => kind))].sort((a, b) => a - b);
  return kinds.flatMap((kind, at) =>
    items
      .filter((item) => item.kind === kind)
      .map((item) => ({ ...item, section: `${NUMERALS[at]}、${kindName(kind)}题` })),
  );
}

function PickDialog({
  taken,
  onPick,
  onClose,
}: {
  taken: readonly string[];
  onPick: (rows: QuestionRow[]) => void;
  onClose: () => void;
}) {
  const libs = useCall(listLibs, { pageSize: 200 }, { quiet: true });
  const [libId, setLib] = useState('');
  const [kind, setKind] = useState('');
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<ReadonlyMap<string, QuestionRow>>(new Map());
  const lib = libId || (libs.data?.rows[0]?.id ?? '');
  const questionsQuery = useCall(
    listQuestions,
    { libId: lib || '1', ...(kind ? { kind } : {}), keyWords: words, pageNum: page, pageSize: 20 },
    { quiet: true, enabled: lib !== '', keepPrevious: true },
  );
  const rows = questionsQuery.data?.rows ?? [];
  const pages = Math.max(1, Math.ceil((questionsQuery.data?.total ?? 0) / 20));
  const toggle = (row: QuestionRow) => {
    const next = new Map(picked);
    if (!next.delete(row.id)) next.set(row.id, row);
    setPicked(next);
  };
  return (
    <Dialog
      title="从题库选题"
      icon="book"
      width={900}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            disabled={picked.size === 0}
            onClick={() => {
              onPick([...picked.values()]);
              onClose();
            }}
          >
            加入{picked.size}道
          </Button>
        </>
      }
    >
      <div className="exam-import">
        <div className="exam-row">
          <span className="field-box">
            <select
              aria-label="题库"
              value={lib}
              onChange={(event) => {
                setLib(event.target.value);
                setPage(1);
              }}
            >
              {(libs.data?.rows ?? []).map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}（{one.questions}）
                </option>
              ))}
            </select>
          </span>
          <KindSelect
            value={kind}
            onChange={(next) => {
              setKind(next);
              setPage(1);
            }}
          />
          <span className="field-box">
            <input
              aria-label="题干或标签"
              placeholder="题干或标签"
              value={words}
              onChange={(event) => {
                setWords(event.target.value);
                setPage(1);
              }}
            />
          </span>
        </div>
        {lib === '' && libs.data && <p className="muted">还没有题库，请先在“题库”里新增。</p>}
        {lib !== '' && !questionsQuery.data && <Waiting query={questionsQuery} lines={6} />}
        <ul className="exam-pick">
          {rows.map((row) => (
            <li key={row.id}>
              <label className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  disabled={taken.includes(row.id)}
                  checked={picked.has(row.id) || taken.includes(row.id)}
                  onChange={() => toggle(row)}
                />
                <span className="tag">{kindName(row.kind)}</span>
                <span>{row.stem}</span>
              </label>
            </li>
          ))}
        </ul>
        {questionsQuery.data && rows.length === 0 && <p className="muted">没有符合条件的试题。</p>}
        <div className="exam-row">
          <Button size="compact" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            上一页
          </Button>
          <span className="muted">
            {page} / {pages}
          </span>
          <Button size="compact" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            下一页
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
