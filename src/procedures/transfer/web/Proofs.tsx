import { useState } from 'react';
import { useLocation } from 'react-router';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { getMember } from '#people/member/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { addProof, listProofs, PROOF_STATES, type ProofRow, printProof, voidProof } from '../contract.proof.ts';
import { lastProofDay, PROOF_MONTHS, proofFaults } from '../rules/proof.ts';
import './relation.css';

const TONES = { valid: 'tag ok', expired: 'tag', void: 'tag bad' } as const;

const COLUMNS: readonly Column<ProofRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 96,
    card: 'title',
    cell: (row) => <RowLink to={`/affairs/member/browse/${row.memberId}`}>{row.name}</RowLink>,
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'tag',
    cell: (row) => (
      <span className={TONES[row.state]} title={row.voidReason || undefined}>
        {row.stateName}
      </span>
    ),
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(PROOF_STATES),
    },
  },
  { key: 'number', title: '编号', width: 130, card: 'line', cell: (row) => row.number },
  { key: 'toName', title: '去往', width: 180, card: 'line', cell: (row) => row.toName },
  { key: 'days', title: '外出时间', width: 200, card: 'line', cell: (row) => `${row.startsOn} 至 ${row.endsOn}` },
  { key: 'reason', title: '事由', width: 130, cell: (row) => row.reason },
  {
    key: 'orgName',
    title: '所在党支部',
    width: 150,
    cell: (row) => <span title={`${row.byName}开具`}>{row.orgName}</span>,
  },
  {
    key: 'printed',
    title: '打印',
    width: 70,
    align: 'right',
    cell: (row) => (row.printed === 0 ? '未打印' : `${row.printed}次`),
  },
];

/** 党员证明信: for members who are away for up to six months; the relation stays. `?memberId=` begins one. */
export default function Proofs() {
  const { memberId } = readQuery(useLocation().search, ['memberId']);
  const mayReveal = may(useSession(), 'member:reveal');
  const [adding, setAdding] = useState(memberId !== undefined);
  const [voiding, setVoiding] = useState<ProofRow | null>(null);
  const [printing, setPrinting] = useState<{ row: ProofRow; full: boolean } | null>(null);
  const cancel = useAct(voidProof, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="党员证明信">
        <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
          开证明信
        </Button>
      </PageHead>
      <PlainList<ProofRow>
        caption="党员证明信"
        endpoint={listProofs}
        columns={COLUMNS}
        search={{ name: 'name', placeholder: '姓名' }}
        keep={KEPT}
        inputOf={({ memberId: _memberId, ...values }) => values}
        unit="份"
        actsWidth={mayReveal ? 190 : 110}
        acts={(row) => (
          <span className="record-row-acts">
            {row.can.print && (
              <Button look="row" onClick={() => setPrinting({ row, full: false })}>
                打印
              </Button>
            )}
            {row.can.print && mayReveal && (
              <Button look="row" onClick={() => setPrinting({ row, full: true })}>
                打印完整号码
              </Button>
            )}
            {row.can.void && (
              <Button look="row" onClick={() => setVoiding(row)}>
                作废
              </Button>
            )}
          </span>
        )}
        empty={{
          title: '还没有开过证明信',
          text: `党员短期外出（${PROOF_MONTHS}个月以内）开证明信，组织关系不转；更长的登记流动党员或办理转接。`,
        }}
      />
      {adding && <AddProof memberId={memberId} onClose={() => setAdding(false)} />}
      {printing && (
        <PaperDialog
          title={`党员证明信 ${printing.row.name}`}
          ask={(signal) => call(printProof, { id: printing.row.id, full: printing.full }, { quiet: true, signal })}
          onClose={() => setPrinting(null)}
        />
      )}
      {voiding && (
        <ReasonDialog
          title={`作废证明信 ${voiding.name}${voiding.number}`}
          act="作废"
          label="原因"
          onDone={(reason) => cancel.mutateAsync({ id: voiding.id, version: voiding.version, reason })}
          onClose={() => setVoiding(null)}
        >
          编号不再使用，扫码核验显示已失效；纸质的请收回。
        </ReasonDialog>
      )}
    </div>
  );
}

const KEPT = ['memberId'];

function AddProof({ memberId, onClose }: { memberId: string | undefined; onClose: () => void }) {
  const person = useCall(getMember, memberId === undefined ? null : { id: memberId }, { quiet: true });
  const [picked, setPicked] = useState<readonly Choice[] | null>(null);
  const given: readonly Choice[] = person.data
    ? [{ id: person.data.id, name: person.data.name, note: person.data.orgName }]
    : [];
  const people = picked ?? given;
  const [chosen] = people;
  const add = useAct(addProof, { quiet: true });
  const form = useForm({
    schema: addProof.input.omit({ memberId: true }),
    initial: { toName: '', reason: '', startsOn: '', endsOn: '' },
    of: `AddProof ${memberId}`,
    isNew: true,
    check: ({ startsOn, endsOn }) =>
      proofFaults({ startsOn: String(startsOn ?? ''), endsOn: String(endsOn ?? '') }, ''),
  });
  const startsOn = form.text('startsOn');
  const [lacking, setLacking] = useState('');
  return (
    <FormDialog
      title="开党员证明信"
      icon="document"
      act="开具"
      form={form}
      pending={add.isPending}
      touched={people.length > 0}
      ready={async () => {
        setLacking(chosen ? '' : '请选择党员');
        return chosen !== undefined;
      }}
      onSave={() =>
        add.mutateAsync({
          memberId: chosen?.id ?? '',
          toName: form.text('toName'),
          reason: form.text('reason'),
          startsOn,
          endsOn: form.text('endsOn'),
        })
      }
      onClose={onClose}
    >
      <PeopleField
        label="党员"
        required
        multiple={false}
        value={people}
        fault={lacking || form.faults.memberId}
        onChange={(value) => {
          setPicked(value);
          setLacking('');
        }}
      />
      <TextField form={form} name="toName" label="去往的党组织或单位" required max={80} />
      <TextField form={form} name="reason" label="外出事由" required max={100} placeholder="如：学习培训、探亲" />
      <DateField form={form} name="startsOn" label="外出日期" required />
      <DateField
        form={form}
        name="endsOn"
        label="返回日期"
        required
        hint={/^\d{4}-\d{2}-\d{2}$/.test(startsOn) ? `最迟 ${lastProofDay(startsOn)}` : `${PROOF_MONTHS}个月以内`}
      />
    </FormDialog>
  );
}
