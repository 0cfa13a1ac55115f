import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column, Option } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  createProcess,
  listProcesses,
  PROCESS_STATES,
  type ProcessRow,
  processChoices,
  retireProcess,
} from '../contract.process.ts';
import '#platform/web/form/form.css';

const designPath = (id: string) => `/sys/workflow/design/${id}`;
const TONES = { draft: '', published: 'ok', retired: '' } as const;

function columnsOf(kinds: readonly Option[]): readonly Column<ProcessRow>[] {
  return [
    {
      key: 'name',
      title: '流程名称',
      width: 240,
      card: 'title',
      cell: (row) => (
        <Link to={designPath(row.id)} title={row.description}>
          {row.name}
        </Link>
      ),
    },
    {
      key: 'kindName',
      title: '事项类别',
      width: 110,
      card: 'tag',
      cell: (row) => <span className="tag">{row.kindName}</span>,
      filter: { kind: 'choice', name: 'kind', options: kinds },
    },
    { key: 'orgName', title: '适用组织', width: 200, card: 'line', cell: (row) => `${row.orgName}及下级` },
    {
      key: 'state',
      title: '状态',
      width: 96,
      card: 'side',
      cell: (row) => (
        <span className={`tag ${TONES[row.state]}`}>
          {row.state === 'published' && <Icon name="check" />}
          {PROCESS_STATES[row.state]}
        </span>
      ),
      filter: {
        kind: 'choice',
        name: 'state',
        options: optionsOf(PROCESS_STATES),
      },
    },
    {
      key: 'number',
      title: '版本',
      width: 150,
      card: 'line',
      cell: (row) => (
        <>
          {row.number === null ? '—' : `第${row.number}版`}
          {row.changed && row.versions > 0 && <span className="muted"> 草稿有改动</span>}
        </>
      ),
    },
    { key: 'running', title: '办理中', width: 80, align: 'right', card: 'line', cell: (row) => `${row.running}件` },
    {
      key: 'updatedAt',
      title: '最近改动',
      width: 200,
      cell: (row) => `${dateTime(row.updatedAt)} ${row.updatedBy}`,
    },
  ];
}

/** `/sys/workflow`: the approval processes of the own organisation and of those below it. */
export default function ProcessList() {
  const choices = useCall(processChoices, {}, { quiet: true });
  const kinds = useMemo(
    () => (choices.data?.kinds ?? []).map(({ kind, label }) => ({ value: kind, label })),
    [choices.data],
  );
  const columns = useMemo(() => columnsOf(kinds), [kinds]);
  const [adding, setAdding] = useState(false);
  const add = async () => {
    // Pressed before the kinds have come, or after they did not: they are waited for.
    const { error } = choices.data ? { error: null } : await choices.refetch({ cancelRefetch: false });
    if (error) emit('notice', { kind: 'error', text: error.message });
    else setAdding(true);
  };
  const [stopped, setStopped] = useState<ProcessRow | null>(null);
  const retire = useAct(retireProcess, { quiet: true });
  return (
    <div className="list-page">
      <PageHead>
        <Button look="primary" icon="plus" onClick={add}>
          新建流程
        </Button>
      </PageHead>
      <PlainList<ProcessRow>
        caption="审批流程"
        endpoint={listProcesses}
        columns={columns}
        search={{ name: 'name', placeholder: '流程名称' }}
        unit="个"
        acts={(row) => (
          <>
            <ButtonLink look="row" to={designPath(row.id)}>
              {row.can.edit ? '设计' : '查看'}
            </ButtonLink>
            {row.can.retire && (
              <Button look="row" onClick={() => setStopped(row)}>
                停用
              </Button>
            )}
          </>
        )}
        empty={{ title: '还没有审批流程', text: '点“新建流程”画出审批人和条件，发布后本组织和下级就能发起。' }}
      />
      {adding && <AddDialog kinds={kinds} onClose={() => setAdding(false)} />}
      {stopped && (
        <ReasonDialog
          title={`停用流程 ${stopped.name}`}
          act="停用"
          label="停用原因"
          onDone={(reason) => retire.mutateAsync({ id: stopped.id, reason })}
          onClose={() => setStopped(null)}
        >
          停用后不能再发起。{stopped.running > 0 && `办理中的${stopped.running}件仍走完。`}以后可以重新发布。
        </ReasonDialog>
      )}
    </div>
  );
}

const schema = createProcess.input.pick({ kind: true, name: true, description: true });

function AddDialog({ kinds, onClose }: { kinds: readonly Option[]; onClose: () => void }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const create = useAct(createProcess, { quiet: true });
  const form = useForm({
    schema,
    initial: { kind: kinds[0]?.value ?? '', name: '', description: '' },
    of: 'AddDialog',
    isNew: true,
  });
  const save = async () => {
    if (!form.validate()) return;
    const [kind, name, description] = [form.text('kind'), form.text('name'), form.text('description')];
    try {
      const { id } = await create.mutateAsync({ kind, name, description, orgId: user.workOrgId });
      form.sent();
      navigate(designPath(id));
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <Dialog
      title="新建流程"
      icon="plus"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form="process-add" look="primary" disabled={create.isPending}>
            去设计
          </Button>
        </>
      }
    >
      <form
        id="process-add"
        ref={form.box}
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="secondary">适用于{user.workOrg.name}及下级组织，发布后才能使用。</p>
        <SelectField form={form} name="kind" label="事项类别" required options={kinds} />
        <TextField form={form} name="name" label="流程名称" required max={40} placeholder="如：经费使用审批" />
        <AreaField form={form} name="description" label="说明" max={200} hint="发起时显示，说清什么事走这个流程" />
      </form>
    </Dialog>
  );
}
