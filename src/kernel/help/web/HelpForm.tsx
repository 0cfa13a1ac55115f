import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { InputOf } from '#platform/contract.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { EditorField } from '#platform/web/editor/EditorField.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { useMarkedNumbers } from '#platform/web/show/markedNumbers.ts';
import { PersonalNumbers } from '#platform/web/show/PersonalNumbers.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import {
  addHelp,
  getHelp,
  type HelpDetail,
  type HelpItem,
  helpForm,
  listHelp,
  publishReason,
  updateHelp,
} from '../contract.ts';
import { findPersonalNumbers, inReadingOrder, type Line, MAX_DOCUMENTS, placesFor } from '../rules.ts';
import { PagesField } from './PagesField.tsx';
import './help.css';

const LIST = '/contentManager/help';
const NEW: FormValues = { pid: '', title: '', content: '', routes: '', published: true, despite: '' };
/** 仍要发布 is asked for where a personal number stands in the text. */
const schema = helpForm.extend({ despite: publishReason });

/** `/contentManager/help/edit`, with `?id=` an existing document. */
export default function HelpForm() {
  const { search } = useLocation();
  const { id } = readQuery(search, ['id']);
  // The document above is shown by its title, not by its number.
  const list = useCall(listHelp, { pageSize: MAX_DOCUMENTS, drafts: true }, { quiet: true });
  if (!list.data) return <Waiting query={list} lines={10} />;
  const lines = inReadingOrder(list.data.rows);
  return id ? <Existing key={id} id={id} lines={lines} /> : <HelpEditor key="new" document={null} lines={lines} />;
}

interface Lines {
  lines: readonly Line<HelpItem>[];
}

function Existing({ id, lines }: { id: string } & Lines) {
  const helpQuery = useCall(getHelp, { id }, { quiet: true, staleTime: 0 });
  if (!helpQuery.data || !helpQuery.isFetchedAfterMount) return <Waiting query={helpQuery} lines={10} />;
  return <HelpEditor document={helpQuery.data} lines={lines} />;
}

const valuesOf = (document: HelpDetail): FormValues => ({
  pid: document.pid,
  title: document.title,
  content: decodeHtml(document.content),
  routes: document.routes.join('\n'),
  published: document.published,
  despite: '',
});

function HelpEditor({ document: read, lines }: { document: HelpDetail | null } & Lines) {
  const navigate = useNavigate();
  const add = useAct(addHelp, { quiet: true });
  const update = useAct(updateHelp, { quiet: true });
  // The document is read again behind an open form; what the form started from must not move under it.
  const [document] = useState(read);
  const [start] = useState(document ? valuesOf(document) : NEW);
  const form = useForm({ schema, initial: start, isNew: document === null });
  const title = document ? `编辑 ${document.title}` : '新增帮助文档';
  useTitle(title);
  const save = async () => {
    const changes = form.changes();
    // URL-encoded, as the specification has it.
    if (typeof changes.content === 'string') changes.content = encodeURIComponent(changes.content);
    if (document)
      await update.mutateAsync({ ...changes, id: document.id, version: document.version } as InputOf<
        typeof updateHelp
      >);
    else await add.mutateAsync(changes as InputOf<typeof addHelp>);
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(placeOf(LIST), { replace: true });
  };
  const text = useRef<HTMLDivElement>(null);
  useMarkedNumbers(text);
  const found = findPersonalNumbers({ title: form.text('title'), content: form.text('content') });
  const published = form.values.published === true;
  const above = placesFor(lines, document?.id).map(({ id, title: name, level }) => ({
    value: id,
    label: `${'　'.repeat(level - 1)}${name}`,
  }));
  return (
    <FormPage
      title={title}
      form={form}
      onSave={save}
      onCancel={() => navigate(placeOf(LIST))}
      banners={
        <PersonalNumbers
          found={found}
          lead={
            published
              ? '文中有个人信息，所有人都看得到：请删除或遮盖；确需发布的，写明仍要发布的原因。'
              : '文中有个人信息，发布前请删除或遮盖。'
          }
        />
      }
      sections={[
        {
          id: 'place',
          title: '标题与位置',
          content: (
            <>
              <TextField
                form={form}
                name="title"
                label="标题"
                required
                max={60}
                hint="用办事的说法，如“怎样导入党员”"
              />
              <SelectField form={form} name="pid" label="上级文档" options={above} hint="不选则放在最上层" />
              <PagesField form={form} name="routes" />
              <TickField form={form} name="published" label="发布" hint="不发布时只有维护人看得到" />
            </>
          ),
        },
        {
          id: 'text',
          title: '正文',
          content: (
            <>
              <div ref={text} className="form-field wide">
                <EditorField
                  form={form}
                  name="content"
                  label="内容"
                  hint="可以从 Word 粘贴或导入 Word 文档，图片会一起带过来"
                />
              </div>
              {published && found.length > 0 && (
                <TextField
                  form={form}
                  name="despite"
                  label="仍要发布的原因"
                  max={200}
                  hint="只在确需公开文中的号码时填写；原因记入操作日志"
                />
              )}
            </>
          ),
        },
      ]}
    />
  );
}
