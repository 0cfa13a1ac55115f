import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { memberYear, type MemberYear as Year } from '../contract.ts';
import { formatYuan } from './money.ts';
import { PATHS } from './paths.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { ReliefDialog } from './ReliefDialog.tsx';
import { YearCells, YearSwitch } from './YearCells.tsx';
import './dues.css';
import './person.css';

type Payment = Year['payments'][number];
/** Years that are offered back from the current one; others by the address. */
const YEARS = 4;

/** 党员缴费记录: a person's year as twelve cells, with the payments behind it and what can be done. */
export default function MemberYear() {
  const { id = '' } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const wantedYear = Number(readQuery(search, ['year']).year);
  const thisYear = new Date().getFullYear();
  const year = wantedYear >= 2008 && wantedYear <= 2100 ? wantedYear : thisYear;
  const query = useCall(memberYear, { memberId: id, year }, { quiet: true, keepPrevious: true });
  const show = (one: number) => void navigate(pathWithQuery(pathname, { year: one }), { replace: true });
  return (
    <RecordLoader query={query}>
      {(record) => (
        <Record
          record={record}
          years={[...new Set([...Array.from({ length: YEARS }, (_, back) => thisYear - back), year])].sort(
            (a, b) => b - a,
          )}
          onYear={show}
        />
      )}
    </RecordLoader>
  );
}

function Record({ record, years, onYear }: { record: Year; years: readonly number[]; onYear: (year: number) => void }) {
  const { memberId, name, can, year, current } = record;
  const navigate = useNavigate();
  const [relief, setRelief] = useState(false);
  const [refund, setRefund] = useState<Payment | null>(null);
  const owed = record.months.filter(({ state, month }) => state === 1 && month < current);
  return (
    <div className="dues-person">
      <PageHead title={`缴费记录 ${name}`}>
        {can.pay && (
          <MoreActs
            label={name}
            acts={[
              { label: '申请减免', icon: 'check', run: () => setRelief(true) },
              { label: '设置', icon: 'settings', run: () => navigate(PATHS.config(memberId)) },
            ]}
          />
        )}
        {can.standard && (
          <ButtonLink icon="edit" to={PATHS.standard(memberId, record.standardId === '0' ? 'add' : 'view')}>
            {record.standardId === '0' ? '设标准' : '党费标准'}
          </ButtonLink>
        )}
        {can.pay && (
          <ButtonLink look="primary" icon="dues" to={PATHS.handIn([memberId])}>
            缴纳
          </ButtonLink>
        )}
      </PageHead>
      {record.standardId === '0' && (
        <p className="banner warn">
          <Icon name="warning" />
          <span className="grow">未设党费标准，开账时不会开出应缴。</span>
        </p>
      )}
      <section className="card" aria-label={`${year}年党费`}>
        <div className="card-head">
          <h2>{year}年</h2>
          <span className="secondary">
            {record.orgName} · {record.personCategoryName}
          </span>
          <span className="card-extra">
            <YearSwitch year={year} years={years} onPick={onYear} />
          </span>
        </div>
        <p className="dues-facts">
          <span>
            应缴<b>{formatYuan(record.due)}</b>元
          </span>
          <span>
            已缴<b>{formatYuan(record.paid)}</b>元
          </span>
          <span className={owed.length > 0 ? 'dues-late' : undefined}>
            {owed.length > 0
              ? `欠缴${owed.length}个月，${formatYuan(owed.reduce((all, { amount }) => all + (amount ?? 0), 0))}元`
              : '没有欠缴'}
          </span>
        </p>
        <YearCells months={record.months} current={current} />
        <p className="muted small dues-legend">
          补：月份过后补缴；免、缓：经批准免缴、缓缴；代：由亲属或其他党员代缴。
        </p>
      </section>
      <section className="card" aria-labelledby="dues-payments">
        <div className="card-head">
          <h2 id="dues-payments">{year}年各月的缴纳</h2>
          <span className="card-extra">{record.payments.length}张收据</span>
        </div>
        {record.payments.length === 0 && <p className="dues-none muted">这一年的月份还没有缴纳。</p>}
        <ul className="dues-payments">
          {record.payments.map((row) => (
            <PaymentLine key={row.id} row={row} onRefund={() => setRefund(row)} />
          ))}
        </ul>
      </section>
      {relief && <ReliefDialog memberId={memberId} name={name} onClose={() => setRelief(false)} />}
      {refund && <RefundDialog row={refund} onClose={() => setRefund(null)} />}
    </div>
  );
}

const STATES: Readonly<Record<string, [tone: string, word: string]>> = {
  valid: ['tag ok', '有效'],
  asked: ['tag warn', '申请冲销'],
  refunded: ['tag', '已冲销'],
};

/** One receipt: what of it was this person's, who brought and who took it, and its counter-entry. */
function PaymentLine({ row, onRefund }: { row: Payment; onRefund: () => void }) {
  const [tone, word] = STATES[row.state] ?? ['tag', row.state];
  return (
    <li>
      <div className="dues-standard-when">
        <b>{row.paidOn}</b>
        <span className={tone}>{word}</span>
      </div>
      <div className="grow">
        <p>
          <b>{formatYuan(row.amount)}元</b>　{row.months}
          {row.extra > 0 && `，自愿多缴${formatYuan(row.extra)}元`}
        </p>
        <p className="secondary">
          {row.receipt}，{row.payTypeName}
          {row.handedBy && `，${row.handedBy}`}，{row.orgName}
          {row.collector && ` ${row.collector}收`}
          {row.total !== row.amount + row.extra && `；整张收据${formatYuan(row.total)}元`}
        </p>
        {row.refundReason && <p className="dues-late small">冲销：{row.refundReason}</p>}
      </div>
      <div className="dues-standard-acts">
        {row.can.refund && (
          <Button look="word" aria-label={`申请冲销${row.receipt}`} onClick={onRefund}>
            申请冲销
          </Button>
        )}
        {row.can.decide && (
          <ButtonLink look="word" to={pathWithQuery(PATHS.list, { tab: 'payments', state: 'asked' })}>
            审批冲销
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
