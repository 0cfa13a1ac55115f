import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { id as idSchema, type ReplyOf } from '#platform/contract.ts';
import { parseTypedSum } from '#platform/reading/numbers.ts';
import { sumInCapitals } from '#platform/text/capitals.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useIsOneself } from '#platform/web/session/oneself.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty, Gone } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type OrderShown, orderBulk } from '../contract.order.ts';
import { handIn, MAX_PAYERS, payable } from '../contract.pay.ts';
import { CHANNELS, type Channel } from '../rules.order.ts';
import {
  countedFault,
  HANDED_BY,
  type HandedBy,
  handedNameFault,
  isOldArrear,
  LARGE_SUM,
  OLD_WITHOUT_REASON,
} from '../rules.ts';
import { KeptCash } from './KeptCash.tsx';
import { formatYuan } from './money.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { PayerMonths } from './PayerMonths.tsx';
import { Today } from './parts.tsx';
import { PATHS } from './paths.ts';
import { useKeptCash } from './useKeptCash.ts';
import './dues.css';

export type Payable = ReplyOf<typeof payable>;
type Payments = ReplyOf<typeof handIn>['payments'];

const HANDED = optionsOf(HANDED_BY);
const schema = handIn.input.pick({ handedBy: true, paidOn: true, note: true });

/** 批量缴纳: the open months of the chosen people, taken in cash against receipts. */
export default function HandIn() {
  const ids = (useParams().ids ?? '').split(',').filter(Boolean);
  const isGood = ids.length > 0 && ids.length <= MAX_PAYERS && ids.every((one) => idSchema.safeParse(one).success);
  const query = useCall(payable, { ids }, { quiet: true, staleTime: 0, enabled: isGood });
  const [payments, setPayments] = useState<Payments | null>(null);
  const cash = useKeptCash(useSession().user.userId);
  const [isKept, setIsKept] = useState(false);
  // The order holds its months: the form below it may be gone by the next answer.
  const [no, setNo] = useState<string | null>(null);
  const navigate = useNavigate();
  const paid = (order: OrderShown | undefined) => {
    setNo(null);
    if (order?.state === 2) void navigate(pathWithQuery(PATHS.list, { tab: 'payments' }));
    else void query.refetch();
  };
  if (!isGood) return <Gone />;
  if (payments) return <Receipts payments={payments} />;
  if (isKept) return <Kept cash={cash} />;
  return (
    <>
      {no !== null && <OrderDialog no={no} onClose={paid} />}
      <RecordLoader query={query} fresh>
        {(found) =>
          found.people.every(({ bills }) => bills.length === 0) ? (
            <>
              <PageHead title="批量缴纳" />
              <section className="card">
                <Empty title="所选党员没有可缴的月份" act={<ButtonLink to={PATHS.list}>返回党费管理</ButtonLink>}>
                  已经缴清，或者还没有开账、未设党费标准。
                </Empty>
              </section>
            </>
          ) : (
            <>
              <KeptCash cash={cash} />
              <HandInForm
                found={found}
                cash={cash}
                onDone={(done) => (done === null ? setIsKept(true) : setPayments(done))}
                onOrder={setNo}
                onStale={() => void query.refetch()}
              />
            </>
          )
        }
      </RecordLoader>
    </>
  );
}

const CASH = 'cash';
/** Cash, and one code for all by the ways that the branches have in common. */
const waysOf = ({ channels }: Payable) => [
  { value: CASH, label: '线下现金' },
  ...channels.map((channel) => ({
    value: String(channel),
    label: `${CHANNELS[channel as Channel]}扫码（一个二维码）`,
  })),
];

/** Every open month up to the current one, of others: nobody books the own payment. */
const owedOf = ({ people, current }: Payable, isOneself: (memberId: string) => boolean) =>
  people
    .filter(({ memberId }) => !isOneself(memberId))
    .flatMap(({ bills }) => bills.filter(({ month }) => month <= current).map(({ billId }) => billId));

