import { useMemo, useRef, useState } from 'react';

import { PeopleField } from '#people/groups/web/pickers.tsx';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { useKept } from '#platform/web/kept/useKept.ts';
import { Grid } from '#platform/web/sheet/Grid.tsx';
import {
  type BadRow,
  type CellAt,
  type Drafts,
  type GridColumn,
  withPaste,
  withText,
} from '#platform/web/sheet/grid.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { MOST_GRADUATES, MOST_IN_PART, startBatch } from '../contract.batch.ts';
import { PATHS } from './paths.ts';
import './relation.css';

const USUAL_REASON = '毕业离校，组织关系转至就业（升学）单位';
interface Outcome {
  id: string | null;
  note: string;
}

const FIELDS = ['outsideName', 'outsideBranch', 'result'];
const COLUMNS: readonly GridColumn[] = [
  { field: 'outsideName', label: '接收党委全称', width: 300 },
  { field: 'outsideBranch', label: '接收党支部', width: 260 },
  { field: 'result', label: '结果', width: 320 },
];

/**
 * 毕业生批量转出: who leaves, where each goes, and what came of each. Lines are handed in part by part; stopped, what was handed
 * in stays, and the next press goes on with those that are left.
 */
export default function Graduates() {
  const [people, setPeople] = useState<readonly Choice[]>([]);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [reason, setReason] = useState(USUAL_REASON);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null);
  const [message, setMessage] = useState('');
  const stopped = useRef(false);
  const start = useAct(startBatch, { quiet: true });
  useKept({
    of: 'graduates',
    called: '填好的毕业生去向',
    value: { people, drafts, reason, outcomes },
    changed: people.length === 0 ? reason !== USUAL_REASON : people.some(({ id }) => !outcomes[id]?.id),
    restore: (kept) => {
      setPeople(kept.people);
      setDrafts(kept.drafts);
      setReason(kept.reason);
      setOutcomes(kept.outcomes);
    },
  });

  const textOf = (at: number, field: string) => drafts[at + 1]?.[field] ?? '';
  const isDone = (id: string) => Boolean(outcomes[id]?.id);
  const rows = people.map((person, at): BadRow => {
    const outcome = outcomes[person.id];
    const result = outcome ? (outcome.id ? '已提交审批' : outcome.note) : '';
    return {
      rowNo: at + 1,
      head: person.name,
      cells: { outsideName: textOf(at, 'outsideName'), outsideBranch: textOf(at, 'outsideBranch'), result },
      errors: outcome && !outcome.id ? [{ field: 'result', text: outcome.note, suggestions: [] }] : [],
      locked: new Set(isDone(person.id) ? FIELDS : ['result']),
    };
  });
  const blank = useMemo<readonly BadRow[]>(
    () =>
      people.map((person, at) => ({
        rowNo: at + 1,
        head: person.name,
        cells: {},
        errors: [],
        locked: new Set(['result']),
      })),
    [people],
  );
  const open = people.flatMap((person, at) => {
    const outsideName = textOf(at, 'outsideName').trim();
    if (isDone(person.id) || outsideName === '') return [];
    return [{ memberId: person.id, outsideName, outsideBranch: textOf(at, 'outsideBranch').trim() }];
  });
  const without = people.filter((person, at) => !isDone(person.id) && textOf(at, 'outsideName').trim() === '').length;
  const done = people.filter(({ id }) => isDone(id)).length;

  const paste = (at: CellAt, cells: readonly (readonly string[])[]) =>
    setDrafts((now) => pasted(now, blank, at, cells));
  const run = async () => {
    if (reason.trim() === '') return setMessage('请填写转接原因');
    if (open.length === 0) return setMessage('还没有填写去向；没有落实去向的暂不转出，关系保留在学校不超过两年');
    setMessage('');
    stopped.current = false;
    try {
      for (let at = 0; at < open.length && !stopped.current; at += MOST_IN_PART) {
        setRunning({ done: at, total: open.length });
        const answer = await start.mutateAsync({ rows: open.slice(at, at + MOST_IN_PART), reason: reason.trim() });
        setOutcomes((now) => ({
          ...now,
          ...Object.fromEntries(answer.rows.map(({ memberId, id, note }) => [memberId, { id, note }])),
        }));
      }
    } catch (error) {
      setMessage(
        error instanceof ApiError
          ? (Object.values(error.fields)[0] ?? error.message)
          : '没有连上服务器；已提交的有效，请再点一次继续',
      );
    } finally {
      setRunning(null);
    }
  };
  return (
    <div className="list-page rel-batch">
      <PageHead title="毕业生批量转出">
        <ButtonLink to={PATHS.graduateSheets}>按表格办理</ButtonLink>
        {running ? (
          <Button
            onClick={() => {
              stopped.current = true;
            }}
          >
            停止
          </Button>
        ) : (
          <Button look="primary" icon="transfer" disabled={people.length === 0} onClick={() => void run()}>
            {done > 0 ? '继续提交' : '提交审批'}
          </Button>
        )}
      </PageHead>
      <section className="card rel-batch-head" aria-label="毕业生">
        <PeopleField
          label="毕业生"
          required
          multiple
          max={MOST_GRADUATES}
          value={people}
          hint="按党支部、标签或条件选择；去向在下面的表里逐人填写"
          onChange={(chosen) => {
            // What was typed belongs to the person, not to the line.
            setDrafts((now) => moved(now, people, chosen));
            setPeople(chosen);
          }}
        />
        <label>
          转接原因
          <span className="field-box">
            <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        <p role="status">
          {running
            ? `正在提交，${formatNumber(running.done)}／${formatNumber(running.total)}人`
            : `共${formatNumber(people.length)}人：已提交${formatNumber(done)}人，待提交${formatNumber(open.length)}人，没有填去向${formatNumber(without)}人`}
        </p>
        {message && (
          <p className="field-fault" role="alert">
            <Icon name="warning" />
            {message}
          </p>
        )}
        {people.length > 0 && (
          <p className="secondary">
            可从Excel复制“接收党委、接收党支部”两列粘贴；第一列是姓名的三列表，按姓名对应，不必同一顺序（重名的请逐人填写）。
          </p>
        )}
      </section>
      {people.length > 0 && (
        <section className="card rel-batch-sheet" aria-label="去向">
          <Grid
            place="graduates"
            rows={rows}
            columns={COLUMNS}
            way={{
              rowHead: '姓名',
              headWidth: 110,
              type: (rowNo, field, text) => {
                const row = blank[rowNo - 1];
                if (row) setDrafts((now) => withText(now, row, field, text));
              },
              paste,
            }}
            caption="毕业生去向"
          />
        </section>
      )}
    </div>
  );
}

/** Drafts of the people who stay chosen, under their new lines. */
function moved(drafts: Drafts, before: readonly Choice[], after: readonly Choice[]): Drafts {
  const lines = new Map(before.map(({ id }, at) => [id, drafts[at + 1]]));
  return Object.fromEntries(
    after.flatMap(({ id }, at) => {
      const typed = lines.get(id);
      return typed ? [[at + 1, typed] as const] : [];
    }),
  );
}

/** A paste: by lines from the cell on, or by names where the first of three columns holds them. */
function pasted(drafts: Drafts, rows: readonly BadRow[], at: CellAt, cells: readonly (readonly string[])[]): Drafts {
  const heads = Map.groupBy(rows, ({ head = '' }) => head);
  const isNamed =
    cells.length > 0 && cells.every((line) => line.length >= 2) && cells.some(([name = '']) => heads.has(name));
  if (!isNamed) return withPaste(drafts, rows, FIELDS, at, cells).drafts;
  return cells.reduce((now, [name = '', outsideName = '', outsideBranch = '']) => {
    const [row, another] = heads.get(name) ?? [];
    if (!row || another) return now;
    return withText(withText(now, row, 'outsideName', outsideName), row, 'outsideBranch', outsideBranch);
  }, drafts);
}
