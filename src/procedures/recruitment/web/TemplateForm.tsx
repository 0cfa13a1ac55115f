import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { EditorField } from '#platform/web/editor/EditorField.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  getTemplate,
  previewTemplate,
  restoreTemplate,
  saveTemplate,
  type Template,
  templateFields,
} from '../contract.templates.ts';
import { FORMS, type FormName } from '../rules/forms.ts';
import { FORM_FIELDS, type FormText, textFaults } from '../rules/formTexts.ts';
import { PATHS } from './paths.ts';
import './recruitment.css';

/** `/affairs/recruitment/template/:form`: the wording of one form, its versions, and the very paper that it gives. */
export default function TemplateForm() {
  const { form = '' } = useParams();
  const isForm = form in FORMS;
  const templateQuery = useCall(
    getTemplate,
    { form: (isForm ? form : 'receipt') as FormName },
    { quiet: true, staleTime: 0, enabled: isForm },
  );
  if (!isForm) return <Gone sentence="没有这份材料，请从“材料模板”进入" />;
  return (
    <RecordLoader query={templateQuery} fresh>
      {(template) => <Editing key={`${template.form}.${template.number}`} template={template} />}
    </RecordLoader>
  );
}

const schema = z.object({ ...templateFields, remark: z.string() });
/** What is asked for by the server, URL-encoded as the house sends HTML. */
const sent = (text: FormText) => ({ ...text, body: encodeURIComponent(text.body) });

function Editing({ template: read }: { template: Template }) {
  const navigate = useNavigate();
  // What the form started from must not move under it.
  const [template] = useState(read);
  const { form: name, number, label } = template;
  const save = useAct(saveTemplate, { quiet: true });
  const [shown, setShown] = useState<{ title: string; text: FormText } | null>(null);
  const form = useForm({
    schema,
    initial: { ...template.text, remark: '' },
    isNew: true,
    check: (values): Record<string, string> => ({
      ...textFaults(name, textIn(values)),
      ...(String(values.remark).trim() === '' ? { remark: '请填写修改说明' } : {}),
    }),
  });
  const title = `材料模板 ${label}`;
  useTitle(title);
  const list = () => navigate(PATHS.templates);
  const onSave = async () => {
    await save.mutateAsync({ form: name, number, ...sent(textIn(form.values)), remark: form.text('remark') });
    clearKeptInput();
    emit('notice', { kind: 'success', text: '已保存，之后打印的材料用这一版' });
    list();
  };
  const preview = () => {
    const faults = textFaults(name, textIn(form.values));
    if (Object.keys(faults).length > 0) form.validate();
    else setShown({ title: `预览 ${label}`, text: textIn(form.values) });
  };
  return (
    <>
      <FormPage
        title={title}
        form={form}
        act="保存为新版本"
        onSave={onSave}
        onCancel={list}
        sections={[
          {
            id: 'text',
            title: '文字',
            content: (
              <>
                <TextField form={form} name="title" label="标题" required max={60} />
                <TextField form={form} name="subtitle" label="副标题" max={80} />
                <TextField form={form} name="addressee" label="抬头" max={60} hint="如 {上级党委}：" />
                <div className="form-field wide">
                  <EditorField
                    form={form}
                    name="body"
                    label="正文"
                    required={false}
                    chips={FORM_FIELDS}
                    hint="表格印在正文下面，按档案自动填写。字段用“插入字段”放入，打印时换成档案里的内容，没有登记的留空"
                  />
                </div>
                <AreaField
                  form={form}
                  name="signs"
                  label="落款"
                  max={300}
                  rows={4}
                  hint="一行一项，可用 {党支部}、{空白日期} 等字段"
                />
                <AreaField form={form} name="note" label="附注" max={200} rows={2} />
              </>
            ),
          },
          {
            id: 'save',
            title: '保存',
            content: (
              <>
                <TextField
                  form={form}
                  name="remark"
                  label="修改说明"
                  required
                  max={60}
                  hint="改了什么、按什么文件改，写进版本记录"
                />
                <div className="form-field">
                  <Button onClick={preview}>预览打印效果</Button>
                </div>
              </>
            ),
          },
          {
            id: 'versions',
            title: `版本：共${template.versions.length}版`,
            content: <Versions template={template} onShow={setShown} changed={form.dirty.length > 0} />,
          },
        ]}
      />
      {shown && (
        <PaperDialog
          title={shown.title}
          ask={(signal) => call(previewTemplate, { form: name, ...sent(shown.text) }, { quiet: true, signal })}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

const textIn = (values: Readonly<Record<string, unknown>>): FormText => ({
  title: String(values.title ?? ''),
  subtitle: String(values.subtitle ?? ''),
  addressee: String(values.addressee ?? ''),
  body: String(values.body ?? ''),
  signs: String(values.signs ?? ''),
  note: String(values.note ?? ''),
});

function Versions({
  template,
  changed,
  onShow,
}: {
  template: Template;
  changed: boolean;
  onShow: (shown: { title: string; text: FormText }) => void;
}) {
  const { form, number, versions, label } = template;
  const restore = useAct(restoreTemplate);
  const [openDialog, setOpenDialog] = useState<{ from: number; name: string } | null>(null);
  const show = async (from: number, name: string) => {
    // The client has shown why it failed.
    const found = await call(getTemplate, { form, number: from }).catch(() => null);
    if (found) onShow({ title: `${label} ${name}`, text: found.text });
  };
  const builtIn = versions[0] === undefined || versions[0].isBuiltIn;
  const line = (from: number, name: string, note: string, isNow: boolean) => (
    <li key={from}>
      <span className="grow">
        {name}
        {isNow && <span className="tag ok">现用</span>}
        <span className="muted small">{note}</span>
      </span>
      <Button look="row" onClick={() => void show(from, name)}>
        预览
      </Button>
      {!isNow && (
        <Button
          look="row"
          disabled={changed}
          title={changed ? '先保存或放弃修改，再恢复早先的版本' : undefined}
          onClick={() => setOpenDialog({ from, name })}
        >
          恢复
        </Button>
      )}
    </li>
  );
  return (
    <>
      <ul className="fz-templates wide">
        {versions.map((one) =>
          line(
            one.number,
            `第${one.number}版`,
            `${one.remark}　${one.createdBy}　${dateTime(one.createdAt)}`,
            one.number === number,
          ),
        )}
        {line(0, '内置模板', '随平台提供', builtIn && number === 0)}
      </ul>
      {openDialog && (
        <ConfirmDialog
          title={`恢复${openDialog.name}`}
          act="恢复"
          onConfirm={async () => {
            await restore.mutateAsync({ form, number, from: openDialog.from });
            emit('notice', { kind: 'success', text: `已恢复${openDialog.name}` });
          }}
          onClose={() => setOpenDialog(null)}
        >
          {openDialog.name}的文字会成为新的一版，之后打印的材料用它；现在的版本保留在记录里。
        </ConfirmDialog>
      )}
    </>
  );
}
