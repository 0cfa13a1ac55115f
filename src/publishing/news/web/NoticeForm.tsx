import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { InputOf } from '#platform/contract.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useBeside, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { useMarkedNumbers } from '#platform/web/show/markedNumbers.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { createNotice, noticeForm, updateNotice } from '../contract.notice.ts';
import { type ArticleDetail, getArticle } from '../contract.ts';
import { NOTICE_TYPES } from '../rules.notice.ts';
import { listOf } from './Audience.tsx';
import { type Chosen, NoticeReach, reachOf } from './NoticeReach.tsx';
import { PATHS } from './paths.ts';
import { CorrectionField, FormBanners, TextFields } from './textFields.tsx';

/** Lists are one value of the form, joined by commas. */
const schema = noticeForm.extend({
  files: z.string(),
  types: z.string(),
  orgIds: z.string(),
  groupIds: z.string(),
  memberIds: z.string(),
  queryId: z.string(),
});

const valuesOf = (article: ArticleDetail | null): FormValues => {
  const said = article?.announced;
  return {
    noticeType: said?.noticeType ?? '1',
    title: article?.title ?? '',
    summary: article?.summary ?? '',
    content: article ? decodeHtml(article.content) : '',
    files: article?.files.map(({ id }) => id).join() ?? '',
    publishAt: article ? toLocal(article.publishAt) : '',
    shownUntil: article?.shownUntil ?? '',
    note: article && article.state !== 4 && article.state !== 5 ? article.note : '',
    mustConfirm: said?.mustConfirm ?? '',
    readBy: said?.readBy ?? '',
    audience: article?.audience ?? 'below',
    types: said?.types.join() ?? '',
    orgIds: article?.orgs.map(({ id }) => id).join() ?? '',
    groupIds: said?.groups.map(({ id }) => id).join() ?? '',
    memberIds: said?.people.map(({ id }) => id).join() ?? '',
    queryId: said?.queryId ?? '',
  };
};

/** 编辑公告: `add` for a new one, of the organisation that the address names. */
export default function NoticeForm() {
  const { id = 'add', orgId } = useParams();
  const { user } = useSession();
  if (id !== 'add') return <Existing key={id} id={id} />;
  return <New key={orgId} orgId={orgId ?? user.workOrgId} />;
}

function New({ orgId }: { orgId: string }) {
  const org = useOrg(orgId);
  const { failed } = org;
  if (failed) return <Failed error={failed.error} onRetry={() => failed.refetch()} />;
  if (!org.name) return <Skeleton lines={10} />;
  return <Editor article={null} org={{ id: orgId, name: org.name }} />;
}

function Existing({ id }: { id: string }) {
  const articleQuery = useCall(getArticle, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader
      query={articleQuery}
      fresh
      refused={(article) => (article.can.edit ? '' : '正在审核或已定时发布，撤回后才能修改')}
    >
      {(article) => <Editor article={article} org={{ id: article.orgId, name: article.orgName }} />}
    </RecordLoader>
  );
}

function Editor({ article: read, org }: { article: ArticleDetail | null; org: { id: string; name: string } }) {
  const navigate = useNavigate();
  const create = useAct(createNotice, { quiet: true });
  const update = useAct(updateNotice, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [article] = useState(read);
  const [start] = useState(() => valuesOf(article));
  const [chosen, setChosen] = useState<Chosen>({
    orgs: article?.orgs.map((one) => ({ ...one, note: '' })) ?? [],
    people: article?.announced?.people ?? [],
  });
  const published = (article?.versions ?? 0) > 0;
  const form = useForm({
    schema,
    initial: start,
    isNew: article === null,
    check: (values): Record<string, string> => {
      const faults: Record<string, string> = {};
      if (values.audience === 'chosen' && !values.orgIds) faults.orgIds = '请选择组织';
      if (values.audience === 'people' && !values.memberIds && !values.groupIds && !values.queryId)
        faults.memberIds = '请选择人员、分组或条件';
      if (values.readBy && values.shownUntil && String(values.readBy) > String(values.shownUntil))
        faults.readBy = '阅读期限不能晚于展示截止日期';
      if (published && String(values.note).trim() === '') faults.note = '请写明更正了什么、为什么更正';
      return faults;
    },
  });
  const title = article ? `${published ? '更正' : '编辑'} ${article.title}` : '新增通知公告';
  useTitle(title);
  useBeside(form, chosen, setChosen);
  const save = async () => {
    const { content, files, ...values } = form.values;
    const sent = { ...values, ...reachOf(form), content: encodeURIComponent(String(content)), files: listOf(files) };
    let { id } = article ?? { id: '' };
    if (article)
      await update.mutateAsync({ ...sent, id, version: article.version } as unknown as InputOf<typeof updateNotice>);
    else ({ id } = await create.mutateAsync({ ...sent, orgId: org.id } as unknown as InputOf<typeof createNotice>));
    clearKeptInput();
    emit('notice', { kind: 'success', text: '已存为草稿，核对后点“发布”' });
    navigate(PATHS.deskView('notice', id), { replace: true });
  };
  const text = useRef<HTMLDivElement>(null);
  useMarkedNumbers(text);
  return (
    <FormPage
      title={title}
      form={form}
      act="存草稿"
      onSave={save}
      onCancel={() => navigate(article ? PATHS.deskView('notice', article.id) : placeOf(PATHS.notices))}
      banners={<FormBanners form={form} article={article} box={text} />}
      sections={[
        {
          id: 'what',
          title: '通知公告',
          content: (
            <>
              <TextField form={form} name="title" label="标题" required max={60} wide />
              <SelectField
                form={form}
                name="noticeType"
                label="类型"
                required
                options={optionsOf(NOTICE_TYPES)}
                hint={`发布组织：${org.name}`}
              />
              <AreaField form={form} name="summary" label="摘要" wide max={200} rows={2} hint="不写就取正文前80字" />
              {published && <CorrectionField form={form} />}
              <TextFields form={form} label="正文" article={article} box={text} />
            </>
          ),
        },
        {
          id: 'who',
          title: '发给谁',
          content: <NoticeReach form={form} orgId={org.id} chosen={chosen} onChange={setChosen} />,
        },
        {
          id: 'receipt',
          title: '回执与时间',
          content: (
            <>
              <TextField
                form={form}
                name="mustConfirm"
                label="确认语"
                max={60}
                hint="例如：我已读完，会按要求办理。不填，读到末尾就是回执"
              />
              <DateField form={form} name="readBy" label="阅读期限" hint="不填就不限" />
              <DateTimeField form={form} name="publishAt" label="发布时间" hint="不填就立即发布" />
              <DateField form={form} name="shownUntil" label="展示截止" hint="过了这天不再发给新来的人；不填为180天" />
            </>
          ),
        },
      ]}
    />
  );
}
