import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { useKept } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Grid } from '#platform/web/sheet/Grid.tsx';
import type { BadRow, CellAt, GridColumn } from '#platform/web/sheet/grid.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type GridSheet, grid, saveGrid } from '../contract.ts';
import { scoreText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './assessment.css';

/** What was typed for one month, by person and item; the reason for departing from suggestions stands under `reason`. */
type Typed = Readonly<Record<string, string>>;
const NOTHING: Typed = {};

const cellKey = (memberId: string, itemId: string) => `${memberId} ${itemId}`;
/** The version of a person's month when the first cell of it was typed: the sheet may be read anew meanwhile. */
const versionKey = (memberId: string) => `${memberId} version`;

const withCell = (
  now: Typed,
  { memberId, version }: GridSheet['people'][number],
  itemId: string,
  text: string,
): Typed => ({
  ...now,
  [versionKey(memberId)]: now[versionKey(memberId)] ?? String(version),
  [cellKey(memberId, itemId)]: text,
});

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);

/** 批量评分: up to 200 people in one month; only what was changed is sent. */
export default function BatchScoring() {
  const { ids = '', belongYear = '0' } = useParams();
  const navigate = useNavigate();
  const { month = String(new Date().getMonth() + 1) } = readQuery(useLocation().search, ['month']);
  const query = useCall(grid, { ids, year: belongYear, month }, { quiet: true, staleTime: 0 });
  // Kept by month: who looks into another month comes back to what was typed.
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  useKept({
    of: `scores:${ids}:${belongYear}`,
    called: '批量评分',
    value: typed,
    changed: Object.values(typed).some((one) => Object.keys(one).length > 0),
    restore: setTyped,
  });
  return (
    <div className="assess-page">
      <PageHead title={`${belongYear}年批量评分`}>
        <select
          className="field-box"
          aria-label="月份"
          value={month}
          onChange={(event) => navigate(PATHS.batch(ids, belongYear, Number(event.target.value)))}
        >
          {MONTHS.map((one) => (
            <option key={one} value={one}>
              {one}月
            </option>
          ))}
        </select>
      </PageHead>
      <RecordLoader query={query}>
        {(sheet) => (
          <Sheet
            key={sheet.month}
            sheet={sheet}
            typed={typed[sheet.month] ?? NOTHING}
            onType={(next) => setTyped((all) => ({ ...all, [sheet.month]: next(all[sheet.month] ?? NOTHING) }))}
          />
        )}
      </RecordLoader>
    </div>
  );
}

const suggestedField = (itemId: string) => `${itemId} suggested`;

/** Each item with its maximum; where the house suggests something, that stands beside what is given. */
function columnsOf({ items, people }: GridSheet): GridColumn[] {
  const scores = items.flatMap(({ itemId, name, most }, i): GridColumn[] => {
    const title = `${name}（${scoreText(most)}）`;
    if (people.every(({ cells }) => cells[i]?.suggested == null))
      return [{ field: itemId, label: title, isNumber: true, width: 132 }];
    return [
      { field: itemId, label: '得分', group: title, isNumber: true, width: 84 },
      { field: suggestedField(itemId), label: '建议', group: title, isNumber: true, width: 66 },
    ];
  });
  return [...scores, { field: 'state', label: '状态', width: 190 }];
}

