import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/events.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Bones, Empty, Failed } from '#platform/web/states.tsx';
import { useUnsaved } from '#platform/web/unsaved.ts';
import { fixImportRows, type ImportBatch, type importGroups, importRows } from '../../contract.import.ts';
import { number } from './BatchHead.tsx';
import { Grid, type Heading } from './Grid.tsx';
import { Groups } from './Groups.tsx';
import { columnsOf, type Drafts, withoutSaved } from './grid.ts';
import { SkipDialog } from './SkipDialog.tsx';
import './fix.css';

const PAGE_SIZE = 50;
/** As many rows as one call saves. */
const MOST_SAVED = 200;
/** Groups that stand as buttons above the grid; the others are reached from the left. */
const AS_BUTTONS = 2;

/** What was typed and not saved, kept in this window's memory alone while the user is on another page. */
function useDrafts(batchId: string) {
  const client = useQueryClient();
  const key = useMemo(() => ['typed import cells', batchId], [batchId]);
  const [drafts, setDrafts] = useState<Drafts>(() => client.getQueryData<Drafts>(key) ?? {});
  const change = useCallback(
    (next: (now: Drafts) => Drafts) => {
      const drafts = next(client.getQueryData<Drafts>(key) ?? {});
      client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData(key, drafts);
      setDrafts(drafts);
    },
    [client, key],
  );
  return { drafts, change };
}

/** What became of saved rows, in words. */
function outcomeOf(rowNos: readonly number[], { written, bad }: { written: number; bad: number }): string {
  const same = rowNos.length - written - bad;
  if (rowNos.length === 1) {
    const what = written > 0 ? '已入库' : bad > 0 ? '仍有错误，原因已更新' : '已在册且一致，不重复入库';
    return `第${rowNos[0]}行${what}`;
  }
  const words = [
    written > 0 && `入库${number(written)}行`,
    same > 0 && `${number(same)}行已在册且一致，不重复入库`,
    bad > 0 && `${number(bad)}行仍有错误，原因已更新`,
  ];
  return words.filter(Boolean).join('，');
}

interface FixProps {
  batch: ImportBatch;
  groups: ReplyOf<typeof importGroups>;
}

