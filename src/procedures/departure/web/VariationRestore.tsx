import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { getVariation, restoreVariation, type VariationDetail } from '../contract.ts';
import { KINDS, monthsLost } from '../rules.ts';
import { BLANK, filesOf, MeetingFields, PaperFields } from './parts.tsx';
import { PATHS } from './paths.ts';

const schema = restoreVariation.input.extend({ files: z.string().min(1, '请上传材料') });

/** `variationRestore/:id`: asks that the 停止党籍 of `:id` ends, in this branch or another. */
export default function VariationRestore() {
  const { id = '' } = useParams();
  const query = useCall(getVariation, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh refused={({ can }) => (can.restore ? '' : '只有停止党籍的党员可以恢复党籍')}>
      {(row) => <Editor row={row} />}
    </RecordLoader>
  );
}

function Editor({ row }: { row: VariationDetail }) {
  const navigate = useNavigate();
  const restore = useAct(restoreVariation, { quiet: true });
  const form = useForm({ schema, initial: { ...BLANK, orgId: row.orgId }, isNew: true });
  const day = form.text('effectiveOn');
  const months = /^\d{4}-\d{2}-\d{2}$/.test(day) && day > row.effectiveOn ? monthsLost(row.effectiveOn, day) : 0;
  return (
    <FormPage
      title={`恢复党籍 ${row.name}`}
      form={form}
      act="报批"
      onSave={async () => {
        const { files, ...values } = form.values;
        const made = await restore.mutateAsync({
          ...values,
          id: row.id,
          files: filesOf(files),
        });
        clearKeptInput();
        emit('notice', { kind: 'success', text: `已报${made.deciderName}审批` });
        navigate(PATHS.detail(made.id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.detail(row.id))}
      banners={
        <div className="banner">
          <Icon name="book" />
          <span className="grow">
            {row.effectiveOn}起停止党籍。{KINDS.restored.clause}
            {months > 0 && `；停止党籍的${months}个月不计入党龄`}。
          </span>
        </div>
      }
      sections={[
        {
          id: 'where',
          title: '恢复到哪里',
          content: (
            <>
              <OrgField form={form} name="orgId" label="编入党支部" required count="branches" />
              <DateField form={form} name="effectiveOn" label="恢复日期" required />
              <AreaField form={form} name="reason" label="情况说明" required max={300} />
            </>
          ),
        },
        { id: 'meeting', title: '支部大会', content: <MeetingFields form={form} /> },
        { id: 'papers', title: '材料', content: <PaperFields form={form} label={KINDS.restored.papers} /> },
      ]}
    />
  );
}
