import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import type { Endpoint } from '#platform/contract.ts';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { type CommonExemption, exemptionEnd } from '../contract.exempt.ts';
import { EXEMPTION_STATES } from '../rules.exempt.ts';
import './exemptions.css';

const TONES: Readonly<Record<number, string>> = { 0: 'tag warn', 1: 'tag ok', 2: 'tag bad', 3: 'tag' };

function Why({ row }: { row: CommonExemption }) {
  return (
    <div className="exemption-why">
      {row.reason}
      <FileList files={row.files} label="证明材料" />
      {row.opinion && <small className="muted">意见：{row.opinion}</small>}
      {row.endReason && (
        <small className="muted">
          {row.state === 3 ? '撤销' : `原到${row.plannedTo}，提前结束`}：{row.endReason}
        </small>
      )}
    </div>
  );
}

/** Columns that every 免考 has, behind those that tell whose it is. */
const columnsOf = <Row extends CommonExemption>(
  title: Column<Row>,
  further: readonly Column<Row>[],
): readonly Column<Row>[] => [
  title,
  {
    key: 'state',
    title: '状态',
    width: 80,
    card: 'tag',
    cell: (row) => <span className={TONES[row.state]}>{row.stateName}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(EXEMPTION_STATES),
    },
  },
  ...further,
  { key: 'item', title: '免考项目', width: 140, card: 'line', cell: (row) => row.itemName },
  { key: 'days', title: '期间', width: 186, card: 'line', cell: (row) => `${row.fromOn} 至 ${row.toOn}` },
  { key: 'reason', title: '原因', width: 220, card: 'line', cell: (row) => <Why row={row} /> },
  {
    key: 'who',
    title: '申请／办理',
    width: 170,
    cell: (row) => [...new Set([row.askedBy, row.decidedBy, row.endedBy])].filter(Boolean).join('／'),
  },
];

export interface ExemptionListProps<Row extends CommonExemption> {
  caption: string;
  list: Endpoint;
  /** Its card's title, then what else tells whose it is. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  searchFor: string;
  keep?: readonly string[];
  empty: { title: string; text: string };
  nameOf: (row: Row) => string;
  /** What follows once it is confirmed. */
  consequence: (row: Row) => string;
  /** What follows where it is not, or is no more. */
  usual: string;
  decide: (input: { id: string; version: number; agree: boolean; opinion?: string }) => Promise<unknown>;
  end: (input: { id: string; version: number; resumeOn?: string; reason: string }) => Promise<unknown>;
}

/** 免考 of people or of organisations: who waits first, and what the reader may do with each. */
export function ExemptionList<Row extends CommonExemption>(props: ExemptionListProps<Row>) {
  const { nameOf, decide, end, usual } = props;
  const { inRow, dialog } = useApprovalActs();
  const [title, ...further] = props.columns;
  const actsOf = (row: Row) => {
    const of = { id: row.id, version: row.version };
    return inRow({
      agree: row.can.decide && {
        title: `同意 ${nameOf(row)}免考`,
        consequence: props.consequence(row),
        run: () => decide({ ...of, agree: true }),
      },
      refuse: row.can.decide && {
        title: `不同意 ${nameOf(row)}免考`,
        words: { label: '不同意的原因' },
        consequence: <p>{usual}</p>,
        run: (opinion) => decide({ ...of, agree: false, opinion }),
      },
      withdraw: row.can.end &&
        row.state === 0 && {
          title: `撤回 ${nameOf(row)}免考`,
          words: { label: '撤回原因' },
          consequence: <p>{usual}</p>,
          run: (reason) => end({ ...of, reason }),
        },
      takeBack: row.can.end &&
        row.state !== 0 && {
          label: '结束',
          dialog: (close) => (
            <EndDialog row={row} name={nameOf(row)} onEnd={end} onClose={close}>
              {usual}
            </EndDialog>
          ),
        },
    });
  };
  return (
    <>
      <PlainList<Row>
        caption={props.caption}
        endpoint={props.list}
        columns={columnsOf(title, further)}
        {...(props.keep ? { keep: props.keep } : {})}
        search={{ name: 'keyWords', placeholder: props.searchFor }}
        inputOf={({ tab: _tab, ...values }) => values}
        unit="件"
        actsWidth={160}
        acts={(row) => <span className="record-row-acts">{actsOf(row)}</span>}
        empty={props.empty}
      />
      {dialog}
    </>
  );
}

const schema = z.object({ resumeOn: exemptionEnd.resumeOn.unwrap(), reason: exemptionEnd.reason });

function EndDialog({
  row,
  name,
  onEnd,
  onClose,
  children,
}: {
  row: CommonExemption;
  name: string;
  onEnd: ExemptionListProps<CommonExemption>['end'];
  onClose: () => void;
  children: ReactNode;
}) {
  const [pending, setPending] = useState(false);
  const today = new Date().toLocaleDateString('sv-SE');
  const form = useForm({
    schema,
    of: `EndDialog ${row.id}`,
    isNew: true,
    // The middle of the three: today, where it lies within.
    initial: { resumeOn: [row.fromOn, today, row.toOn].sort()[1] ?? row.toOn, reason: '' },
  });
  return (
    <FormDialog
      title={`结束 ${name}免考`}
      icon="warning"
      width={470}
      act="结束免考"
      form={form}
      pending={pending}
      onClose={onClose}
      onSave={async () => {
        setPending(true);
        try {
          return await onEnd({
            id: row.id,
            version: row.version,
            resumeOn: form.text('resumeOn'),
            reason: form.text('reason'),
          });
        } finally {
          setPending(false);
        }
      }}
    >
      <p>
        {row.itemName}，{row.fromOn}至{row.toOn}。从所选日期起，{children}
      </p>
      <DateField form={form} name="resumeOn" label="从哪天起照常考核" required hint={`${row.fromOn}或更早：整件撤销`} />
      <AreaField form={form} name="reason" label="结束原因" required max={200} rows={2} />
    </FormDialog>
  );
}
