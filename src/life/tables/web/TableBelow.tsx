import { useState } from 'react';
import { Link } from 'react-router';
import { GivenSection, OverBanner, PartsTable } from '#house/web/given/parts.tsx';
import { useUrge } from '#house/web/given/urge.ts';
import { GivenOrgs } from '#people/org/web/pickers.given.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getDesign, listRounds } from '../contract.read.ts';
import { extendRound, setOrgs, urgeRound } from '../contract.ts';
import { MAX_ORGS } from '../rules.ts';
import { DesignView } from './DesignView.tsx';
import { PATHS } from './paths.ts';
import type { Table } from './TableActs.tsx';
import './dataCentre.css';

type Round = ReplyOf<typeof listRounds>[number];

/** Who fills in, the rounds with how each stands, and the fields. */
export function TableBelow({ table }: { table: Table }) {
  return (
    <>
      <OverBanner words="已停用" reason={table.reason} />
      {table.own.publish && table.fault !== '' && (
        <div className="banner warn" role="note">
          {table.fault}，设计好字段才能下发。
        </div>
      )}
      {table.isRevised && (
        <div className="banner info" role="note">
          字段有改动还没有发布；正在填报的各期仍按第{table.number}版。
        </div>
      )}
      {table.state !== 'draft' && <Rounds table={table} />}
      {table.aim === 'chosen' && (table.own.set || table.parts > 0) && (
        <GivenOrgs
          row={table}
          noun="填报组织"
          call={setOrgs}
          max={MAX_ORGS}
          refuse={(id) => (id === table.orgId ? '制表的组织' : '')}
          empty="还没有选。选好填报组织才能下发。"
        >
          {null}
        </GivenOrgs>
      )}
      <Fields table={table} />
    </>
  );
}

function Rounds({ table }: { table: Table }) {
  const roundsQuery = useCall(listRounds, { id: table.id }, { quiet: true });
  const [extended, setExtended] = useState<Round | null>(null);
  return (
    <GivenSection id="centre-rounds" title="各期填报" act={null}>
      {!roundsQuery.data ? (
        <Waiting query={roundsQuery} lines={3} />
      ) : roundsQuery.data.length === 0 ? (
        <p className="muted">第一期还没有开始，到时自动下发给填报组织。</p>
      ) : (
        <PartsTable
          label="各期填报情况"
          heads={['期', '截止日期', '应报', '已审核', '待审核', '待填报', '逾期', '操作']}
        >
          {roundsQuery.data.map((round) => (
            <tr key={round.id}>
              <th scope="row">
                <Link to={PATHS.fillsOf({ tableId: table.id, roundId: round.id })}>{round.label}</Link>
                {roundsQuery.data.some(({ number }) => number !== round.number) && (
                  <span className="muted centre-note">第{round.number}版</span>
                )}
              </th>
              <td>{round.dueOn}</td>
              <td>{round.all}</td>
              <td>{round.done}</td>
              <td>
                <Figure table={table} round={round} standing="asked" n={round.asked} />
              </td>
              <td>
                <Figure table={table} round={round} standing="open" n={round.open} />
              </td>
              <td>
                <Figure table={table} round={round} standing="late" n={round.late} />
              </td>
              <td>
                <span className="centre-acts">
                  <ButtonLink look="row" to={PATHS.sumOf(table.id, { roundId: round.id })}>
                    汇总
                  </ButtonLink>
                  {round.can.run && <Urge id={round.id} />}
                  {round.can.run && (
                    <Button look="row" aria-haspopup="dialog" onClick={() => setExtended(round)}>
                      延期
                    </Button>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </PartsTable>
      )}
      {extended && <Extend table={table} round={extended} onClose={() => setExtended(null)} />}
    </GivenSection>
  );
}

/** How many stand so, leading to them. */
function Figure({ table, round, standing, n }: { table: Table; round: Round; standing: string; n: number }) {
  if (n === 0) return noValue;
  return (
    <Link
      className={standing === 'late' ? 'given-late' : undefined}
      to={PATHS.fillsOf({ tableId: table.id, roundId: round.id, standing })}
    >
      {n}
    </Link>
  );
}

function Urge({ id }: { id: string }) {
  const urge = useUrge(urgeRound, id, '组织');
  return (
    <Button look="row" disabled={urge.isPending} onClick={() => void urge.run()}>
      催办
    </Button>
  );
}

const schema = extendRound.input.pick({ dueOn: true, reason: true });

function Extend({ table, round, onClose }: { table: Table; round: Round; onClose: () => void }) {
  const extend = useAct(extendRound, { quiet: true });
  const form = useForm({
    schema,
    initial: { dueOn: round.dueOn, reason: '' },
    of: `Extend ${round.id}`,
    isNew: true,
    check: ({ dueOn }): Record<string, string> =>
      String(dueOn) <= round.dueOn ? { dueOn: `应晚于原来的截止日期${round.dueOn}` } : {},
  });
  return (
    <FormDialog
      title={`延长期限 ${table.title} ${round.label}`}
      icon="calendarCheck"
      act="延长"
      form={form}
      pending={extend.isPending}
      onClose={onClose}
      onSave={async () => {
        const { dueOn, reason } = form.values;
        await extend.mutateAsync({ id: round.id, dueOn, reason });
        emit('notice', { kind: 'success', text: `已延长到${dueOn}，已通知没有报的组织` });
        onClose();
        return false;
      }}
    >
      <DateField form={form} name="dueOn" label="新的截止日期" required hint={`原来的是${round.dueOn}`} />
      <AreaField form={form} name="reason" label="延期原因" required max={200} />
    </FormDialog>
  );
}

function Fields({ table }: { table: Table }) {
  const designQuery = useCall(getDesign, { id: table.id }, { quiet: true });
  return (
    <GivenSection id="centre-fields" title={`字段（${table.fields}个）`} act={null}>
      {!designQuery.data ? (
        <Waiting query={designQuery} lines={4} />
      ) : (
        <>
          <DesignView design={designQuery.data.design} dicts={designQuery.data.dicts} />
          {designQuery.data.versions.length > 1 && (
            <ul className="centre-versions" aria-label="发布过的版本">
              {designQuery.data.versions.map(({ number, publishedAt, publishedBy, rounds }) => (
                <li key={number}>
                  <Link to={PATHS.designOf(table.id, number)}>第{number}版</Link>
                  <span className="muted centre-note">
                    {publishedAt.slice(0, 10)} {publishedBy}发布，{rounds ? `用于${rounds}` : '从下一期起用'}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </GivenSection>
  );
}
