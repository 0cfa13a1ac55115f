import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { RowOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listOdd, listStatements, type OddRow, resolveOdd } from '../contract.reconcile.ts';
import { CAUSES, type Cause } from '../rules.statement.ts';
import { formatYuan } from './money.ts';
import { OddTogether } from './OddTogether.tsx';
import { OfOrg } from './parts.tsx';
import { PATHS } from './paths.ts';
import { ImportDialog } from './StatementImport.tsx';

const KEPT = ['tab', 'part'];
type StatementRow = RowOf<typeof listStatements>;

/** 对账: what does not agree with the providers' bills; `part=files`: the bills that were read. */
export function Reconcile() {
  const { part } = readQuery(useLocation().search, ['part']);
  return part === 'files' ? <Files /> : <Odd />;
}

function Head({ here, orgId }: { here: 'odd' | 'files'; orgId: string | undefined }) {
  const org = useOrg(orgId);
  const [taking, setTaking] = useState(false);
  return (
    <PageHead title={here === 'odd' ? '党费对账' : '对账单'}>
      {here === 'odd' ? (
        <ButtonLink icon="sheet" to={pathWithQuery(PATHS.list, { orgId, tab: 'reconcile', part: 'files' })}>
          对账单
        </ButtonLink>
      ) : (
        <ButtonLink icon="warning" to={pathWithQuery(PATHS.list, { orgId, tab: 'reconcile' })}>
          对账异常
        </ButtonLink>
      )}
      <Button look="primary" icon="import" onClick={() => setTaking(true)}>
        导入对账单
      </Button>
      {taking && <ImportDialog orgId={org.id} orgName={org.name} onClose={() => setTaking(false)} />}
    </PageHead>
  );
}

const COLUMNS: readonly Column<OddRow>[] = [
  {
    key: 'cause',
    title: '异常',
    width: 116,
    card: 'title',
    cell: (row) => row.causeName,
    filter: {
      kind: 'choice',
      name: 'cause',
      options: optionsOf(CAUSES),
    },
  },
  {
    key: 'state',
    title: '状态',
    width: 84,
    card: 'side',
    cell: (row) => (
      <span className={row.state === 3 ? 'tag' : 'tag bad'} title={row.reason || undefined}>
        {row.stateName}
      </span>
    ),
    filter: {
      kind: 'choice',
      name: 'state',
      options: [
        { value: '2', label: '异常' },
        { value: '3', label: '搁置' },
      ],
    },
  },
  { key: 'day', title: '日期', width: 100, card: 'line', cell: (row) => row.day },
  {
    key: 'amount',
    title: '金额（元）',
    width: 100,
    align: 'right',
    card: 'line',
    cell: (row) => formatYuan(row.amount),
  },
  {
    key: 'channel',
    title: '支付方式',
    width: 80,
    cell: (row) => <span title={`收款账户：${row.accountOrgName}`}>{row.channelName}</span>,
  },
  {
    key: 'why',
    title: '为什么对不上',
    width: 360,
    card: 'line',
    cell: (row) => <span title={row.reason ? `${row.why}；${row.reason}` : row.why}>{row.why}</span>,
  },
  {
    key: 'partners',
    title: '可能是',
    width: 150,
    card: 'line',
    cell: (row) => {
      const [first] = row.partners;
      const said = first
        ? `${first.remembered ? '★ ' : ''}${first.names} ${first.day}${row.partners.length > 1 ? `等${row.partners.length}笔` : ''}`
        : row.names;
      return said ? (
        <span title={row.partners.map(({ no, names, day }) => `${no} ${names} ${day}`).join('\n') || said}>{said}</span>
      ) : (
        noValue
      );
    },
  },
];

const ACTS = {
  link: '关联',
  book: '补记',
  accept: '确认',
  returned: '已退款',
  shelve: '搁置',
  back: '取消搁置',
} as const;
type Act = keyof typeof ACTS;

/** The one partner that stands out: the only one, or the only one whom this payer paid for before. A person joins it all the same. */
function proposed({ partners }: OddRow): string {
  const remembered = partners.filter((one) => one.remembered);
  const [first, ...others] = remembered.length > 0 ? remembered : partners;
  return first && others.length === 0 ? first.no : '';
}

function Odd() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const [act, setAct] = useState<{ kind: Act; row: OddRow } | null>(null);
  return (
    <div className="list-page">
      <Head here="odd" orgId={orgId} />
      <PlainList<OddRow, { waiting: { count: number; amount: number } }>
        caption="党费对账异常"
        endpoint={listOdd}
        columns={COLUMNS}
        keep={KEPT}
        unit="项"
        keyOf={({ key }) => key}
        inputOf={({ tab: _tab, part: _part, view: _view, ...values }) => values}
        note={({ waiting }) =>
          waiting.count > 0 ? (
            <span className="dues-late">
              待处理{waiting.count}项，{formatYuan(waiting.amount)}元
            </span>
          ) : (
            <OfOrg orgId={orgId} />
          )
        }
        tools={({ values, total }) =>
          values.cause !== undefined && values.state !== '3' && (total ?? 0) > 1 ? (
            <OddTogether cause={values.cause as Cause} orgId={orgId} />
          ) : null
        }
        acts={(row) => (
          <span className="record-row-acts">
            {(Object.keys(ACTS) as Act[])
              .filter((kind) => row.can[kind])
              .map((kind) => (
                <Button key={kind} look="row" onClick={() => setAct({ kind, row })}>
                  {ACTS[kind]}
                </Button>
              ))}
          </span>
        )}
        actsWidth={170}
        empty={{
          title: '没有对账异常',
          text: '导入银行、微信或支付宝的对账单以后，对不上的列在这里；对上的已经记账。按异常筛选后可以成批处理。',
        }}
      />
      {act && <ResolveDialog {...act} onClose={() => setAct(null)} />}
    </div>
  );
}

