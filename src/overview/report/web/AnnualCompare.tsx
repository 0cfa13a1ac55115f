import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import type { Endpoint, ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import {
  type ComparedLine,
  type ComparedPerson,
  compareAnnual,
  comparePeople,
  SIDES,
  type Side,
} from '../contract.annual.ts';
import { comparePath } from '../rules.annual.ts';
import '#platform/web/form/form.css';
import './annual.css';
import './report.css';

type Answer = ReplyOf<typeof compareAnnual>;
/** Names of the address: compared with which freeze (none: now), of whom, and the line whose people stand below. */
const NAMES = ['with', 'orgId', 'column'] as const;
type Given = Partial<Record<(typeof NAMES)[number], string>>;

/** `/decisionSupport/annual/compare/{freeze}`: 党员基本情况 of two moments, each difference with who makes it. */
export default function AnnualCompare() {
  const { id = '' } = useParams();
  const given = readQuery(useLocation().search, NAMES);
  const asked = { id, ...(given.with ? { with: given.with } : {}), ...(given.orgId ? { orgId: given.orgId } : {}) };
  const query = useCall(compareAnnual, asked, { quiet: true, keepPrevious: true });
  return (
    <div className="report-page">
      <PageHead title="年报对比" />
      <RecordLoader query={query}>
        {(answer) => (
          <>
            <Ask key={`${answer.org.id} ${given.with}`} id={id} answer={answer} given={given} />
            <section className="card report-card" aria-label="年报对比" aria-busy={query.isFetching}>
              <div className="card-head report-head">
                <h2>{answer.org.name}</h2>
                <span className="card-extra annual-sides">
                  {answer.old} → {answer.new}，单位：人
                </span>
              </div>
              <Lines id={id} answer={answer} given={given} />
              <div className="report-words">
                <b>统计口径</b>
                <ul>
                  <li>党籍正常的正式党员和预备党员；年龄、党龄按各自的截止日计算。</li>
                  <li>
                    新进、离开：原来或现在不在{answer.org.name}
                    的人；转入、转出本栏：人没有变，所在的栏变了，如年龄段、学历。增减＝新进－离开＋转入本栏－转出本栏。
                  </li>
                </ul>
              </div>
            </section>
            {given.column && <People asked={asked} answer={answer} column={given.column} />}
          </>
        )}
      </RecordLoader>
    </div>
  );
}

/** The choice that names no freeze. */
const NOW = 'now';
const schema = z.object({ orgId: z.string(), with: z.string() });

function Ask({ id, answer, given }: { id: string; answer: Answer; given: Given }) {
  const navigate = useNavigate();
  const initial = { orgId: answer.org.id, with: given.with ?? NOW };
  const form = useForm({ schema, initial, of: null, isNew: false });
  const { orgId, with: other } = form.values;
  useEffect(() => {
    if (orgId === answer.org.id && other === (given.with ?? NOW)) return;
    navigate(pathWithQuery(comparePath(id), { orgId, with: other === NOW ? undefined : other }));
  }, [orgId, other, answer.org.id, given.with, id, navigate]);
  return (
    <form ref={form.box} className="card report-ask" noValidate onSubmit={(event) => event.preventDefault()}>
      <OrgField form={form} name="orgId" label="党组织" count="organisations" />
      <SelectField
        form={form}
        name="with"
        label="对比"
        options={[{ value: NOW, label: '现在' }, ...answer.others.map((one) => ({ value: one.id, label: one.name }))]}
      />
    </form>
  );
}

const signed = (n: number) => (n > 0 ? `＋${formatNumber(n)}` : n < 0 ? `－${formatNumber(-n)}` : '0');
const SPLIT = Object.entries(SIDES) as [Side, string][];

function Lines({ id, answer, given }: { id: string; answer: Answer; given: Given }) {
  const groups = Map.groupBy(answer.lines, ({ group }) => group);
  const to = (column: string) => pathWithQuery(comparePath(id), { orgId: given.orgId, with: given.with, column });
  const difference = (line: ComparedLine) => {
    const people = line.came + line.left + line.into + line.out;
    const text = signed(line.new - line.old);
    return people === 0 ? <span className="report-zero">{text}</span> : <Link to={to(line.key)}>{text}</Link>;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="report-scroll" aria-label="对比数据" tabIndex={0}>
      <table className="table report-table">
        <caption className="visually-hidden">
          {answer.org.name}，{answer.old}与{answer.new}
        </caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            {[answer.old, answer.new, '增减', ...SPLIT.map(([, name]) => name)].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...groups].flatMap(([group, lines]) =>
            lines.map((line) => (
              <tr key={line.key} className={given.column === line.key ? 'chosen' : undefined}>
                <th scope="row">{group ? `${group} ${line.title}` : line.title}</th>
                <td className="number">{formatNumber(line.old)}</td>
                <td className="number">{formatNumber(line.new)}</td>
                <td className="number">{difference(line)}</td>
                {SPLIT.map(([side]) => (
                  <td key={side} className="number">
                    {line[side] === 0 ? <span className="report-zero">0</span> : formatNumber(line[side])}
                  </td>
                ))}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

const columns: readonly Column<ComparedPerson>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 110,
    always: true,
    card: 'title',
    cell: ({ name, href }) => (href ? <Link to={href}>{name}</Link> : name),
  },
  { key: 'side', title: '怎么变的', width: 120, card: 'line', cell: ({ side }) => SIDES[side] },
  { key: 'orgOld', title: '原来的党支部', width: 220, card: 'line', cell: ({ orgOld }) => orgOld || '—' },
  { key: 'orgNew', title: '后来的党支部', width: 220, card: 'line', cell: ({ orgNew }) => orgNew || '—' },
  {
    key: 'events',
    title: '其间的变动',
    width: 320,
    card: 'line',
    cell: ({ events, side }) =>
      events || (side === 'came' || side === 'left' ? '没有台账，是录入、删除或更正' : '档案或年龄变化'),
  },
];

function People({
  asked,
  answer,
  column,
}: {
  asked: { id: string; with?: string; orgId?: string };
  answer: Answer;
  column: string;
}) {
  const line = answer.lines.find(({ key }) => key === column);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (column) head.current?.scrollIntoView({ block: 'center' });
  }, [column]);
  if (!line) return null;
  return (
    <>
      <h2 className="section-title report-names" ref={head}>
        {line.group} {line.title}：增减{signed(line.new - line.old)}人
      </h2>
      <PlainList<ComparedPerson>
        key={`${answer.org.id} ${asked.with} ${column}`}
        caption="增减名单"
        endpoint={comparePeople as Endpoint}
        columns={columns}
        unit="人"
        keep={NAMES}
        inputOf={() => ({ ...asked, column })}
        empty={{ title: '没有', text: '这一栏没有变化。' }}
      />
    </>
  );
}
