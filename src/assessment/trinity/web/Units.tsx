import { type ReactNode, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { UrgeButton } from '#house/web/given/acts.tsx';
import { useUrge } from '#house/web/given/urge.ts';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listUnits, type UnitRow } from '../contract.read.ts';
import { dropUnit, setUnits, urgeEvaluation } from '../contract.ts';
import { evaluationCalls } from '../nouns/evaluation.ts';
import { MAX_UNITS } from '../rules.ts';
import { useEvaluation } from './parts.tsx';
import { PATHS } from './paths.ts';
import { UNIT_COLUMNS } from './unitColumns.tsx';

type Open =
  | { kind: 'choose' }
  | { kind: 'put'; chosen: readonly Choice[]; row: UnitRow | null }
  | { kind: 'drop'; row: UnitRow }
  | null;

/** 设置考核单位: who is evaluated, in which group and with which weight. */
export default function Units() {
  const use = useEvaluation(PATHS.units);
  const { evaluationId } = readQuery(useLocation().search, ['evaluationId']);
  if (use.one && use.one.id !== evaluationId) return <Navigate to={PATHS.unitsOf(use.one.id)} replace />;
  if (use.one) return <Loaded key={use.one.id} evaluationId={use.one.id} picker={use.picker} />;
  if (!use.found.data) return <Waiting query={use.found} />;
  return (
    <>
      <PageHead title="设置考核单位" />
      <div className="card">
        <Empty title="还没有考评">先在“考评设置”里新增考评，再来选考核单位。</Empty>
      </div>
    </>
  );
}

function Loaded({ evaluationId, picker }: { evaluationId: string; picker: ReactNode }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const found = useCall(evaluationCalls.get, { id: evaluationId }, { quiet: true });
  const urge = useUrge(urgeEvaluation, evaluationId, '考核单位');
  const drop = useAct(dropUnit, { quiet: true });
  const evaluation = found.data;
  const close = () => setOpen(null);
  const maySet = evaluation?.own.set ?? false;
  return (
    <>
      <ListPage<UnitRow, { groups?: string[] }>
        title="设置考核单位"
        path={PATHS.units}
        endpoint={listUnits}
        columns={UNIT_COLUMNS}
        search={{ name: 'keyWords', placeholder: '组织名称' }}
        unit="个"
        keep={['evaluationId']}
        acts={() => (
          <>
            {picker}
            {evaluation?.own.run && <UrgeButton urge={urge} look={maySet ? 'normal' : 'primary'} />}
            {maySet && (
              <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'choose' })}>
                添加考核单位
              </Button>
            )}
          </>
        )}
        row={{
          label: (row) => row.orgName,
          href: (row) => PATHS.unitOf(row.id),
          editHref: () => null,
          menu: (row) => [
            { label: '考评详情', icon: 'eye', run: () => navigate(PATHS.unitOf(row.id)) },
            ...(maySet
              ? [
                  {
                    label: '调整组别和系数',
                    icon: 'edit' as const,
                    run: () => setOpen({ kind: 'put', row, chosen: [{ id: row.orgId, name: row.orgName, note: '' }] }),
                  },
                  { label: '去掉', icon: 'close' as const, run: () => setOpen({ kind: 'drop', row }) },
                ]
              : []),
          ],
        }}
        empty={{ title: '还没有考核单位', text: '点“添加考核单位”选组织，定组别和系数；同一组别的在一起排名。' }}
      />
      {open?.kind === 'choose' && (
        <OrgDialog
          title="添加考核单位"
          multiple
          max={MAX_UNITS}
          chosen={[]}
          refuse={({ id }) => (id === evaluation?.orgId ? '组织考评的组织' : '')}
          onConfirm={(chosen) => setOpen(chosen.length > 0 ? { kind: 'put', chosen, row: null } : null)}
          // Confirming closes as well: what it opened then stays.
          onClose={() => setOpen((now) => (now?.kind === 'choose' ? null : now))}
        />
      )}
      {open?.kind === 'put' && evaluation && (
        <PutDialog evaluation={evaluation} chosen={open.chosen} row={open.row} onClose={close} />
      )}
      {open?.kind === 'drop' && evaluation && (
        <ReasonDialog
          title={`去掉 ${open.row.orgName}`}
          act="去掉"
          label="去掉的原因"
          onDone={async (reason) => {
            await drop.mutateAsync({ id: evaluation.id, version: evaluation.version, unitId: open.row.id, reason });
            emit('notice', { kind: 'success', text: `已去掉${open.row.orgName}` });
          }}
          onClose={close}
        >
          去掉后不再参加这项考评；已经报过资料或有得分的不能去掉。
        </ReasonDialog>
      )}
    </>
  );
}

const schema = setUnits.input.pick({ group: true, weight: true });

function PutDialog({
  evaluation,
  chosen,
  row,
  onClose,
}: {
  evaluation: { id: string; version: number; name: string };
  chosen: readonly Choice[];
  row: UnitRow | null;
  onClose: () => void;
}) {
  const save = useAct(setUnits, { quiet: true });
  const form = useForm({
    schema,
    initial: { group: row?.group ?? '', weight: String(row?.weight ?? 100) },
    of: `PutDialog ${evaluation.id} ${row?.id ?? ''}`,
    isNew: row === null,
  });
  return (
    <FormDialog
      title={row ? `调整 ${row.orgName}` : `添加${chosen.length}个考核单位`}
      icon="organisation"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        const orgIds = chosen.map(({ id }) => id);
        const { added } = await save.mutateAsync({
          id: evaluation.id,
          version: evaluation.version,
          orgIds,
          group: form.text('group'),
          weight: form.text('weight'),
        });
        emit('notice', { kind: 'success', text: row ? '已调整' : `已添加${added}个考核单位` });
        onClose();
        return false;
      }}
    >
      {!row && <p className="muted">{chosen.map(({ name }) => name).join('、')}</p>}
      <TextField
        form={form}
        name="group"
        label="组别"
        required
        max={30}
        placeholder="例如：乡镇、街道、县直单位"
        hint="同一组别的在一起排名"
      />
      <TextField
        form={form}
        name="weight"
        label="系数（%）"
        required
        max={3}
        inputMode="numeric"
        hint="得分按系数计算，50到150，不超过100分"
      />
    </FormDialog>
  );
}