function Sheet({
  sheet,
  typed,
  onType,
}: {
  sheet: GridSheet;
  typed: Typed;
  onType: (next: (now: Typed) => Typed) => void;
}) {
  const save = useAct(saveGrid, { quiet: true });
  const [fault, setFault] = useState('');
  const reason = typed.reason ?? '';
  const typedAt = (person: number, item: number) =>
    typed[cellKey(sheet.people[person]?.memberId ?? '', sheet.items[item]?.itemId ?? '')];
  const textAt = (person: number, item: number) => {
    const cell = sheet.people[person]?.cells[item];
    if (cell?.exempt) return '免考';
    return typedAt(person, item) ?? (cell?.score == null ? '' : scoreText(cell.score));
  };
  /** What is wrong with what was written into a cell, '' when nothing is. */
  const wrongAt = (person: number, item: number) => {
    const text = typedAt(person, item)?.trim();
    const asked = sheet.items[item];
    if (!text || !asked || sheet.people[person]?.cells[item]?.exempt) return '';
    if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return '请填写0以上的数字，最多两位小数';
    return Number(text) * 100 > asked.most ? `最多${scoreText(asked.most)}分` : '';
  };
  const firstWrong = () => {
    for (const [p, person] of sheet.people.entries())
      for (const [i, item] of sheet.items.entries())
        if (wrongAt(p, i)) return `${person.name}，${item.name}：${wrongAt(p, i)}`;
    return '';
  };
  const submit = async (isLast: boolean) => {
    const people = sheet.people.flatMap((person, p) => {
      if (!person.can) return [];
      const cells = sheet.items.flatMap(({ itemId }, i) => {
        const text = typedAt(p, i);
        const cell = person.cells[i];
        if (cell?.exempt || text === undefined || text.trim() === '') return [];
        const score = Math.round(Number(text) * 100);
        const departs = cell?.suggested != null && cell.suggested !== score;
        return [{ itemId, score, reason: cell?.reason || (departs ? reason.trim() : '') }];
      });
      // What stands is submitted as well: one cell of it takes the person along.
      const at = person.cells.findIndex(({ score }) => score !== null);
      const first = sheet.items[at];
      const kept = person.cells[at];
      if (cells.length === 0 && isLast && first && kept?.score != null)
        return [
          {
            memberId: person.memberId,
            version: person.version,
            cells: [{ itemId: first.itemId, score: kept.score, reason: kept.reason }],
          },
        ];
      return cells.length === 0
        ? []
        : [{ memberId: person.memberId, version: Number(typed[versionKey(person.memberId)] ?? person.version), cells }];
    });
    if (people.length === 0) {
      setFault('没有改动');
      return;
    }
    const wrong = firstWrong();
    if (wrong) {
      setFault(wrong);
      return;
    }
    try {
      const { saved, stale } = await save.mutateAsync({ year: sheet.year, month: sheet.month, submit: isLast, people });
      emit('notice', {
        kind: stale.length > 0 ? 'info' : 'success',
        text: `已${isLast ? '提交' : '保存'}${saved}人${stale.length > 0 ? `；${stale.join('、')}已被他人改过，请核对` : ''}`,
      });
      setFault('');
      // What was taken stands in the sheet now; who was overtaken keeps the text to compare.
      const sent = new Set(people.map(({ memberId }) => memberId));
      const behind = new Set(sheet.people.filter(({ name }) => stale.includes(name)).map(({ memberId }) => memberId));
      onType((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([key]) => {
            const [memberId = '', what] = key.split(' ');
            if (behind.has(memberId)) return what !== 'version';
            return !sent.has(memberId) && key !== 'reason';
          }),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  const fill = () =>
    onType((now) => {
      let next = now;
      for (const person of sheet.people)
        for (const [i, { score, suggested }] of person.cells.entries()) {
          const itemId = sheet.items[i]?.itemId ?? '';
          // What is exempt has no suggestion.
          if (!person.can || score !== null || suggested === null) continue;
          if (next[cellKey(person.memberId, itemId)] === undefined)
            next = withCell(next, person, itemId, scoreText(suggested));
        }
      return next;
    });
  const rows = sheet.people.map(
    (person, p): BadRow => ({
      rowNo: p + 1,
      head: person.name,
      cells: {
        ...Object.fromEntries(sheet.items.map(({ itemId }, i) => [itemId, textAt(p, i)])),
        ...Object.fromEntries(
          person.cells.flatMap(({ suggested }, i) =>
            suggested === null ? [] : [[suggestedField(sheet.items[i]?.itemId ?? ''), scoreText(suggested)]],
          ),
        ),
        state: person.stateName,
      },
      errors: sheet.items.flatMap(({ itemId }, i) => {
        const text = wrongAt(p, i);
        return text === '' ? [] : [{ field: itemId, text, suggestions: [] }];
      }),
      locked: new Set([
        'state',
        ...sheet.items.map(({ itemId }) => suggestedField(itemId)),
        ...sheet.items.flatMap(({ itemId }, i) => (person.can && !person.cells[i]?.exempt ? [] : [itemId])),
      ]),
    }),
  );
  const type = (rowNo: number, field: string, text: string) => {
    const person = sheet.people[rowNo - 1];
    if (person?.can) onType((now) => withCell(now, person, field, text));
  };
  /** Scores side by side, as a table elsewhere has them: what is suggested stands between and is passed over. */
  const paste = (at: CellAt, cells: readonly (readonly string[])[]) =>
    onType((now) => {
      const first = sheet.items.findIndex(({ itemId }) => itemId === at.field);
      let next = now;
      for (const [down, line] of cells.entries())
        for (const [right, text] of line.entries()) {
          const person = sheet.people[at.rowNo - 1 + down];
          const item = sheet.items[first + right];
          if (person?.can && item) next = withCell(next, person, item.itemId, text);
        }
      return next;
    });
  return (
    <section className="card" aria-label="批量评分">
      <div className="card-head">
        <h2>
          {sheet.month}月，{sheet.people.length}人
        </h2>
        <span className="secondary">灰底的不能改；可从Excel复制多行得分粘贴</span>
      </div>
      {sheet.items.length === 0 ? (
        <p className="assess-empty">这个月没有要评的项目。</p>
      ) : (
        <Grid
          place={`${sheet.year}-${sheet.month}`}
          rows={rows}
          columns={columnsOf(sheet)}
          way={{ rowHead: '党员', headWidth: 96, type, paste }}
          caption="批量评分"
        />
      )}
      {fault && (
        <p className="assess-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="assess-foot">
        <label>
          <span className="visually-hidden">与建议分不同的理由</span>
          <input
            className="field-box"
            aria-label="与建议分不同的理由"
            placeholder="与建议分不同的理由"
            maxLength={200}
            value={reason}
            onChange={(event) => {
              const text = event.target.value;
              onType((now) => ({ ...now, reason: text }));
            }}
          />
        </label>
        <Button onClick={fill}>填入建议分</Button>
        <Button disabled={save.isPending} onClick={() => submit(false)}>
          保存
        </Button>
        <Button look="primary" disabled={save.isPending} onClick={() => submit(true)}>
          提交
        </Button>
      </div>
    </section>
  );
}