/** The groups of errors, and beside them the sheet of the bad rows alone. */
export function FixRows({ batch, groups }: FixProps) {
  const { drafts, change } = useDrafts(batch.id);
  const [code, setCode] = useState('');
  const [wanted, setPage] = useState(1);
  // Where the sheet goes, once another page is there.
  const [heading, setHeading] = useState<Heading | null>(null);
  const arrived = useCallback(() => setHeading(null), []);
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [saving, setSaving] = useState<ReadonlySet<number>>(new Set());
  const [status, setStatus] = useState('');
  const [skipping, setSkipping] = useState(false);
  const save = useAct(fixImportRows);

  const group = groups.find((group) => group.code === code);
  const expected = group?.count ?? batch.bad;
  const page = Math.min(wanted, Math.max(1, Math.ceil(expected / PAGE_SIZE)));
  const input = { id: batch.id, pageNum: page, pageSize: PAGE_SIZE, ...(group ? { code } : {}) };
  const query = useCall(importRows, input, { quiet: true, keepPrevious: true });
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const fields = useMemo(() => columnsOf(batch.mapping, query.data?.rows ?? [], all), [batch.mapping, query.data, all]);
  const typed = Object.keys(drafts).map(Number);
  useUnsaved(typed.length > 0 ? '改好的导入行' : null);

  const sheet = useRef<HTMLElement>(null);
  const show = (next: string) => {
    // Where the sheet stands below the groups, whoever chose one wants to see its rows.
    if (sheet.current && sheet.current.getBoundingClientRect().top > innerHeight / 2) sheet.current.scrollIntoView();
    setCode(next);
    setPage(1);
    setChosen(new Set());
  };
  const turn = (next: number, arrive: Heading | null = null) => {
    setPage(next);
    setChosen(new Set());
    setHeading(arrive);
  };
  const choose = useCallback(
    (rowNo: number, on: boolean) =>
      setChosen((now) => {
        const next = new Set(now);
        if (on) next.add(rowNo);
        else next.delete(rowNo);
        return next;
      }),
    [],
  );

  const send = async (rowNos: readonly number[]) => {
    setSaving((now) => new Set([...now, ...rowNos]));
    const sum = { written: 0, bad: 0 };
    let failed = false;
    for (let start = 0; start < rowNos.length && !failed; start += MOST_SAVED) {
      const part = rowNos.slice(start, start + MOST_SAVED);
      const sent = Object.fromEntries(part.map((rowNo) => [rowNo, drafts[rowNo] ?? {}]));
      try {
        const reply = await save.mutateAsync({
          id: batch.id,
          rows: part.map((rowNo) => ({ rowNo, cells: { ...sent[rowNo] } })),
        });
        sum.written += reply.written;
        sum.bad += reply.bad;
        change((now) => withoutSaved(now, sent));
      } catch {
        // The client has shown why; what was typed stays.
        failed = true;
      }
    }
    setSaving((now) => new Set([...now].filter((rowNo) => !rowNos.includes(rowNo))));
    if (failed) return;
    const sentence = outcomeOf(rowNos, sum);
    setStatus(sentence);
    if (rowNos.length > 1 || sum.bad > 0) emit('notice', { kind: sum.bad > 0 ? 'warning' : 'success', text: sentence });
  };
  // What was typed is not given up by a click that means the rest.
  const untouched = rows.map(({ rowNo }) => rowNo).filter((rowNo) => !drafts[rowNo]);
  const toSkip = chosen.size > 0 ? [...chosen] : untouched;
  const byHand = groups.filter((group) => !group.fix);
  const buttons = byHand.slice(0, AS_BUTTONS);
  if (group && !buttons.includes(group)) buttons.splice(AS_BUTTONS - 1, 1, group);

  return (
    <div className="import-work">
      <Groups batchId={batch.id} groups={groups} bad={batch.bad} shown={code} onShow={show} idle={typed.length === 0} />
      <section ref={sheet} className="card import-rows" aria-label="待修正的行">
        <div className="card-head">
          <h2>待修正的行</h2>
          <div className="import-filter">
            <button type="button" className="import-chip" aria-pressed={!group} onClick={() => show('')}>
              全部{number(batch.bad)}
            </button>
            {buttons.map((group) => (
              <button
                key={group.code}
                type="button"
                className="import-chip"
                aria-pressed={group.code === code}
                onClick={() => show(group.code)}
              >
                {group.label}
                {number(group.count)}
              </button>
            ))}
          </div>
          <span className="card-extra">
            <button type="button" className="word" aria-pressed={all} onClick={() => setAll(!all)}>
              {all ? '只看主要列' : '显示全部列'}
            </button>
            <span className="import-keys">
              <kbd className="key">Tab</kbd>下一处
              <kbd className="key">Enter</kbd>保存此行
            </span>
          </span>
        </div>
        {query.error && !query.data ? (
          <Failed error={query.error} onRetry={() => query.refetch()} />
        ) : !query.data ? (
          <Bones lines={8} />
        ) : rows.length === 0 ? (
          <Empty
            title="这一组已经没有待修正的行"
            act={
              <button type="button" className="button" onClick={() => show('')}>
                看全部
              </button>
            }
          />
        ) : (
          <Grid
            place={`${code} ${page}`}
            rows={rows}
            fields={fields}
            drafts={drafts}
            onDrafts={change}
            chosen={chosen}
            onChoose={choose}
            saving={saving}
            onSave={(rowNo) => {
              if (drafts[rowNo] && !saving.has(rowNo)) void send([rowNo]);
            }}
            onEnd={(step) => {
              const next = page + step;
              if (next < 1 || next > last) {
                setStatus(step > 0 ? '后面没有要改的了' : '前面没有要改的了');
                return false;
              }
              turn(next, step > 0 ? 'first' : 'last');
              return true;
            }}
            heading={query.isPlaceholderData ? null : heading}
            onArrived={arrived}
            onPasted={(cells) => setStatus(`已粘贴${cells}格，核对后保存`)}
            caption="待修正的行"
          />
        )}
        <div className="import-foot">
          <span className="import-pages">
            {total > PAGE_SIZE
              ? `第${number((page - 1) * PAGE_SIZE + 1)}至${number((page - 1) * PAGE_SIZE + rows.length)}行`
              : `共${number(total)}行`}
            <button
              type="button"
              className="button compact"
              disabled={rows.length === 0}
              onClick={() => setHeading('next')}
            >
              <Icon name="forward" size={13} />
              下一处错误
            </button>
          </span>
          {total > PAGE_SIZE && (
            <Pager page={page} size={PAGE_SIZE} total={total} capped={false} unit="行" onPage={(next) => turn(next)} />
          )}
          <span className="import-status" role="status">
            {typed.length > 0 ? `已改好${number(typed.length)}行，尚未入库` : status}
          </span>
          <button type="button" className="button" disabled={toSkip.length === 0} onClick={() => setSkipping(true)}>
            {chosen.size > 0 ? `跳过选中${chosen.size}行` : '跳过这些行'}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={typed.length === 0 || saving.size > 0}
            onClick={() => send(typed)}
          >
            {typed.length > 0 ? `保存${number(typed.length)}行并入库` : '保存并入库'}
          </button>
        </div>
      </section>
      {skipping && (
        <SkipDialog
          batchId={batch.id}
          rowNos={toSkip}
          picked={chosen.size > 0}
          bad={batch.bad}
          onSkipped={(skipped) => {
            change((now) =>
              Object.fromEntries(Object.entries(now).filter(([rowNo]) => skipped && !skipped.includes(Number(rowNo)))),
            );
            setChosen(new Set());
          }}
          onClose={() => setSkipping(false)}
        />
      )}
    </div>
  );
}