const WORDS: Readonly<Record<Act, string>> = {
  link: '这一笔和所选订单是同一笔款，金额必须相同。关联后从渠道在途转到银行存款。',
  book: '按对账单补记这个订单：月份记为已缴，开出收据，再从渠道在途转到银行存款。',
  accept: '金额和订单号都对得上，只是日期相差较远。确认后从渠道在途转到银行存款。',
  returned: '这笔款没有入过账，已经在支付平台退给付款人。写明经办情况，不记账。',
  shelve: '先放在一边，不再挡着处理；以后可以取消搁置。',
  back: '重新列为异常。',
};
const resolveSchema = z.object({ orderNo: z.string(), reason: resolveOdd.input.shape.reason });

function ResolveDialog({ kind, row, onClose }: { kind: Act; row: OddRow; onClose: () => void }) {
  const resolve = useAct(resolveOdd, { quiet: true });
  const form = useForm({
    schema: resolveSchema,
    initial: { orderNo: proposed(row), reason: '' },
    of: `ResolveDialog ${row.id}`,
    isNew: true,
    check: (values) => {
      const faults: Record<string, string> = {};
      if (kind === 'link' && values.orderNo === '') faults.orderNo = '请填写要关联的订单号';
      if ((kind === 'shelve' || kind === 'returned') && String(values.reason).trim() === '')
        faults.reason = '请写明原因';
      return faults;
    },
  });
  return (
    <FormDialog
      title={`${ACTS[kind]} ${row.day} ${formatYuan(row.amount)}元`}
      icon={kind === 'back' ? 'undo' : 'check'}
      act={ACTS[kind]}
      form={form}
      pending={resolve.isPending}
      onClose={onClose}
      onSave={async () => {
        const { orderNo, reason } = form.values;
        await resolve.mutateAsync({ id: row.id, side: row.side, version: row.version, act: kind, orderNo, reason });
        emit('notice', { kind: 'success', text: `已${ACTS[kind].replace(/^已/, '')}` });
        onClose();
        return false;
      }}
    >
      <p>{row.why}。</p>
      <p className="secondary">{WORDS[kind]}</p>
      {kind === 'link' && (
        <>
          {row.partners.length > 0 && (
            <ul className="dues-partners">
              {row.partners.map(({ no, names, day, remembered }) => (
                <li key={no}>
                  <Button look="word" onClick={() => form.set({ orderNo: no })}>
                    {no}
                  </Button>
                  <span className="muted">
                    {names} {day}
                  </span>
                  {remembered && <span className="tag info">此付款人上次缴的就是</span>}
                </li>
              ))}
            </ul>
          )}
          <TextField form={form} name="orderNo" label="订单号" required max={30} />
        </>
      )}
      {kind !== 'back' && (
        <AreaField
          form={form}
          name="reason"
          label={kind === 'returned' || kind === 'shelve' ? '原因' : '说明'}
          required={kind === 'returned' || kind === 'shelve'}
          max={200}
          rows={2}
        />
      )}
    </FormDialog>
  );
}

const FILES: readonly Column<StatementRow>[] = [
  {
    key: 'file',
    title: '文件',
    width: 240,
    card: 'title',
    cell: (row) => <span title={row.fileName}>{row.fileName}</span>,
  },
  { key: 'channel', title: '支付方式', width: 90, card: 'line', cell: (row) => row.channelName },
  {
    key: 'days',
    title: '日期',
    width: 190,
    card: 'line',
    cell: (row) => (row.firstOn === row.lastOn ? row.firstOn : `${row.firstOn}至${row.lastOn}`),
  },
  { key: 'lines', title: '笔数', width: 70, align: 'right', card: 'line', cell: (row) => row.lines },
  { key: 'total', title: '金额（元）', width: 110, align: 'right', card: 'line', cell: (row) => formatYuan(row.total) },
  {
    key: 'fee',
    title: '手续费（元）',
    width: 110,
    align: 'right',
    cell: (row) => (row.fee ? formatYuan(row.fee) : noValue),
  },
  { key: 'matched', title: '对上', width: 70, align: 'right', card: 'line', cell: (row) => row.matched },
  {
    key: 'odd',
    title: '异常',
    width: 70,
    align: 'right',
    card: 'line',
    cell: (row) => (row.odd > 0 ? <span className="dues-late">{row.odd}</span> : noValue),
  },
  {
    key: 'unread',
    title: '未读出',
    width: 80,
    align: 'right',
    card: 'line',
    cell: ({ unread, unreadRows }) =>
      unread > 0 ? (
        <span className="dues-late" title={unreadRows.map(({ row, why }) => `第${row}行${why}`).join('\n')}>
          {unread}行
        </span>
      ) : (
        noValue
      ),
  },
  { key: 'by', title: '导入', width: 170, card: 'line', cell: (row) => `${row.createdBy} ${dateTime(row.createdAt)}` },
];

function Files() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  return (
    <div className="list-page">
      <Head here="files" orgId={orgId} />
      <PlainList<StatementRow>
        caption="对账单"
        endpoint={listStatements}
        columns={FILES}
        keep={KEPT}
        unit="份"
        inputOf={({ tab: _tab, part: _part, view: _view, ...values }) => values}
        note={() => <OfOrg orgId={orgId} />}
        acts={() => null}
        empty={{ title: '还没有导入对账单', text: '从银行、微信商户平台或支付宝下载对账单，点“导入对账单”。' }}
      />
    </div>
  );
}
