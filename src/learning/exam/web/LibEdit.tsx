import { useNavigate, useParams } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { createLib, getLib, type LibRow, libForm, updateLib } from '../contract.bank.ts';
import { PATHS } from './pickers.paths.ts';

/** 编辑题库; `new` adds one. */
export default function LibEdit() {
  const { libId = '' } = useParams();
  const isNew = libId === 'new' || libId === 'add';
  const libQuery = useCall(getLib, { id: libId }, { quiet: true, staleTime: 0, enabled: !isNew });
  if (isNew) return <LibForm lib={null} />;
  return (
    <RecordLoader query={libQuery} fresh>
      {(lib) => <LibForm lib={lib} />}
    </RecordLoader>
  );
}

function LibForm({ lib }: { lib: LibRow | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createLib, { quiet: true });
  const update = useAct(updateLib, { quiet: true });
  const title = lib ? `编辑题库 ${lib.name}` : '新增题库';
  useTitle(title);
  const form = useForm({
    schema: libForm,
    initial: { name: lib?.name ?? '', remark: lib?.remark ?? '' },
    isNew: lib === null,
  });
  const save = async () => {
    const values = { name: form.text('name'), remark: form.text('remark') };
    let id = lib?.id ?? '';
    if (lib) await update.mutateAsync({ ...values, id, version: lib.version });
    else id = (await create.mutateAsync({ ...values, orgId: session.user.workOrgId })).id;
    form.rebase(form.values);
    navigate(PATHS.lib(id), { replace: true });
  };
  return (
    <FormPage
      title={title}
      form={form}
      onSave={save}
      onCancel={() => navigate(lib ? PATHS.lib(lib.id) : `${PATHS.centre}?tab=lib`)}
      sections={[
        {
          id: 'what',
          title: '题库',
          content: (
            <>
              <TextField form={form} name="name" label="题库名称" required max={40} wide />
              <AreaField form={form} name="remark" label="说明" wide max={200} hint="内容范围、适合谁考" />
            </>
          ),
        },
      ]}
    />
  );
}
