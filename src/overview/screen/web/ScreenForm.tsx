import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { InputOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { addScreen, getScreen, type ScreenRow, screenForm, updateScreen } from '../contract.ts';
import { PATHS, SCREEN_TYPES } from '../rules.ts';

const TYPES = optionsOf(SCREEN_TYPES);
const valuesOf = (screen: ScreenRow | null): FormValues => ({
  name: screen?.name ?? '',
  jumpUrl: screen?.jumpUrl ?? '',
  type: String(screen?.type ?? 1),
});

/** `/bigScreen/edit`: a new screen; with `?id=` an existing one. */
export default function ScreenForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const screenQuery = useCall(getScreen, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined) return <Editor key="new" screen={null} />;
  return (
    <RecordLoader query={screenQuery} fresh refused={(row) => (row.can.edit ? '' : '数据大屏由管理员维护')}>
      {(row) => <Editor key={row.id} screen={row} />}
    </RecordLoader>
  );
}

function Editor({ screen: read }: { screen: ScreenRow | null }) {
  const navigate = useNavigate();
  const add = useAct(addScreen, { quiet: true });
  const update = useAct(updateScreen, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [screen] = useState(read);
  const form = useForm({ schema: screenForm, initial: valuesOf(screen), isNew: screen === null });
  const title = screen ? `编辑大屏 ${screen.name}` : '新增大屏';
  useTitle(title);
  const save = async () => {
    const changes = form.changes();
    if (screen) {
      await update.mutateAsync({ ...changes, id: screen.id, version: screen.version } as InputOf<typeof updateScreen>);
    } else await add.mutateAsync(changes as InputOf<typeof addScreen>);
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(placeOf(PATHS.list), { replace: true });
  };
  return (
    <FormPage
      title={title}
      form={form}
      onSave={save}
      onCancel={() => navigate(placeOf(PATHS.list))}
      sections={[
        {
          id: 'screen',
          title: '大屏',
          content: (
            <>
              <TextField form={form} name="name" label="大屏名称" required max={40} />
              {screen?.builtIn ? null : (
                <SelectField
                  form={form}
                  name="type"
                  label="打开方式"
                  required
                  options={TYPES}
                  hint="选择街道、支部的，打开时带上 orgId 和 orgCode；选择党员的带上 userId"
                />
              )}
              <TextField
                form={form}
                name="jumpUrl"
                label="跳转地址"
                required
                max={300}
                wide
                placeholder="/djdp/"
                hint="本平台的页面以 / 开头，如 /bigScreen/show/org；其他站点写完整网址，须先在站点配置中允许"
              />
            </>
          ),
        },
      ]}
    />
  );
}
