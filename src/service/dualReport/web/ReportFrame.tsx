import { type ComponentProps, type ReactNode, useState } from 'react';

import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Fact, MatterHead } from '#platform/web/field/Matter.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { StatusTag } from './parts.tsx';

/** What both reports answer of one of them. */
interface AnyReport {
  id: string;
  statusName: string;
  decidedOn: string | null;
  decidedName: string;
  reason: string;
  endedOn: string | null;
  endNote: string;
  can: {
    decide: boolean;
    whyNot: string;
    edit: boolean;
    withdraw: boolean;
    urge: boolean;
    end: boolean;
    print: boolean;
  };
}

interface FrameProps {
  /** 党员报到, 组织报到. */
  noun: string;
  name: string;
  row: AnyReport;
  /** The kind that urging knows it by. */
  subject: string;
  editHref: string;
  /** Shown above the facts, beside why the session may not decide. */
  warning?: string;
  accept: { label: string; run: () => Promise<unknown>; told: string };
  back: { run: (reason: string) => Promise<unknown>; consequence: string };
  withdraw: () => Promise<unknown>;
  end: {
    act: string;
    title: string;
    label: string;
    max?: number;
    consequence: string;
    told: string;
    run: (reason: string) => Promise<unknown>;
  };
  print: ComponentProps<typeof PaperDialog>['ask'];
  onAgain: () => void;
  children: ReactNode;
}

/** One report, of a person or of an organisation: head, acts of either end, the facts of its own, and the dialogs. */
export function ReportFrame(props: FrameProps) {
  const { noun, name, row, accept, back, end } = props;
  const [open, setOpen] = useState<'print' | 'end' | null>(null);
  const urge = useUrgeAbove(props.subject, row.id);
  const close = () => setOpen(null);
  const warning = row.can.whyNot || props.warning;
  useTitle(`${noun} ${name}`);
  return (
    <>
      <RecordTop title={`${noun} ${name}`} />
      <MatterHead name={name} state={<StatusTag name={row.statusName} />}>
        {row.can.edit && (
          <ButtonLink icon="edit" to={props.editHref}>
            修改
          </ButtonLink>
        )}
        {row.can.end && (
          <Button icon="undo" onClick={() => setOpen('end')}>
            {end.act}
          </Button>
        )}
        {row.can.print && (
          <Button icon="print" onClick={() => setOpen('print')}>
            报到回执单
          </Button>
        )}
        <ApprovalActs
          onClosed={props.onAgain}
          acts={{
            agree: row.can.decide && {
              label: accept.label,
              run: async () => {
                await accept.run();
                emit('notice', { kind: 'success', text: accept.told });
              },
            },
            return: row.can.decide && {
              title: `退回 ${name}的报到`,
              words: { label: '退回原因' },
              consequence: back.consequence,
              run: back.run,
            },
            urge: row.can.urge && urge,
            withdraw: row.can.withdraw && {
              title: `撤回 ${name}的报到`,
              act: '撤回',
              consequence: '社区不再审核这件报到，之后可以重新报到。',
              run: props.withdraw,
            },
          }}
        />
      </MatterHead>
      {warning && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{warning}</span>
        </div>
      )}
      <div className="matter-work">{props.children}</div>
      {open === 'print' && <PaperDialog title={`${noun}回执单 ${name}`} ask={props.print} onClose={close} />}
      {open === 'end' && (
        <ReasonDialog
          title={end.title}
          act={end.act}
          label={end.label}
          {...(end.max ? { max: end.max } : {})}
          onDone={async (reason) => {
            await end.run(reason);
            emit('notice', { kind: 'success', text: end.told });
          }}
          onClose={close}
        >
          {end.consequence}
        </ReasonDialog>
      )}
    </>
  );
}

/** What became of a report, as lines of its facts. @param accepted the word of accepting it */
export function Outcome({ row, accepted }: { row: AnyReport; accepted: string }) {
  return (
    <>
      {row.decidedOn && (
        <Fact label={row.reason ? '退回' : accepted}>
          {row.decidedOn}，{row.decidedName}
        </Fact>
      )}
      {row.reason && <Fact label="退回原因">{row.reason}</Fact>}
      {row.endedOn && (
        <Fact label="结束">
          {row.endedOn} {row.endNote}
        </Fact>
      )}
    </>
  );
}
