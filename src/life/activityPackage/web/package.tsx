import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { prefillThemeDay } from '#life/orgLife/web/pickers.start.tsx';
import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { nounPages, nounWeb, type OwnControl } from '#platform/web/noun/nounWeb.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import { packPackage, setFiles, usePackage } from '../contract.ts';
import { activityPackage, packageCalls } from '../nouns/package.ts';
import { stepsOf } from '../rules.ts';
import { PATHS } from './paths.ts';
import './package.css';

type Package = ReplyOf<typeof packageCalls.get>;

/** Who offers it is the own organisation, and nothing to choose. */
function Owner({ form, name, field, record }: OwnControl) {
  const { user } = useSession();
  return (
    <Field form={form} name={name} label={field.label}>
      {({ id }) => <output id={id}>{record?.orgName ?? user.workOrg.name}</output>}
    </Field>
  );
}

/** 活动包: the list, the record of one with its files, and the form. */
export default nounWeb(
  activityPackage,
  packageCalls,
  nounHouse,
  nounPages(PATHS.list, { browse: PATHS.detail, form: PATHS.add, edit: PATHS.edit }),
  {
    empty: {
      title: '还没有活动包',
      text: '点“新增活动包”写下步骤和讲稿、附上资料，本组织和下级支部都能用它开主题党日。',
    },
    columns: {
      title: { width: 280 },
      kind: { width: 110, card: 'line' },
      minutes: { width: 110, align: 'right', card: 'line', cell: (row) => `${row.minutes}分钟` },
      orgId: { width: 200, notLarge: true },
      active: { width: 100, startsHidden: true },
    },
    further: [
      {
        key: 'files',
        title: '资料',
        width: 80,
        align: 'right',
        cell: (row) => (row.files.length > 0 ? `${row.files.length}份` : <span className="muted">—</span>),
      },
      {
        key: 'uses',
        title: '使用次数',
        width: 100,
        align: 'right',
        card: 'side',
        cell: (row) => (row.uses > 0 ? `${row.uses}次` : <span className="muted">—</span>),
      },
      {
        key: 'state',
        title: '状态',
        width: 90,
        card: 'tag',
        cell: (row) => <Active isActive={row.active} />,
      },
    ],
    tags: (record) => <Active isActive={record.active} />,
    facts: (record) => [
      ['建议时长', `${record.minutes}分钟`],
      ['使用', `${record.uses}次`],
      ...(record.ownUses > 0 ? [['本组织使用', `${record.ownUses}次`] as const] : []),
    ],
    values: {
      steps: (record) => (
        <ol className="package-steps">
          {stepsOf(record.steps).map((step, at) => (
            // The same step may come twice; its place is what tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={at}>{step}</li>
          ))}
        </ol>
      ),
    },
    controls: { orgId: Owner },
    acts: (record) => <Acts of={record} />,
    below: (record) => <Files of={record} />,
  },
);

const Active = ({ isActive }: { isActive: boolean }) => (
  <span className={isActive ? 'tag ok' : 'tag'}>{isActive ? '可以使用' : '已停用'}</span>
);

function Acts({ of }: { of: Package }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const use = useAct(usePackage);
  const pack = useAct(packPackage, { quiet: true });
  const [packing, setPacking] = useState(false);
  const begin = async () => {
    try {
      const { to, state } = prefillThemeDay(user.workOrgId, await use.mutateAsync({ id: of.id }));
      navigate(to, { state });
    } catch {
      // The client has shown why.
    }
  };
  return (
    <>
      {of.own.use && of.active && (
        <Button look="primary" icon="calendarCheck" disabled={use.isPending} onClick={() => void begin()}>
          用此活动包
        </Button>
      )}
      <Button icon="export" aria-haspopup="dialog" onClick={() => setPacking(true)}>
        打包下载
      </Button>
      {packing && (
        <StartDialog
          title="打包下载"
          example="支部开主题党日"
          onStart={({ purpose = '' }) => pack.mutateAsync({ id: of.id, purpose })}
          onClose={() => setPacking(false)}
        >
          活动方案和{of.files.length}份资料打成一个压缩包，做好后在“导出列表”下载。
        </StartDialog>
      )}
    </>
  );
}

const fileSchema = z.object({ files: z.string() });

function Files({ of }: { of: Package }) {
  /** As it was when the dialog opened: whoever saved since then is told of, and not written over. */
  const [edited, setEdited] = useState<Package | null>(null);
  return (
    <section className="package-files">
      {of.own.set && (
        <Button size="compact" icon="document" aria-haspopup="dialog" onClick={() => setEdited(of)}>
          {of.files.length > 0 ? '更换资料' : '添加资料'}
        </Button>
      )}
      <Previews files={of.files} label="资料" />
      {edited && <FilesDialog of={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function FilesDialog({ of, onClose }: { of: Package; onClose: () => void }) {
  const save = useAct(setFiles, { quiet: true });
  const form = useForm({
    schema: fileSchema,
    initial: { files: of.files.map(({ id }) => id).join() },
    of: `FilesDialog ${of.id}`,
    isNew: false,
  });
  return (
    <FormDialog
      title={`资料 ${of.title}`}
      icon="document"
      width={700}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() =>
        save.mutateAsync({ id: of.id, version: of.version, files: form.text('files').split(',').filter(Boolean) })
      }
    >
      <AttachmentField form={form} name="files" label="资料" format="common" count={50} kept={of.files} />
    </FormDialog>
  );
}
