import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { LACKS, type LackingRow, lackingMembers, lackingOrgs } from '../contract.coverage.ts';
import { endExemption, exemptForm, exemptMember, urgeMembers } from '../contract.exempt.ts';
import { PATHS } from './paths.ts';
import './dualReport.css';

const SHOWN = {
  member: {
    title: '待报到的在职党员',
    endpoint: lackingMembers,
    path: PATHS.memberCount,
    search: '姓名',
    unit: '人',
    home: '所在党支部',
    note: '工作岗位',
    href: (id: string) => `/affairs/member/browse/${id}`,
    empty: { title: '没有这样的人', text: '应报到的在职党员都已报到，或没有符合筛选的。' },
  },
  org: {
    title: '未报到的单位党组织',
    endpoint: lackingOrgs,
    path: PATHS.orgCount,
    search: '组织名称',
    unit: '个',
    home: '上级党组织',
    note: '单位',
    href: (id: string) => `/affairs/organization/browseOrganization/${id}`,
    empty: { title: '都报到了', text: '这里的单位党组织都已到社区报到。' },
  },
} as const;

/** Asks, once and with the number, and urges whoever has to report and did nothing. */
function Urge() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const urge = useAct(urgeMembers);
  return (
    <Button
      icon="bell"
      disabled={urge.isPending}
      onClick={() =>
        urge.mutateAsync(orgId ? { orgId } : {}).then(
          ({ urged, without }) =>
            emit('notice', {
              kind: 'success',
              text: `已催${urged}人${without > 0 ? `；另有${without}人没有账号，请代办` : ''}`,
            }),
          () => undefined,
        )
      }
    >
      催办待报
    </Button>
  );
}

function ExemptDialog({ row, onClose }: { row: LackingRow; onClose: () => void }) {
  const save = useAct(exemptMember, { quiet: true });
  const form = useForm({
    schema: exemptForm,
    initial: { reason: '', untilOn: '' },
    of: `Exempt ${row.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`免报 ${row.name}`}
      icon="check"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        await save.mutateAsync({ memberId: row.id, reason: form.text('reason'), untilOn: form.text('untilOn') });
        emit('notice', { kind: 'success', text: `${row.name}已设为免报` });
      }}
    >
      <AreaField form={form} name="reason" label="免报原因" required max={100} rows={2} wide />
      <DateField form={form} name="untilOn" label="免报到" hint="到期后重新列入待报；不填的一直免报" />
    </FormDialog>
  );
}

/** The term of somebody who has to report; whoever waits for the community is not late. */
const termText = (row: LackingRow): string =>
  row.exemption || (row.dueOn && `${row.isLate ? '已过期限' : '期限'}${row.dueOn}`);

/** Who has to report and has not: people, or organisations of units; of people those who are let off as well. */
export function Lacking({ kind }: { kind: keyof typeof SHOWN }) {
  const session = useSession();
  const [open, setOpen] = useState<{ what: 'exempt' | 'end'; row: LackingRow } | null>(null);
  const endNow = useAct(endExemption, { quiet: true });
  const navigate = useNavigate();
  const side = useOrgSide();
  const shown = SHOWN[kind];
  const columns: readonly Column<LackingRow>[] = [
    {
      key: 'name',
      title: kind === 'member' ? '姓名' : '党组织',
      width: kind === 'member' ? 110 : 240,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={shown.href(row.id)} title={row.name}>
          {row.name}
        </RowLink>
      ),
    },
    {
      key: 'lack',
      title: '情况',
      width: 100,
      card: 'tag',
      cell: (row) => (
        <span className={row.lack === 'exempt' ? 'tag' : row.lack === 'waiting' ? 'tag red' : 'tag warn'}>
          {row.lackName}
        </span>
      ),
      filter: {
        kind: 'choice',
        name: 'lack',
        options: optionsOf(LACKS).filter(({ value }) => kind === 'member' || value !== 'exempt'),
      },
    },
    ...(kind === 'member'
      ? ([
          {
            key: 'dueOn',
            title: '期限或免报原因',
            width: 180,
            card: 'line',
            cell: (row) => <span className={row.isLate ? 'sbd-late' : undefined}>{termText(row) || noValue}</span>,
          },
          { key: 'urgedOn', title: '最近催办', width: 110, card: 'line', cell: (row) => row.urgedOn || noValue },
        ] satisfies Column<LackingRow>[])
      : []),
    { key: 'note', title: shown.note, width: 180, card: 'line', cell: (row) => row.note || noValue },
    {
      key: 'homeName',
      title: shown.home,
      width: 240,
      card: 'line',
      cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
    },
  ];
  const acts = (row: LackingRow): MenuAct[] => [
    { label: '档案', icon: 'eye', run: () => navigate(shown.href(row.id)) },
    ...(row.can.exempt
      ? [{ label: '设为免报', icon: 'check' as const, run: () => setOpen({ what: 'exempt', row }) }]
      : []),
    ...(row.can.endExemption
      ? [{ label: '取消免报', icon: 'undo' as const, run: () => setOpen({ what: 'end', row }) }]
      : []),
  ];
  const list = (
    <ListPage<LackingRow>
      title={shown.title}
      path={shown.path}
      endpoint={shown.endpoint}
      columns={columns}
      search={{ name: 'keyWords', placeholder: shown.search }}
      unit={shown.unit}
      keep={['names']}
      {...(side ? { side } : {})}
      acts={() => (
        <>
          <ButtonLink to={shown.path}>看统计</ButtonLink>
          {kind === 'member' && may(session, 'sbd:write') && <Urge />}
          <ButtonLink look="primary" to={kind === 'member' ? PATHS.add : PATHS.addPair}>
            {kind === 'member' ? '党员报到' : '组织报到'}
          </ButtonLink>
        </>
      )}
      row={{
        label: (row) => row.name,
        href: (row) => shown.href(row.id),
        editHref: () => null,
        menu: acts,
      }}
      empty={shown.empty}
    />
  );
  return (
    <>
      {list}
      {open?.what === 'exempt' && <ExemptDialog row={open.row} onClose={() => setOpen(null)} />}
      {open?.what === 'end' && (
        <ReasonDialog
          title={`取消免报 ${open.row.name}`}
          act="取消免报"
          label="原因"
          max={100}
          onDone={async (reason) => {
            await endNow.mutateAsync({ memberId: open.row.id, reason });
            emit('notice', { kind: 'success', text: `${open.row.name}重新列入待报` });
          }}
          onClose={() => setOpen(null)}
        >
          重新列入待报名单。
        </ReasonDialog>
      )}
    </>
  );
}
