import { useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { parseTypedSum } from '#platform/reading/numbers.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { clearKeptInput, useKept } from '#platform/web/kept/useKept.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { Grid } from '#platform/web/sheet/Grid.tsx';
import type { BadRow, CellAt, Drafts, GridColumn } from '#platform/web/sheet/grid.ts';
import { withPaste, withText } from '#platform/web/sheet/grid.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type GridRow, gridStandards, previewStandards, type readStandards, setStandards } from '../contract.grid.ts';
import { basisFault, dueOf, PAYERS, type Payer } from '../rules.ts';
import { formatYuan } from './money.ts';
import { PATHS } from './paths.ts';
import { StandardFile } from './StandardFile.tsx';
import './dues.css';

type Answer = ReplyOf<typeof gridStandards>;

/** `standards?orgId=`: the standards of a whole branch as a sheet, with the sum before and after; nothing is kept until it is saved. */
export default function StandardGrid() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const org = useOrg(orgId);
  const gridStandardsQuery = useCall(gridStandards, { orgId: org.id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={gridStandardsQuery}>
      {(answer) =>
        answer.rows.length === 0 ? (
          <div className="list-page">
            <PageHead title={`成批设置党费标准 ${answer.orgName}`} />
            <section className="card">
              <Empty
                title="这个组织本级没有缴纳党费的党员"
                act={<ButtonLink to={pathWithQuery(PATHS.list, { orgId: org.id })}>到党费管理选择党支部</ButtonLink>}
              >
                党费标准由党员所在的党支部逐人设置，请选择一个党支部。
              </Empty>
            </section>
          </div>
        ) : (
          <Sheet key={org.id} orgId={org.id} answer={answer} />
        )
      }
    </RecordLoader>
  );
}

const LABELS = Object.values(PAYERS);
const payerOf = (label: string): Payer | null => {
  const found = Object.entries(PAYERS).find(([value, text]) => text === label || value === label);
  return found ? (Number(found[0]) as Payer) : null;
};
const moneyText = (fen: number | null) => (fen === null ? '' : (fen / 100).toFixed(2));

const COLUMNS: readonly GridColumn[] = [
  { field: 'category', label: '人员类别', width: 104 },
  { field: 'now', label: '现在每月', note: '元', width: 96, isNumber: true },
  { field: 'payer', label: '缴费类别', width: 190, offers: LABELS },
  { field: 'base', label: '计缴基数', note: '元', width: 130, isNumber: true },
  { field: 'after', label: '以后每月', note: '元', width: 96, isNumber: true },
  { field: 'why', label: '依据', width: 330 },
];
const FIXED = new Set(['category', 'now', 'after', 'why']);
/** By month irregular income is entered as a quarter's total, farmers enter what they pay. */
const FIELDS = COLUMNS.map(({ field }) => field);

interface Line {
  payer: Payer | null;
  base: number | null;
  fault: { field: 'payer' | 'base'; text: string } | null;
  due: { amount: number; sentence: string } | null;
}

/** What a line of the sheet comes to, as it stands. */
function lineOf(payerText: string, baseText: string, month: string): Line {
  const payer = payerOf(payerText.trim());
  if (payer === null) {
    const text = payerText.trim() === '' ? '请选择缴费类别' : '没有这个缴费类别，请从列表中选';
    return { payer, base: null, due: null, fault: { field: 'payer', text } };
  }
  const base = payer === 6 ? 0 : parseTypedSum(baseText);
  if (base === null) return { payer, base, due: null, fault: { field: 'base', text: '请填写金额，如 3200.00' } };
  const fault = basisFault({ payer, base }, month);
  if (fault) return { payer, base, due: null, fault: { field: 'base', text: fault } };
  return { payer, base, due: dueOf({ payer, base }, month), fault: null };
}

function Sheet({ orgId, answer }: { orgId: string; answer: Answer }) {
  const { rows: people, current, orgName } = answer;
  const navigate = useNavigate();
  const [month, setMonth] = useState(current);
  const [reason, setReason] = useState('');
  const [keeps, setKeeps] = useState(false);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [percent, setPercent] = useState('');
  const [sent, setSent] = useState<ReplyOf<typeof previewStandards> | null>(null);
  const [message, setMessage] = useState('');
  const save = useAct(setStandards, { quiet: true });
  const isMonth = /^20\d{2}-(0[1-9]|1[0-2])$/.test(month);
  const typed = Object.keys(drafts).length > 0;
  useKept({
    of: `standards:${orgId}`,
    called: '填好的党费标准',
    // By person: the rows of the branch are others when somebody has come or gone.
    value: {
      month,
      reason,
      keeps,
      percent,
      typed: people.map(({ memberId }, at) => [memberId, drafts[at + 1]] as const).filter(([, one]) => one),
    },
    changed: typed || reason !== '' || percent !== '' || keeps || month !== current,
    restore: (kept) => {
      setMonth(kept.month);
      setReason(kept.reason);
      setKeeps(kept.keeps);
      setPercent(kept.percent ?? '');
      const of = new Map(kept.typed);
      setDrafts(
        Object.fromEntries(
          people.flatMap(({ memberId }, at) => {
            const one = of.get(memberId);
            return one ? [[at + 1, one]] : [];
          }),
        ),
      );
    },
  });

  const start = useMemo<readonly BadRow[]>(
    () =>
      people.map((person, at) => ({
        rowNo: at + 1,
        head: person.name,
        cells: {
          category: person.personCategoryName,
          now: person.amount === null ? '未设' : moneyText(person.amount),
          payer: person.payer === null ? '' : (PAYERS[person.payer as Payer] ?? ''),
          base: person.payer === 6 ? '' : moneyText(person.base),
        },
        errors: [],
        locked: FIXED,
      })),
    [people],
  );
  const textAt = (row: BadRow, field: string) => drafts[row.rowNo]?.[field] ?? row.cells[field] ?? '';
  const lines = start.map((row) => lineOf(textAt(row, 'payer'), textAt(row, 'base'), isMonth ? month : current));
  const isTouched = (at: number) => drafts[at + 1] !== undefined;
  // Whoever has no standard and got none stays as it is; what was touched must be right.
  const rows = start.map((row, at): BadRow => {
    const line = lines[at];
    const cells = {
      ...row.cells,
      payer: textAt(row, 'payer'),
      base: textAt(row, 'base'),
      after: line?.due ? moneyText(line.due.amount) : '',
      why: line?.due?.sentence ?? '',
    };
    const errors =
      line?.fault && isTouched(at) ? [{ field: line.fault.field, text: line.fault.text, suggestions: [] }] : [];
    return { ...row, cells, errors };
  });
  const changed = people.flatMap((person, at) => {
    const line = lines[at];
    return isTouched(at) && line?.due && line.payer !== null ? [{ person, line }] : [];
  });
  const faulty = people.filter((_, at) => isTouched(at) && lines[at]?.fault);
  const sumNow = people.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const sumAfter = people.reduce((sum, { amount }, at) => {
    const due = lines[at]?.due;
    return sum + (isTouched(at) && due ? due.amount : (amount ?? 0));
  }, 0);

  const latest = useRef({ start });
  latest.current = { start };
  const type = (rowNo: number, field: string, text: string) => {
    const row = latest.current.start[rowNo - 1];
    if (row) setDrafts((now) => withText(now, row, field, text));
  };
  const paste = (at: CellAt, cells: readonly (readonly string[])[]) =>
    setDrafts((now) => withPaste(now, latest.current.start, FIELDS, at, cells).drafts);

  /** Everybody's base up or down by a percentage, where it is an income. */
  const raise = () => {
    const by = Number(percent);
    if (!Number.isFinite(by) || percent.trim() === '' || by <= -100 || by > 1000) {
      setMessage('请填写百分比，如 5 表示上调5%，-3 表示下调3%');
      return;
    }
    setMessage('');
    setDrafts((now) =>
      start.reduce((drafts, row) => {
        const person = people[row.rowNo - 1] as GridRow;
        if (person.base === null || person.payer === null || person.payer >= 5) return drafts;
        return withText(drafts, row, 'base', moneyText(Math.round(person.base * (1 + by / 100))));
      }, now),
    );
  };
  /** What a workbook says goes into the cells; whoever it does not name stays as typed. */
  const takeFile = ({ rows: read, passed }: ReplyOf<typeof readStandards>) => {
    const rowOf = new Map(people.map(({ memberId }, at) => [memberId, start[at]]));
    setDrafts((now) =>
      read.reduce((drafts, { memberId, payer, base }) => {
        const row = rowOf.get(memberId);
        if (!row) return drafts;
        const withPayer = payer === '' ? drafts : withText(drafts, row, 'payer', payer);
        return base === '' ? withPayer : withText(withPayer, row, 'base', base);
      }, now),
    );
    setMessage(passed.length > 0 ? `读入${read.length}人；这些行没有认出是谁：${passed.join('、')}` : '');
    emit('notice', { kind: 'success', text: `读入${read.length}人，请核对后保存` });
  };
  const input = () => ({
    orgId,
    fromMonth: month,
    keeps,
    reason: reason.trim(),
    rows: changed.map(({ person, line }) => ({
      memberId: person.memberId,
      payer: String(line.payer),
      base: line.base ?? 0,
    })),
  });
  const ask = async () => {
    if (!isMonth) return setMessage('起始月份请写成 2026-01');
    const [first] = faulty;
    if (first) return setMessage(`${first.name}等${faulty.length}人填写有误，请看红色的格子`);
    if (changed.length === 0) return setMessage('还没有改动，改好的党员才会保存');
    setMessage('');
    try {
      const found = await call(previewStandards, input(), { quiet: true });
      const bad = found.rows.find(({ fault }) => fault !== '');
      if (bad) return setMessage(`${bad.name}：${bad.fault}`);
      setSent(found);
    } catch (error) {
      setMessage(
        error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : '没有连上服务器，请重试',
      );
    }
  };
  const confirm = async () => {
    const { count } = await save.mutateAsync(input());
    emit('notice', { kind: 'success', text: `已设置${count}人从${month}起的党费标准` });
    clearKeptInput();
    navigate(pathWithQuery(PATHS.list, { orgId }));
  };
  return (
    <div className="list-page dues-grid">
      <PageHead title={`成批设置党费标准 ${orgName}`}>
        <ButtonLink icon="dues" to={pathWithQuery(PATHS.list, { orgId })}>
          应缴党费
        </ButtonLink>
        <ButtonLink icon="chart" to={pathWithQuery(PATHS.list, { orgId, tab: 'trial' })}>
          试算
        </ButtonLink>
        <StandardFile orgId={orgId} onRead={takeFile} onFault={setMessage} />
        <Button look="primary" disabled={save.isPending} onClick={() => void ask()}>
          核对并保存
        </Button>
      </PageHead>
      <section className="card dues-grid-head" aria-label="从哪个月起">
        <label>
          从哪个月起
          <span className="field-box">
            <input
              value={month}
              maxLength={7}
              placeholder="2026-01"
              onChange={(event) => setMonth(event.target.value.trim())}
            />
          </span>
        </label>
        <label>
          说明
          <span className="field-box wide">
            <input
              value={reason}
              maxLength={100}
              placeholder="如：2026年工资调整"
              onChange={(event) => setReason(event.target.value)}
            />
          </span>
        </label>
        <label className="dues-grid-tick">
          <input
            type="checkbox"
            className="tick"
            checked={keeps}
            onChange={(event) => setKeeps(event.target.checked)}
          />
          年初核定，全年不变
        </label>
        <label>
          基数统一调整
          <span className="field-box">
            <input
              value={percent}
              maxLength={6}
              inputMode="decimal"
              placeholder="5"
              onChange={(event) => setPercent(event.target.value)}
            />
          </span>
          %
        </label>
        <Button size="compact" onClick={raise}>
          试算
        </Button>
        {typed && (
          <Button size="compact" onClick={() => setDrafts({})}>
            恢复原样
          </Button>
        )}
        <p role="status">
          {people.length}人，改动{changed.length}人；每月合计现在<b>{formatYuan(sumNow)}</b>元，以后
          <b>{formatYuan(sumAfter)}</b>元
          {sumAfter !== sumNow &&
            `（${sumAfter > sumNow ? '增加' : '减少'}${formatYuan(Math.abs(sumAfter - sumNow))}元）`}
        </p>
        {message && (
          <p className="field-fault" role="alert">
            <Icon name="warning" />
            {message}
          </p>
        )}
        <p className="secondary">
          可下载表格填好再读入，也可从Excel复制多行粘贴到“缴费类别”“计缴基数”。不按月取得收入的填上季度合计；农民填每月缴纳数；学生、下岗等不填基数。
          {people.some(({ byParts }) => byParts) && '原来分项填写的，在这里改为合计数。'}
        </p>
      </section>
      <section className="card dues-grid-sheet" aria-label="党费标准">
        <Grid
          place={orgId}
          rows={rows}
          columns={COLUMNS}
          way={{ rowHead: '姓名', headWidth: 110, type, paste }}
          caption={`${orgName}党费标准`}
        />
      </section>
      {sent && (
        <ConfirmDialog
          title={`设置${sent.rows.length}人的党费标准`}
          icon="dues"
          act="确认设置"
          cancel="回去看看"
          onConfirm={confirm}
          onClose={() => setSent(null)}
        >
          从{month}起，这{sent.rows.length}人每月合计由{formatYuan(sent.before)}元改为{formatYuan(sent.after)}元；
          {sent.rows.some(({ months }) => months > 0)
            ? `未缴的${sent.rows.reduce((sum, { months }) => sum + months, 0)}个人次月份重算，已缴的不变。`
            : '没有未缴的月份因此改变。'}
        </ConfirmDialog>
      )}
    </div>
  );
}
