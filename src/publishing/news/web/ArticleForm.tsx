import { useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { InputOf } from '#platform/contract.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { SubtitleField } from '#platform/web/film/SubtitleField.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useBeside, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { useMarkedNumbers } from '#platform/web/show/markedNumbers.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { CoverField } from '#platform/web/upload/CoverField.tsx';
import { type Column, listColumns } from '../contract.columns.ts';
import { type ArticleDetail, articleForm, createArticle, getArticle, updateArticle } from '../contract.ts';
import { AUDIENCES, type ColumnKind, GENRES, type Genre, KINDS } from '../rules.ts';
import { listOf, OrgsField } from './Audience.tsx';
import { PATHS } from './paths.ts';
import { CorrectionField, FormBanners, TextFields } from './textFields.tsx';

const LABELS: Readonly<Record<string, string>> = {
  columnId: '栏目',
  title: '标题',
  summary: '摘要',
  content: '正文',
  cover: '封面',
  video: '视频',
  subtitles: '字幕',
  genre: '类别',
  files: '附件',
  labels: '标签',
  source: '来源',
  author: '作者',
  editor: '责任编辑',
  audience: '谁能看',
  orgIds: '组织',
  publishAt: '发布时间',
  shownUntil: '展示截止',
  note: '更正说明',
};
/** Lists are one value of the form, joined by commas. */
const schema = articleForm.extend({
  kind: z.string(),
  // Nothing chosen is no wrong id to who fills in the form.
  columnId: z.string().min(1, '请选择栏目'),
  files: z.string(),
  orgIds: z.string(),
  labels: z.string(),
});

const sent = ({ content, files, orgIds, labels, ...values }: FormValues) => ({
  ...values,
  content: encodeURIComponent(String(content)),
  files: listOf(files),
  orgIds: listOf(orgIds),
  labels: String(labels)
    .split(/[,，、;；\s]+/)
    .filter(Boolean),
});

const valuesOf = (article: ArticleDetail): FormValues => ({
  kind: article.kind,
  columnId: article.columnId ?? '',
  title: article.title,
  summary: article.summary,
  content: decodeHtml(article.content),
  cover: article.cover,
  video: article.video,
  subtitles: article.subtitles,
  genre: article.genre,
  files: article.files.map(({ id }) => id).join(),
  labels: article.labels.join('、'),
  source: article.source,
  author: article.author,
  editor: article.editor,
  audience: article.audience,
  orgIds: article.orgs.map(({ id }) => id).join(),
  publishAt: toLocal(article.publishAt),
  shownUntil: article.shownUntil ?? '',
  // What stands there tells of the version that is published; the next correction says its own.
  note: article.state === 4 || article.state === 5 ? '' : article.note,
});

/** 编辑文章, 编辑视频, 新增资讯: `add` for a new one, of the organisation that the address names, or of the own one. */
export default function ArticleForm() {
  const { id = 'add', orgId } = useParams();
  const { user } = useSession();
  const kind: ColumnKind = useLocation().pathname.includes('/video/') ? 'video' : 'article';
  const columns = useCall(listColumns, {}, { quiet: true });
  if (columns.error && !columns.data) return <Failed error={columns.error} onRetry={() => columns.refetch()} />;
  if (!columns.data) return <Skeleton lines={10} />;
  if (id !== 'add') return <Existing key={id} id={id} columns={columns.data} />;
  return <New key={`${kind}${orgId}`} kind={kind} orgId={orgId ?? user.workOrgId} columns={columns.data} />;
}

function New({ kind, orgId, columns }: { kind: ColumnKind; orgId: string; columns: Column[] }) {
  const org = useOrg(orgId);
  const { user } = useSession();
  const { failed } = org;
  if (failed) return <Failed error={failed.error} onRetry={() => failed.refetch()} />;
  if (!org.name) return <Skeleton lines={10} />;
  const initial: FormValues = {
    kind,
    columnId: '',
    title: '',
    summary: '',
    content: '',
    cover: '',
    video: '',
    subtitles: '',
    genre: '',
    files: '',
    labels: '',
    source: org.name,
    author: user.userName ?? '',
    editor: '',
    audience: 'below',
    orgIds: '',
    publishAt: '',
    shownUntil: '',
    note: '',
  };
  return <Editor article={null} org={org} initial={initial} columns={columns} />;
}

function Existing({ id, columns }: { id: string; columns: Column[] }) {
  const articleQuery = useCall(getArticle, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader
      query={articleQuery}
      fresh
      refused={(article) => (article.can.edit ? '' : '正在审核或已定时发布，撤回后才能修改')}
    >
      {(article) => (
        <Editor
          article={article}
          org={{ id: article.orgId, name: article.orgName }}
          initial={valuesOf(article)}
          columns={columns}
        />
      )}
    </RecordLoader>
  );
}

interface EditorProps {
  article: ArticleDetail | null;
  org: { id: string; name: string };
  initial: FormValues;
  columns: Column[];
}

function Editor({ article: read, org, initial, columns }: EditorProps) {
  const navigate = useNavigate();
  const create = useAct(createArticle, { quiet: true });
  const update = useAct(updateArticle, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [article] = useState(read);
  const [start] = useState(initial);
  const [orgs, setOrgs] = useState<Choice[]>(article?.orgs.map((one) => ({ ...one, note: '' })) ?? []);
  const published = (article?.versions ?? 0) > 0;
  const kind = String(start.kind) as ColumnKind;
  const check = (values: FormValues): Record<string, string> => {
    const faults: Record<string, string> = {};
    if (kind === 'video' && !values.video) faults.video = '请上传视频';
    if (values.audience === 'chosen' && !values.orgIds) faults.orgIds = '请选择组织';
    if (published && String(values.note).trim() === '') faults.note = '请写明更正了什么、为什么更正';
    return faults;
  };
  const form = useForm({ schema, initial: start, isNew: article === null, check });
  const theirs = useRef(start);
  const saver = useRecordSave({
    record: article,
    form,
    valuesOf,
    get: getArticle,
    input: (id) => ({ id }),
    // A text is written whole: what is not sent would be what it was by default.
    update: ({ id, version, ...changes }) =>
      update.mutateAsync({
        ...sent({ ...theirs.current, ...(changes as FormValues) }),
        id,
        version,
      } as unknown as InputOf<typeof updateArticle>),
    onSaved: (id) => done(id),
  });
  useBeside(form, orgs, setOrgs);
  const title = article ? `${published ? '更正' : '编辑'} ${article.title}` : `新增${KINDS[kind]}`;
  useTitle(title);
  const done = (id: string) => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: '已存为草稿，送审同意后发布' });
    navigate(PATHS.deskView(kind, id), { replace: true });
  };
  const save = async () => {
    if (article) return saver.save(article.id);
    const made = await create.mutateAsync({ ...sent(form.values), orgId: org.id } as unknown as InputOf<
      typeof createArticle
    >);
    done(made.id);
  };
  const text = useRef<HTMLDivElement>(null);
  useMarkedNumbers(text);
  const own = columns.filter((column) => column.kind === kind);
  const picked = own.find(({ id }) => id === form.text('columnId'));
  const words = (field: string, value: unknown) => {
    const said = String(value ?? '');
    if (field === 'content') return said.replace(/<[^<>]*>/g, ' ').trim();
    if (field === 'files') return `${listOf(said).length}份`;
    if (field === 'orgIds') return `${listOf(said).length}个`;
    if (field === 'columnId') return own.find(({ id }) => id === said)?.name ?? said;
    if (field === 'audience') return AUDIENCES[said as keyof typeof AUDIENCES] ?? said;
    if (field === 'genre') return GENRES[said as Genre] ?? said;
    if (field === 'cover' || field === 'video' || field === 'subtitles') return said ? '有' : '无';
    return said;
  };
  const { conflict } = saver;
  return (
    <>
      <FormPage
        title={title}
        form={form}
        act="存草稿"
        onSave={save}
        onCancel={() => navigate(article ? PATHS.deskView(kind, article.id) : placeOf(PATHS.desk))}
        banners={<FormBanners form={form} article={article} box={text} />}
        sections={[
          {
            id: 'what',
            title: '标题与栏目',
            content: (
              <>
                <TextField form={form} name="title" label="标题" required max={60} wide />
                <SelectField
                  form={form}
                  name="columnId"
                  label="栏目"
                  required
                  options={own.map(({ id, name }) => ({ value: id, label: name }))}
                  hint={picked && (picked.approval ? '发布前要经审核' : '不经审核，送出即发布')}
                />
                <TextField
                  form={form}
                  name="source"
                  label="来源"
                  max={60}
                  hint={`供稿：${org.name}；转载请注明来源和原文地址`}
                />
                <SelectField form={form} name="genre" label="类别" options={optionsOf(GENRES)} />
                <TextField form={form} name="author" label="作者" max={30} />
                <TextField form={form} name="editor" label="责任编辑" max={30} />
                <AreaField form={form} name="summary" label="摘要" wide max={200} rows={2} hint="不写就取正文前80字" />
                <CoverField form={form} name="cover" label="封面" />
                <TextField form={form} name="labels" label="标签" max={110} hint="最多5个，用顿号隔开" />
                {published && <CorrectionField form={form} />}
              </>
            ),
          },
          {
            id: 'text',
            title: kind === 'video' ? '视频与说明' : '正文',
            content: (
              <>
                {kind === 'video' && (
                  <AttachmentField
                    form={form}
                    name="video"
                    label="视频"
                    required
                    format="video"
                    count={1}
                    kept={article?.video ? [keptVideo(article.video)] : []}
                  />
                )}
                {kind === 'video' && <SubtitleField form={form} />}
                <TextFields form={form} label={kind === 'video' ? '视频说明' : '正文'} article={article} box={text} />
              </>
            ),
          },
          {
            id: 'who',
            title: '谁能看，什么时候',
            content: (
              <>
                <SelectField form={form} name="audience" label="谁能看" required options={optionsOf(AUDIENCES)} />
                {form.text('audience') === 'chosen' && <OrgsField form={form} orgs={orgs} onChange={setOrgs} />}
                <DateTimeField form={form} name="publishAt" label="发布时间" hint="不填就在审核通过后立即发布" />
                <DateField form={form} name="shownUntil" label="展示截止" hint="过了这天不再展示；不填按栏目规定" />
              </>
            ),
          },
        ]}
      />
      {conflict && article && (
        <DiffDialog
          name={article.title}
          who={conflict.updateName}
          differences={differencesOf([start, valuesOf(conflict), form.values], LABELS, words)}
          onMerge={(keep) => {
            theirs.current = valuesOf(conflict);
            return saver.merge(keep);
          }}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

/** The video as the list of attachments shows it; its name and size are not told here. */
const keptVideo = (id: string) => ({
  id,
  name: '已上传的视频.mp4',
  url: '',
  thumbnailUrl: '',
  zoomUrl: '',
  fileType: 'video/mp4',
  size: 0,
});