function HandInForm({
  found,
  cash,
  onDone,
  onOrder,
  onStale,
}: {
  found: Payable;
  cash: ReturnType<typeof useKeptCash>;
  /** null: there is no network, and it is kept. */
  onDone: (payments: Payments | null) => void;
  onOrder: (no: string) => void;
  onStale: () => void;
}) {
  const navigate = useNavigate();
  const scan = useAct(orderBulk, { quiet: true });

  const { people, current } = found;
  const isOneself = useIsOneself();
  const [hasExtra, setExtra] = useState(false);
  const only = people.length === 1 ? people[0] : undefined;
  const of = (values: Readonly<Record<string, string | boolean>>) => {
    const ticked = new Set(String(values.billIds).split(',').filter(Boolean));
    // What another has taken meanwhile is gone from the page, and from the sum.
    const bills = people.flatMap((person) => person.bills).filter(({ billId }) => ticked.has(billId));
    const extra = values.extra === '' ? 0 : parseTypedSum(String(values.extra));
    return { bills, extra, sum: bills.reduce((all, { amount }) => all + amount, 0) + (extra ?? 0) };
  };
  const form = useForm({
    schema,
    initial: {
      billIds: owedOf(found, isOneself).join(','),
      way: CASH,
      total: '',
      handedBy: '1',
      handedName: '',
      paidOn: found.today,
      extra: '',
      note: '',
    },
    isNew: true,
    check: (values) => {
      const { bills, extra, sum } = of(values);
      const faults: Record<string, string> = {};
      if (bills.length === 0) faults.billIds = '请选择要缴的月份';
      if (extra === null) faults.extra = '请填写多缴的金额，如 10.00';
      const counted = parseTypedSum(String(values.total));
      const wrong = counted === null ? '请填写清点的金额，如 12.50' : countedFault(sum, counted);
      if (wrong && bills.length > 0 && values.way === CASH) faults.total = wrong;
      const handed = handedNameFault(Number(values.handedBy) as HandedBy, String(values.handedName).trim());
      if (handed) faults.handedName = handed;
      if (!String(values.note).trim() && bills.some(({ month }) => isOldArrear(month, current)))
        faults.note = OLD_WITHOUT_REASON;
      return faults;
    },
  });
  const { bills, extra, sum } = of(form.values);
  const isOther = form.text('handedBy') !== '1';
  const isScan = form.text('way') !== CASH;
  const save = async () => {
    try {
      if (isScan) {
        const order = await scan.mutateAsync({
          billIds: bills.map(({ billId }) => billId),
          channel: form.text('way'),
          handedBy: form.text('handedBy'),
          handedName: isOther ? form.text('handedName').trim() : '',
          note: form.text('note'),
        });
        onOrder(order.no);
        return;
      }
      const chosen = new Set(bills.map(({ billId }) => billId));
      const names = people.filter((one) => one.bills.some(({ billId }) => chosen.has(billId))).map(({ name }) => name);
      const input = {
        billIds: bills.map(({ billId }) => billId),
        total: parseTypedSum(form.text('total')) ?? 0,
        handedBy: form.text('handedBy'),
        handedName: isOther ? form.text('handedName').trim() : '',
        paidOn: form.text('paidOn'),
        extra: extra ?? 0,
        note: form.text('note'),
      };
      onDone((await cash.take(input, names.join('、'), sum))?.payments ?? null);
    } catch (error) {
      // Somebody else may have taken a month meanwhile: the page shows what is still open, and keeps what was typed.
      onStale();
      throw error;
    }
  };
  return (
    <FormPage
      title={only ? `缴纳党费 ${only.name}` : `批量缴纳 ${people.length}人`}
      form={form}
      act={isScan ? '生成收款二维码' : '登记缴纳'}
      onSave={save}
      onCancel={() => navigate(PATHS.list)}
      sections={[
        {
          id: 'months',
          title: '缴纳月份',
          content: (
            <PayerMonths
              found={found}
              ticked={form.text('billIds')}
              fault={form.faults.billIds}
              onTick={(billIds) => form.set({ billIds })}
            />
          ),
        },
        {
          id: 'cash',
          title: '清点登记',
          content: (
            <>
              <div className="form-field wide">
                <Today />
                <div className="dues-total" role="status">
                  <span>
                    应收 {bills.length}笔 <strong>{formatYuan(sum)}</strong>元
                  </span>
                  <span>{sumInCapitals(sum)}</span>
                </div>
              </div>
              {found.channels.length > 0 && (
                <SelectField
                  form={form}
                  name="way"
                  label="缴纳方式"
                  required
                  options={waysOf(found)}
                  onPick={() => form.set({ extra: '' })}
                />
              )}
              {!isScan && (
                <>
                  <TextField
                    form={form}
                    name="total"
                    label="清点金额（元）"
                    required
                    inputMode="decimal"
                    max={14}
                    hint="点清现金后填写，与应收一致才能登记"
                  />
                  <DateField form={form} name="paidOn" label="缴纳日期" required />
                </>
              )}
              <SelectField
                form={form}
                name="handedBy"
                label="由谁缴纳"
                required
                options={HANDED}
                onPick={() => {
                  if (!form.text('handedName') && only?.proxyName) form.set({ handedName: only.proxyName });
                }}
              />
              {isOther && (
                <TextField
                  form={form}
                  name="handedName"
                  label="代缴人姓名"
                  required
                  max={30}
                  hint="亲属或其他党员；单位和党组织不得垫交、扣缴"
                />
              )}
              <AreaField form={form} name="note" label="说明" max={200} rows={2} wide />
              {only && !isScan && (
                <div className="form-field wide">
                  {hasExtra && (
                    <TextField
                      form={form}
                      name="extra"
                      label="自愿多缴（元）"
                      inputMode="decimal"
                      max={14}
                      hint={
                        (extra ?? 0) >= LARGE_SUM
                          ? '一次多缴1,000元以上为大额党费，全部上缴中央（第十一条）'
                          : '计入应收，与应缴同一张收据'
                      }
                    />
                  )}
                  <Button
                    look="word"
                    className="dues-extra"
                    onClick={() => {
                      form.set({ extra: '' });
                      setExtra(!hasExtra);
                    }}
                  >
                    {hasExtra ? '取消自愿多缴' : '本人自愿多缴的，在此登记'}
                  </Button>
                </div>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** There was no network: the cash is kept and booked by itself. */
function Kept({ cash }: { cash: ReturnType<typeof useKeptCash> }) {
  return (
    <>
      <PageHead title="批量缴纳">
        <ButtonLink look="primary" to={PATHS.list}>
          返回党费管理
        </ButtonLink>
      </PageHead>
      <section className="card dues-receipts" aria-label="存在本机">
        <KeptCash cash={cash} />
        {cash.kept.length === 0 ? (
          <p className="banner ok" role="status">
            <Icon name="check" />
            <span>已全部登记，收据在缴纳记录里。</span>
          </p>
        ) : (
          <p className="secondary">留着这一页，或以后用这台设备再打开“批量缴纳”，网络恢复后自动登记并开收据。</p>
        )}
      </section>
    </>
  );
}

/** What came of it: a receipt for each branch. */
function Receipts({ payments }: { payments: Payments }) {
  const sum = payments.reduce((all, { total }) => all + total, 0);
  return (
    <>
      <PageHead title="批量缴纳">
        <ButtonLink icon="document" to={pathWithQuery(PATHS.list, { tab: 'payments' })}>
          缴纳记录
        </ButtonLink>
        <ButtonLink look="primary" to={PATHS.list}>
          返回党费管理
        </ButtonLink>
      </PageHead>
      <section className="card dues-receipts" aria-label="已登记">
        <Today />
        <p className="banner ok" role="status">
          <Icon name="check" />
          <span>
            已登记{formatYuan(sum)}元，开出{payments.length}张收据。现金请及时存入党费账户。
          </span>
        </p>
        <ul>
          {payments.map((payment) => (
            <li key={payment.id}>
              <b>{payment.receipt}</b>
              <span>
                {payment.orgName}，{payment.people}人
              </span>
              <span>
                <b>{formatYuan(payment.total)}</b>元
              </span>
              <span className="muted">{sumInCapitals(payment.total)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
