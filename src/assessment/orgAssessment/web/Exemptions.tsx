import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ExemptionList } from '#assessment/memberAssessment/web/pickers.exemptions.tsx';
import { PersonExemptions } from '#assessment/memberAssessment/web/pickers.tsx';
import { OrgField } from '#people/org/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { getPlan, listPlans } from '../contract.plan.ts';
import { addExemption, decideExemption, type ExemptionRow, endExemption, listExemptions } from '../contract.score.ts';
import { PATHS } from './paths.ts';
import './integral.css';

const COLUMNS = [
  { key: 'org', title: '组织', width: 150, card: 'title', cell: (row) => row.orgName },
  { key: 'plan', title: '方案', width: 146, card: 'line', cell: (row) => row.planName },
] as const satisfies readonly Column<ExemptionRow>[];

const TABS = [
  { key: 'orgs', label: '组织' },
  { key: 'people', label: '党员' },
] as const;
const PANEL = 'exemptions';
const KEPT = ['tab'];

/** 免考设置: which organisations and which people are left out of what, asked for with a reason and confirmed from above. */
export default function Exemptions() {
  const session = useSession();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const mayRead = may(session, 'assess:read');
  const { tab } = readQuery(useLocation().search, KEPT);
  const isPeople = tab === 'people' && mayRead;
  const close = () => setAdding(false);
  return (
    <div className="list-page integral-list">
      <PageHead title="免考设置">
        {may(session, isPeople ? 'assess:score' : 'integral:report') && (
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            申请免考
          </Button>
        )}
      </PageHead>
      <Tabs
        label="免考的是"
        tabs={mayRead ? TABS : TABS.slice(0, 1)}
        current={isPeople ? 'people' : 'orgs'}
        panel={PANEL}
        onPick={(key) => navigate(pathWithQuery(PATHS.exemptions, { tab: key === 'people' ? key : undefined }))}
      />
      <div id={PANEL} role="tabpanel" aria-label="免考设置">
        {isPeople ? (
          <PersonExemptions keep={KEPT} adding={adding} onAdded={close} />
        ) : (
          <OrgExemptions adding={adding} onAdded={close} />
        )}
      </div>
    </div>
  );
}

function OrgExemptions({ adding, onAdded }: { adding: boolean; onAdded: () => void }) {
  const decide = useAct(decideExemption, { quiet: true });
  const end = useAct(endExemption, { quiet: true });
  return (
    <>
      <ExemptionList<ExemptionRow>
        caption="组织免考"
        list={listExemptions}
        columns={COLUMNS}
        searchFor="组织名称"
        empty={{
          title: '没有组织免考',
          text: '新成立、停业整顿等情况不宜考核的，申请免考，由上级确认后其余项目的权重按比例放大。',
        }}
        nameOf={({ orgName }) => orgName}
        consequence={(row) => `${row.itemName}在${row.fromOn}至${row.toOn}不计分，其余项目的权重按比例放大。`}
        usual="该组织照常考核。"
        decide={(input) => decide.mutateAsync(input)}
        end={(input) => end.mutateAsync(input)}
      />
      {adding && <AddDialog onClose={onAdded} />}
    </>
  );
}

const { planId, orgId, fromOn, toOn, reason } = addExemption.input.shape;
const schema = z.object({
  planId: z.string().min(1, '请选择考核方案').pipe(planId),
  orgId: z.string().min(1, '请选择组织').pipe(orgId),
  fromOn,
  toOn,
  reason,
  itemId: z.string(),
  files: z.string().min(1, '请上传证明材料'),
});

function AddDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const plans = useCall(listPlans, { pageSize: 100 }, { quiet: true });
  const open = (plans.data?.rows ?? []).filter(({ state }) => state === 1 || state === 2);
  const add = useAct(addExemption, { quiet: true });
  const year = new Date().getFullYear();
  const form = useForm({
    schema,
    of: 'AddDialog',
    isNew: true,
    initial: {
      planId: '',
      orgId: user.workOrgId,
      itemId: '',
      fromOn: `${year}-01-01`,
      toOn: `${year}-12-31`,
      reason: '',
      files: '',
    },
  });
  const chosen = form.text('planId');
  const plan = useCall(getPlan, { id: chosen }, { quiet: true, enabled: chosen !== '' });
  return (
    <FormDialog
      title="申请免考"
      icon="clipboard"
      width={700}
      act="提交"
      form={form}
      pending={add.isPending}
      onClose={onClose}
      onSave={() =>
        add.mutateAsync({
          planId: chosen,
          orgId: form.text('orgId'),
          ...(form.text('itemId') ? { itemId: form.text('itemId') } : {}),
          fromOn: form.text('fromOn'),
          toOn: form.text('toOn'),
          reason: form.text('reason'),
          files: form.text('files').split(',').filter(Boolean),
        })
      }
    >
      <SelectField
        form={form}
        name="planId"
        label="考核方案"
        required
        options={open.map(({ id, name, year: of }) => ({ value: id, label: `${of}年 ${name}` }))}
      />
      <OrgField form={form} name="orgId" label="组织" required />
      <SelectField
        form={form}
        name="itemId"
        label="免考项目"
        hint="不选就是全部项目"
        options={(plan.data?.itemList ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DateField form={form} name="fromOn" label="从" required />
      <DateField form={form} name="toOn" label="到" required />
      <AreaField form={form} name="reason" label="免考原因" required max={200} rows={2} />
      <AttachmentField form={form} name="files" label="证明材料" required format="common" count={10} />
    </FormDialog>
  );
}
