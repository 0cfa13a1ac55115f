import { useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { relationSetting, saveRelationSetting } from '../contract.setting.ts';
import { PATHS } from './paths.ts';
import './relation.css';

/** `setting`: how the own committee issues letters. */
export default function Setting() {
  const query = useCall(relationSetting, {}, { quiet: true, staleTime: 0 });
  if (!query.data) return <Waiting query={query} lines={6} />;
  if (query.data.can.edit) return <Editor key={query.data.version} setting={query.data} />;
  return (
    <div className="list-page">
      <PageHead title="介绍信设置" />
      <Empty title="这里不开介绍信">介绍信由具有审批预备党员权限的党委开具和设置。</Empty>
    </div>
  );
}

function Editor({ setting }: { setting: ReplyOf<typeof relationSetting> }) {
  const navigate = useNavigate();
  const save = useAct(saveRelationSetting, { quiet: true });
  const form = useForm({
    schema: saveRelationSetting.input.omit({ version: true }),
    initial: {
      prefix: setting.prefix,
      daysNear: String(setting.daysNear),
      daysFar: String(setting.daysFar),
      duesBlock: setting.duesBlock,
      relays: setting.relays,
    },
    isNew: false,
  });
  return (
    <FormPage
      title="介绍信设置"
      form={form}
      act="保存"
      onSave={async () => {
        await save.mutateAsync({ ...form.values, version: setting.version } as never);
        emit('notice', { kind: 'success', text: '已保存介绍信设置' });
        navigate(PATHS.desk);
      }}
      onCancel={() => navigate(PATHS.desk)}
      sections={[
        {
          id: 'letter',
          title: '介绍信',
          content: (
            <>
              <TextField
                form={form}
                name="prefix"
                label="编号前缀"
                required
                max={12}
                hint={`如 ${form.text('prefix') || '峡临渡转'}〔${new Date().getFullYear()}〕第0317号`}
              />
              <TextField form={form} name="daysNear" label="省内有效期（天）" required max={2} inputMode="numeric" />
              <TextField
                form={form}
                name="daysFar"
                label="省外有效期（天）"
                required
                max={2}
                inputMode="numeric"
                hint="最多90天，最后一天有效"
              />
            </>
          ),
        },
        {
          id: 'way',
          title: '核对和路径',
          content: (
            <>
              <TickField form={form} name="duesBlock" label="党费没有交清的不能提交" hint="不勾选时只提醒" />
              <TickField form={form} name="relays" label="逐级经过上级党委" hint="不勾选时由两端党委直接转接" />
            </>
          ),
        },
      ]}
    />
  );
}
