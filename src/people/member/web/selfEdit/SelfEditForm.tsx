import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, MaskedField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { RegionField } from '#platform/web/form/RegionField.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { ownSelfEdit, proposeSelfEdit, selfEditForm } from '../../contract.selfEdit.ts';
import { getMember, type MemberDetail } from '../../contract.ts';
import { valuesOf } from '../memberValues.ts';

const BACK = '/partyMember/personalFiles';

/** `/partyMember/personalFiles/edit`: proposes changes of the own record. */
export default function SelfEditForm() {
  const { member } = useSession();
  if (!member) return <Empty title="这个账号没有对应的党员档案">请联系所在党支部的党务工作者核对账号。</Empty>;
  return <Own id={member.id} />;
}

function Own({ id }: { id: string }) {
  const record = useCall(getMember, { id }, { quiet: true, staleTime: 0 });
  const own = useCall(ownSelfEdit, {}, { quiet: true, staleTime: 0 });
  const failed = [record, own].find(({ error, data }) => error && data === undefined);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!record.data || own.data === undefined || !record.isFetchedAfterMount || !own.isFetchedAfterMount) {
    return <Skeleton lines={10} />;
  }
  if (own.data?.state === 'pending') {
    return (
      <Empty title="上一次修改还在等待审核" act={<ButtonLink to={BACK}>查看修改</ButtonLink>}>
        撤回后可以改好再提交。
      </Empty>
    );
  }
  return <Editor member={record.data} />;
}

const NAMES = ['residence', 'nativePlace', 'education', 'degree', 'occupation', 'workUnit', 'position'] as const;

function Editor({ member }: { member: MemberDetail }) {
  const navigate = useNavigate();
  const dict = useDict('0006', '0007', '0008');
  const [start] = useState(() => {
    const values = valuesOf(member);
    return { ...Object.fromEntries(NAMES.map((name) => [name, values[name] ?? ''])), note: '' };
  });
  const propose = useAct(proposeSelfEdit, { quiet: true });
  const { stands } = useStands();
  const form = useForm({ schema: selfEditForm, initial: start, isNew: false });
  return (
    <FormPage
      title="修改我的信息"
      form={form}
      act="提交审核"
      onCancel={() => navigate(BACK)}
      onSave={async () => {
        const made = await propose.mutateAsync(form.changes());
        form.sent();
        emit('notice', { kind: 'success', text: `已提交，由${made.reviewerOrgName}审核` });
        // Who has left meanwhile is at something else.
        if (!stands.current) return;
        clearKeptInput();
        navigate(BACK, { replace: true });
      }}
      sections={[
        {
          id: 'self',
          title: '可以修改的信息',
          content: (
            <>
              <MaskedField
                form={form}
                name="phonenumber"
                label="手机号"
                max={14}
                inputMode="tel"
                masked={member.phonenumber}
              />
              <RegionField form={form} name="residence" label="现居住地" max={120} />
              <RegionField form={form} name="nativePlace" label="籍贯" max={60} hint="省、市、县" />
              <SelectField form={form} name="education" label="学历" options={dict['0006']} />
              <SelectField form={form} name="degree" label="学位" options={dict['0007']} />
              <SelectField form={form} name="occupation" label="工作岗位" options={dict['0008']} />
              <TextField form={form} name="workUnit" label="工作单位" max={60} />
              <TextField form={form} name="position" label="职务" max={60} />
            </>
          ),
        },
        {
          id: 'note',
          title: '说明',
          content: (
            <AreaField
              form={form}
              name="note"
              label="给审核人的说明"
              wide
              max={200}
              hint="姓名、身份证号、党籍等由党支部办理，可以在这里说明"
            />
          ),
        },
      ]}
    />
  );
}
