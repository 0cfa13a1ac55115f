import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { markStale, useAct } from '#platform/web/call/hooks.ts';
import { BadRows } from '#platform/web/sheet/BadRows.tsx';
import type { BadRow } from '#platform/web/sheet/grid.ts';
import { useCellDrafts } from '#platform/web/sheet/useCellDrafts.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { fixImportRows, type ImportBatch, type importGroups, importRows } from '../../contract.import.ts';
import { findBranches } from './findBranches.ts';
import { Groups } from './Groups.tsx';
import { columnsOf } from './gridColumns.ts';
import { SkipDialog } from './SkipDialog.tsx';
import './fix.css';

/** Groups that stand as buttons above the grid; the others are reached from the left. */
const AS_BUTTONS = 2;

/** What became of saved rows, in words. */
function outcomeOf(
  rowNos: readonly number[],
  { good, bad, gone }: { good: number; bad: number; gone: number },
): string {
  const same = rowNos.length - good - bad - gone;
  if (rowNos.length === 1) {
    const rest = gone > 0 ? '已在别处改好或跳过，没有再保存' : '已在册且一致，不重复入库';
    const what = good > 0 ? '已入库' : bad > 0 ? '仍有错误，原因已更新' : rest;
    return `第${rowNos[0]}行${what}`;
  }
  const words = [
    good > 0 && `入库${formatNumber(good)}行`,
    same > 0 && `${formatNumber(same)}行已在册且一致，不重复入库`,
    bad > 0 && `${formatNumber(bad)}行仍有错误，原因已更新`,
    gone > 0 && `${formatNumber(gone)}行已在别处改好或跳过，没有再保存`,
  ];
  return words.filter(Boolean).join('，');
}

interface FixProps {
  batch: ImportBatch;
  groups: ReplyOf<typeof importGroups>;
}

/** The groups of errors, and beside them the sheet of the bad rows alone. */
export function FixRows({ batch, groups }: FixProps) {
  const drafts = useCellDrafts(batch.id);
  const [code, setCode] = useState('');
  const [all, setAll] = useState(false);
  const [skipping, setSkipping] = useState<{ rowNos: number[]; picked: boolean; done: () => void } | null>(null);
  const save = useAct(fixImportRows);
  const client = useQueryClient();

  const group = groups.find((group) => group.code === code);
  const { mapping, orgId } = batch;
  // The branches of the organisation that the sheet was uploaded for: others are not taken.
  const searchBranch = useCallback((words: string) => findBranches(client, orgId, words), [client, orgId]);
  const columns = useCallback(
    (rows: readonly BadRow[]) => columnsOf(mapping, rows, all, searchBranch),
    [mapping, all, searchBranch],
  );
  const sheet = useRef<HTMLElement>(null);
  const show = (next: string) => {
    // Where the sheet stands below the groups, whoever chose one wants to see its rows.
    if (sheet.current && sheet.current.getBoundingClientRect().top > innerHeight / 2) sheet.current.scrollIntoView();
    setCode(next);
  };
  const byHand = groups.filter((group) => !group.fix);
  const buttons = byHand.slice(0, AS_BUTTONS);
  if (group && !buttons.includes(group)) buttons.splice(AS_BUTTONS - 1, 1, group);

  return (
    <div className="import-work">
      <Groups
        batchId={batch.id}
        groups={groups}
        bad={batch.bad}
        shown={code}
        onShow={show}
        idle={drafts.typed.length === 0}
      />
      <section ref={sheet} className="card import-rows" aria-label="待修正的行">
        <BadRows
          endpoint={importRows}
          input={{ id: batch.id, ...(group ? { code } : {}) }}
          expected={group?.count ?? batch.bad}
          place={group ? code : ''}
          columnsOf={columns}
          drafts={drafts}
          save={async (rows) => {
            const { written, bad, gone } = await save.mutateAsync({ id: batch.id, rows });
            return { good: written, bad, gone };
          }}
          onFailed={() => markStale(client, fixImportRows)}
          outcome={outcomeOf}
          words={{ save: '并入库', waiting: '尚未入库' }}
          head={
            <div className="import-filter">
              <Pressable className="import-chip" aria-pressed={!group} onClick={() => show('')}>
                全部{formatNumber(batch.bad)}
              </Pressable>
              {buttons.map((group) => (
                <Pressable
                  key={group.code}
                  className="import-chip"
                  aria-pressed={group.code === code}
                  onClick={() => show(group.code)}
                >
                  {group.label}
                  {formatNumber(group.count)}
                </Pressable>
              ))}
            </div>
          }
          extra={
            <Button look="word" aria-pressed={all} onClick={() => setAll(!all)}>
              {all ? '只看主要列' : '显示全部列'}
            </Button>
          }
          empty={<Empty title="这一组已经没有待修正的行" act={<Button onClick={() => show('')}>看全部</Button>} />}
          foot={({ rows, chosen, changing, clearChosen }) => {
            // What was typed is not given up by a click that means the rest.
            const untouched = rows.map(({ rowNo }) => rowNo).filter((rowNo) => !drafts.drafts[rowNo]);
            const rowNos = chosen.size > 0 ? [...chosen] : untouched;
            return (
              <Button
                disabled={rowNos.length === 0 || changing}
                onClick={() => setSkipping({ rowNos, picked: chosen.size > 0, done: clearChosen })}
              >
                {chosen.size > 0 ? `跳过选中${chosen.size}行` : '跳过这些行'}
              </Button>
            );
          }}
        />
      </section>
      {skipping && (
        <SkipDialog
          batchId={batch.id}
          rowNos={skipping.rowNos}
          picked={skipping.picked}
          bad={batch.bad}
          onSkipped={(skipped) => {
            drafts.change((now) =>
              Object.fromEntries(Object.entries(now).filter(([rowNo]) => skipped && !skipped.includes(Number(rowNo)))),
            );
            skipping.done();
          }}
          onClose={() => setSkipping(null)}
        />
      )}
    </div>
  );
}
