import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { date, type Endpoint, type ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type BalancePerson, balance, balancePeople } from '../contract.balance.ts';
import { waysOf } from '../rules/balance.ts';
import { PATHS } from './paths.ts';
import '#platform/web/form/form.css';
import './relation.css';

const schema = z.object({ orgId: z.string(), from: date, to: date });

const COLUMNS: readonly Column<BalancePerson>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 120,
    always: true,
    card: 'title',
    cell: (row) => (row.isThere ? <Link to={`/affairs/member/browse/${row.memberId}`}>{row.name}</Link> : row.name),
  },
  { key: 'way', title: '原因', width: 180, card: 'tag', cell: (row) => row.wayName },
  { key: 'org', title: '党组织', width: 260, card: 'line', cell: (row) => row.orgName },
  { key: 'happened', title: '发生日期', width: 120, card: 'line', cell: (row) => row.happenedOn },
  { key: 'recorded', title: '登记日期', width: 120, card: 'line', cell: (row) => row.recordedOn },
];

/** `balance`: the change table of any two days; `?from=&to=&orgId=&no=`, `no` the line whose names stand below. */
export default function Balance() {
  const { search } = useLocation();
  const { from, to, orgId, no } = readQuery(search, ['from', 'to', 'orgId', 'no']);
  const { user } = useSession();
  const given = { ...(from ? { from } : {}), ...(to ? { to } : {}), orgId: orgId ?? user.workOrgId };
  const query = useCall(balance, given, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="党员增减">
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
      </PageHead>
      <RecordLoader query={query}>
        {(answer) => {
          const span = { from: answer.from, to: answer.to, orgId: given.orgId };
          const key = Object.values(span).join(' ');
          return (
            <>
              <Ask key={key} span={span} now={answer.today} />
              <Table answer={answer} span={span} chosen={no} />
              {no !== undefined && (
                <PlainList<BalancePerson>
                  key={`${key} ${no}`}
                  caption="名单"
                  endpoint={balancePeople as Endpoint}
                  columns={COLUMNS}
                  unit="条"
                  keep={['from', 'to', 'orgId', 'no']}
                  inputOf={() => ({ ...span, no })}
                  empty={{ title: '没有名单', text: '这一行在这段时间里没有人。' }}
                />
              )}
            </>
          );
        }}
      </RecordLoader>
    </div>
  );
}

type Span = { from: string; to: string; orgId: string };
const address = (span: Span, no?: number) =>
  pathWithQuery(PATHS.balance, { ...span, ...(no === undefined ? {} : { no: String(no) }) });

function Ask({ span, now }: { span: Span; now: string }) {
  const navigate = useNavigate();
  const form = useForm({ schema, initial: { ...span }, of: null, isNew: false });
  const year = Number(now.slice(0, 4));
  const of = (one: number) => ({
    orgId: span.orgId,
    from: `${one}-01-01`,
    to: one === year ? now : `${one}-12-31`,
  });
  return (
    <form
      ref={form.box}
      className="card rel-ask"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.validate()) navigate(address(form.values));
      }}
    >
      <OrgField form={form} name="orgId" label="党组织" required count="organisations" />
      <DateField form={form} name="from" label="从" required />
      <DateField form={form} name="to" label="到" required />
      <div className="rel-acts">
        <Button submit look="primary">
          统计
        </Button>
        <ButtonLink to={address(of(year))}>本年</ButtonLink>
        <ButtonLink to={address(of(year - 1))}>上年</ButtonLink>
      </div>
    </form>
  );
}

interface TableProps {
  answer: ReplyOf<typeof balance>;
  span: Span;
  chosen: string | undefined;
}

function Table({ answer: { orgName, lines }, span, chosen }: TableProps) {
  return (
    <section className="card" aria-label="党员增减平衡表">
      <div className="card-head rel-balance-head">
        <h2>{orgName}</h2>
        <span className="card-extra">
          {span.from} 至 {span.to}，按登记日期计
        </span>
      </div>
      <table className="table rel-balance">
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">项目</th>
            <th scope="col" className="number">
              人数
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ no, label, of, n }) => {
            const hasNames = n !== 0 && (no === 15 || waysOf(no as never).length > 0);
            return (
              <tr key={no} className={of === 0 ? 'sum' : ''} aria-current={chosen === String(no) ? 'true' : undefined}>
                <td>{no === 16 ? '' : no}</td>
                <th scope="row" style={{ paddingLeft: of === 0 ? 8 : of === 2 || of === 7 ? 28 : 48 }}>
                  {label}
                </th>
                <td className={no === 15 && n !== 0 ? 'number rel-late' : 'number'}>
                  {hasNames ? <Link to={address(span, no)}>{n}</Link> : n}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="rel-quiet">
        下级之间的转接相抵；补登的按登记日期计，已过的年度不再变化。相差的是录入、导入、删除、合并和直接更正的档案，点开逐人核对。
      </p>
    </section>
  );
}
