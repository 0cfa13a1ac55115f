import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OrgField } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { filePair, fixPair, getPair, type PairDetail } from '../contract.pair.ts';
import { PostsField } from './parts.tsx';
import { PATHS } from './paths.ts';
import { ReceiverField } from './pickers.receiver.tsx';

/** `/service/addOrg`: the party organisation of a unit reports to a community or street; `?id=` fixes a report. */
export default function AddOrg() {
  const { id } = readQuery(useLocation().search, ['id']);
  const query = useCall(getPair, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined) return <Editor pair={null} />;
  return (
    <RecordLoader query={query} fresh refused={({ can }) => (can.edit ? '' : '这件组织报到现在不能修改')}>
      {(pair) => <Editor pair={pair} />}
    </RecordLoader>
  );
}

function Editor({ pair }: { pair: PairDetail | null }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const add = useAct(filePair, { quiet: true });
  const fix = useAct(fixPair, { quiet: true });
  const [start] = useState(() => ({
    contact: pair?.contact ?? '',
    phone: pair?.phone ?? '',
    posts: pair?.posts.join() ?? '',
    offers: pair?.offers ?? '',
    ...(pair ? {} : { orgId: user.workOrgId, communityId: '', orgName: '' }),
  }));
  const form = useForm({ schema: pair ? fixPair.input : filePair.input, initial: start, isNew: pair === null });
  const save = async () => {
    const { orgName, ...values } = form.values as typeof start & { orgId: string; communityId: string };
    if (pair) {
      await fix.mutateAsync({ ...values, id: pair.id, version: pair.version });
      emit('notice', { kind: 'success', text: '保存成功' });
      navigate(PATHS.pair(pair.id), { replace: true });
      return;
    }
    const { id } = await add.mutateAsync(values);
    emit('notice', { kind: 'success', text: `已报到，由${orgName}审核` });
    navigate(PATHS.pair(id), { replace: true });
  };
  return (
    <FormPage
      title={pair ? `修改组织报到 ${pair.homeName}` : '组织报到'}
      form={form}
      act={pair ? '保存' : '提交'}
      onSave={save}
      onCancel={() => navigate(pair ? PATHS.pair(pair.id) : PATHS.pairs)}
      sections={[
        {
          id: 'who',
          title: '谁报到，到哪里',
          content: (
            <>
              {pair ? (
                <p className="form-field wide">
                  {pair.homeName}，报到到{pair.orgName}
                </p>
              ) : (
                <>
                  <OrgField form={form} name="orgId" label="报到党组织" required count="organisations" />
                  <ReceiverField
                    form={form}
                    name="communityId"
                    kind="org"
                    label="社区（街道）党组织"
                    hint="单位所在地或结对的社区、街道党组织"
                  />
                </>
              )}
              <TextField form={form} name="contact" label="联系人" required max={30} />
              <TextField form={form} name="phone" label="联系电话" required max={20} inputMode="tel" />
            </>
          ),
        },
        {
          id: 'offers',
          title: '能提供什么',
          content: (
            <>
              <PostsField form={form} />
              <AreaField form={form} name="offers" label="可提供的资源和服务" required max={300} wide />
            </>
          ),
        },
      ]}
    />
  );
}
