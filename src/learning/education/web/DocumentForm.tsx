import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import {
  createDocument,
  type DeskDocument,
  documentForm,
  getDocument,
  publishDocuments,
  updateDocument,
} from '../contract.document.ts';
import { listFolders } from '../contract.folder.ts';
import { KNOWLEDGE, pathTo } from '../rules.knowledge.ts';
import { labelsOf } from './paths.ts';
import './education.css';

/** Labels are one text of the form. */
const schema = documentForm.extend({
  folderId: z.string().min(1, '请选择文件夹'),
  labels: z.string(),
  isRequired: z.boolean(),
});

const sent = (values: z.input<typeof schema>) => ({ ...values, labels: labelsOf(values.labels) });

/** 编辑文档, 新增文档 (`new`). */
export default function DocumentForm() {
  const { id = 'new' } = useParams();
  return id === 'new' ? <New /> : <Existing key={id} id={id} />;
}

function New() {
  const { folder } = readQuery(useLocation().search, ['folder']);
  const initial: FormValues = {
    folderId: folder ?? '',
    title: '',
    summary: '',
    labels: '',
    isRequired: false,
    fileId: '',
    note: '',
  };
  return <Editor document={null} initial={initial} />;
}

function Existing({ id }: { id: string }) {
  const documentQuery = useCall(getDocument, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={documentQuery} fresh>
      {(document) => (
        <Editor
          document={document}
          initial={{
            folderId: document.folderId,
            title: document.title,
            summary: document.summary,
            labels: document.labels.join('、'),
            isRequired: document.isRequired,
            fileId: document.fileId,
            note: '',
          }}
        />
      )}
    </RecordLoader>
  );
}

function Editor({ document: read, initial }: { document: DeskDocument | null; initial: FormValues }) {
  const navigate = useNavigate();
  const create = useAct(createDocument, { quiet: true });
  const update = useAct(updateDocument, { quiet: true });
  const publish = useAct(publishDocuments);
  const folders = useCall(listFolders, {}, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [document] = useState(read);
  const [start] = useState(initial);
  const form = useForm({ schema, initial: start, isNew: document === null });
  const title = document ? `编辑 ${document.title}` : '新增文档';
  useTitle(title);
  const back = placeOf(KNOWLEDGE.list('manage'));
  const save = async () => {
    const input = sent(form.input());
    const id = document
      ? (await update.mutateAsync({ ...input, id: document.id, version: document.version })) && document.id
      : (await create.mutateAsync(input)).id;
    clearKeptInput();
    emit('notice', {
      kind: 'success',
      text: document?.state === 1 ? '已保存，读者看到的是新内容' : '已存为草稿',
    });
    navigate(document ? back : KNOWLEDGE.edit(id), { replace: true });
  };
  if (!folders.data) return <Waiting query={folders} />;
  const mine = folders.data.filter(({ can }) => can.write);
  if (mine.length === 0) {
    return (
      <div className="card">
        <Empty title="还没有文件夹" act={<Link to={KNOWLEDGE.home}>去建文件夹</Link>}>
          文档放在文件夹里，谁能看由文件夹决定，请先建一个。
        </Empty>
      </div>
    );
  }
  return (
    <FormPage
      title={title}
      form={form}
      act={document?.state === 1 ? '保存' : '存草稿'}
      onSave={save}
      onCancel={() => navigate(back)}
      banners={
        document &&
        document.state !== 1 && (
          <div className="banner" role="note">
            <span>{document.state === 2 ? `已下架：${document.withdrawnFor}` : '还是草稿，只有管理的人看得到。'}</span>
            <Button
              size="compact"
              disabled={publish.isPending || form.dirty.length > 0}
              onClick={async () => {
                const done = await publish.mutateAsync({ ids: [document.id] }).catch(() => null);
                if (!done) return;
                emit('notice', { kind: 'success', text: '已发布' });
                navigate(KNOWLEDGE.browse(document.id, document.fileId), { replace: true });
              }}
            >
              {document.state === 2 ? '重新上架' : '发布'}
            </Button>
          </div>
        )
      }
      sections={[
        {
          id: 'what',
          title: '文档',
          content: (
            <>
              <TextField form={form} name="title" label="标题" required max={80} wide />
              <SelectField
                form={form}
                name="folderId"
                label="文件夹"
                required
                options={mine.map(({ id, orgName }) => ({
                  value: id,
                  label: `${pathTo(mine, id)
                    .map(({ name }) => name)
                    .join(' / ')}（${orgName}）`,
                }))}
              />
              <TextField form={form} name="labels" label="标签" max={110} hint="最多5个，用顿号隔开" />
              <AreaField
                form={form}
                name="summary"
                label="内容提要"
                wide
                max={500}
                rows={3}
                hint="查找时按标题、提要和文件里的文字找"
              />
              <TickField form={form} name="isRequired" label="必读" hint="列在读者的“必读”里，没读过的在前" />
              <AttachmentField
                form={form}
                name="fileId"
                label="文件"
                required
                format="common"
                limit={200 * 1024 ** 2}
                count={1}
                kept={document ? [keptFile(document)] : []}
                hint="PDF、图片、Word（.docx）、表格和文本在页面里直接看，其他格式下载后看"
              />
              {document?.publishedAt && (
                <TextField
                  form={form}
                  name="note"
                  label="修改说明"
                  max={200}
                  wide
                  hint="换了文件时必填，读者在版本记录里看到"
                />
              )}
            </>
          ),
        },
      ]}
    />
  );
}

const keptFile = ({ fileId, fileName, fileSize }: DeskDocument) => ({
  id: fileId,
  name: fileName,
  url: '',
  thumbnailUrl: '',
  zoomUrl: '',
  fileType: '',
  size: fileSize,
});
