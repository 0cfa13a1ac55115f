import { useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { InputOf } from '#platform/contract.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { EditorField } from '#platform/web/editor/EditorField.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { useMarkedNumbers } from '#platform/web/show/markedNumbers.ts';
import { PersonalNumbers } from '#platform/web/show/PersonalNumbers.tsx';
import { Failed, NoRight, Skeleton } from '#platform/web/show/states.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { listItems, type OpenItem } from '../contract.catalogue.ts';
import { type AffairDetail, affairForm, createAffair, getAffair, updateAffair } from '../contract.ts';
import { findPersonalNumbers, KINDS, periodChoices, periodText, RHYTHMS, type Rhythm } from '../rules.ts';
import { KIND_OPTIONS, NUMBERS_LEAD } from './parts.tsx';
import { PATHS } from './paths.ts';

const LABELS: Readonly<Record<string, string>> = {
  kind: '公开类别',
  itemId: '公开项目',
  period: '期次',
  title: '标题',
  content: '公开内容',
  files: '附件',
  publicDays: '公开天数',
  note: '更正说明',
};
/** Attachments are one value of the form: their ids, joined by commas; the kind only narrows the items. */
const schema = affairForm.extend({ kind: z.string(), files: z.string() });

/** `threeAffairsOpenEdit/add` drafts an affair of the organisation, item and period asked for; with an id it is changed. */
export default function AffairForm() {
  const { id = '' } = useParams();
  const items = useCall(listItems, {}, { quiet: true });
  if (items.error && !items.data) return <Failed error={items.error} onRetry={() => items.refetch()} />;
  if (!items.data) return <Skeleton lines={10} />;
  return id === 'add' ? <New items={items.data} /> : <Existing key={id} id={id} items={items.data} />;
}

function New({ items }: { items: OpenItem[] }) {
  const { search } = useLocation();
  const params = readQuery(search, ['orgId', 'itemId', 'period']);
  const org = useOrg(params.orgId);
  const item = items.find(({ id }) => id === params.itemId);
  const { failed } = org;
  if (failed) return <Failed error={failed.error} onRetry={() => failed.refetch()} />;
  if (!org.name) return <Skeleton lines={10} />;
  const initial: FormValues = {
    kind: item?.kind ?? 'party',
    itemId: item?.id ?? '',
    period: item && params.period ? params.period : '',
    title: item && params.period ? `${periodText(params.period)}${item.name}` : '',
    content: '',
    files: '',
    publicDays: '10',
    note: '',
  };
  return <Editor items={items} affair={null} org={org} initial={initial} />;
}

function Existing({ id, items }: { id: string; items: OpenItem[] }) {
  const affairQuery = useCall(getAffair, { id }, { quiet: true, staleTime: 0 });
  if (affairQuery.error && !affairQuery.data)
    return <Failed error={affairQuery.error} onRetry={() => affairQuery.refetch()} />;
  if (!affairQuery.data || !affairQuery.isFetchedAfterMount) return <Skeleton lines={10} />;
  if (!affairQuery.data.can.edit) return <NoRight title="这件公开事项正在审批或不归您办理，现在不能修改" />;
  const { orgId, orgName } = affairQuery.data;
  return (
    <Editor
      items={items}
      affair={affairQuery.data}
      org={{ id: orgId, name: orgName }}
      initial={valuesOf(affairQuery.data)}
    />
  );
}

const valuesOf = (affair: AffairDetail): FormValues => ({
  kind: affair.kind,
  itemId: affair.itemId,
  period: affair.period,
  title: affair.title,
  content: decodeHtml(affair.content),
  files: affair.files.map(({ id }) => id).join(','),
  publicDays: String(affair.publicDays),
  // What stands there tells of the version that is published; the next correction says its own.
  note: affair.phase === 'draft' || affair.phase === 'returned' ? affair.note : '',
});

/** What is sent: the text URL-encoded, the attachments as a list. */
const sent = ({ kind: _kind, content, files, ...values }: Record<string, unknown>) => ({
  ...values,
  ...(content === undefined ? {} : { content: encodeURIComponent(String(content)) }),
  ...(files === undefined ? {} : { files: String(files).split(',').filter(Boolean) }),
});

function Editor({
  items,
  affair: read,
  org,
  initial,
}: {
  items: OpenItem[];
  affair: AffairDetail | null;
  org: { id: string; name: string };
  initial: FormValues;
}) {
  const navigate = useNavigate();
  const create = useAct(createAffair, { quiet: true });
  const update = useAct(updateAffair, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [affair] = useState(read);
  const [start] = useState(initial);
  const published = (affair?.versions ?? 0) > 0;
  const rhythmOf = (itemId: string): Rhythm | undefined =>
    items.find(({ id }) => id === itemId)?.rhythm ??
    (affair && itemId === affair.itemId ? (affair.rhythm as Rhythm) : undefined);
  const check = (values: FormValues): Record<string, string> => {
    const rhythm = rhythmOf(String(values.itemId));
    if (rhythm && rhythm !== 'once' && values.period === '') return { period: `请选择${RHYTHMS[rhythm]}的期次` };
    if (published && String(values.note).trim() === '') return { note: '请写明更正了什么、为什么更正' };
    return {};
  };
  const form = useForm({ schema, initial: start, isNew: affair === null, check });
  const saver = useRecordSave({
    record: affair,
    form,
    valuesOf,
    get: getAffair,
    input: (id) => ({ id }),
    // Texts as typed; the contract's own schema reads them on both sides.
    update: (input) => update.mutateAsync(sent(input) as InputOf<typeof updateAffair>),
    onSaved: (id) => done(id),
  });
  const { conflict } = saver;
  const title = affair ? `${published ? '更正' : '编辑'} ${affair.title}` : `新增公开 ${org.name}`;
  useTitle(title);

  const done = (id: string) => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: '已存为草稿，送审同意后公开' });
    navigate(PATHS.detail(id), { replace: true });
  };
  const save = async () => {
    if (affair) return saver.save(affair.id);
    const made = await create.mutateAsync({ ...sent(form.values), orgId: org.id } as InputOf<typeof createAffair>);
    done(made.id);
  };
  const text = useRef<HTMLDivElement>(null);
  useMarkedNumbers(text);
  const found = findPersonalNumbers({
    title: form.text('title'),
    content: form.text('content'),
    note: form.text('note'),
  });
  const kind = form.text('kind');
  const itemId = form.text('itemId');
  const rhythm = rhythmOf(itemId);
  const choices = items.filter((item) => item.kind === kind).map(({ id, name }) => ({ value: id, label: name }));
  if (affair && kind === affair.kind && !choices.some(({ value }) => value === affair.itemId)) {
    choices.unshift({ value: affair.itemId, label: affair.itemName });
  }
  const today = new Date().toLocaleDateString('sv-SE');
  const periods = rhythm ? periodChoices(rhythm, today) : [];
  const period = form.text('period');
  if (period && rhythm !== 'once' && !periods.includes(period)) periods.push(period);
  const words = (field: string, value: unknown) => {
    const text = String(value ?? '');
    if (field === 'content') return text.replace(/<[^<>]*>/g, ' ').trim();
    if (field === 'files') return `${text.split(',').filter(Boolean).length}份`;
    if (field === 'kind') return KINDS[text as keyof typeof KINDS] ?? text;
    if (field === 'itemId') return items.find(({ id }) => id === text)?.name ?? text;
    return field === 'period' ? periodText(text) : text;
  };

  return (
    <>
      <FormPage
        title={title}
        form={form}
        act="存草稿"
        onSave={save}
        onCancel={() => navigate(affair ? PATHS.detail(affair.id) : placeOf(PATHS.list))}
        banners={
          <>
            {affair?.opinion && (
              <div className="banner warn" role="note">
                <span>退回意见：{affair.opinion}</span>
              </div>
            )}
            <PersonalNumbers found={found} lead={NUMBERS_LEAD} />
          </>
        }
        sections={[
          {
            id: 'what',
            title: '公开什么',
            content: (
              <>
                {published || affair?.isFormer ? (
                  <p className="form-field wide muted">
                    {KINDS[kind as keyof typeof KINDS]}，{words('itemId', itemId)}，{periodText(period)}
                    {published
                      ? '。公开过的事项不能改项目和期次；更正稿审批同意前，读者仍看原来的版本。'
                      : '。承接的事项不能改项目和期次。'}
                  </p>
                ) : (
                  <>
                    <SelectField
                      form={form}
                      name="kind"
                      label="公开类别"
                      required
                      options={KIND_OPTIONS}
                      onPick={() => form.set({ itemId: '', period: '' })}
                    />
                    <SelectField
                      form={form}
                      name="itemId"
                      label="公开项目"
                      required
                      options={choices}
                      hint={rhythm && `${RHYTHMS[rhythm]}公开`}
                      onPick={() => form.set({ period: '' })}
                    />
                    {rhythm && rhythm !== 'once' && (
                      <SelectField
                        form={form}
                        name="period"
                        label="期次"
                        required
                        options={periods.map((value) => ({ value, label: periodText(value) }))}
                      />
                    )}
                  </>
                )}
                <TextField form={form} name="title" label="标题" required max={80} />
                <TextField
                  form={form}
                  name="publicDays"
                  label="公开天数"
                  required
                  max={3}
                  inputMode="numeric"
                  hint="从同意公开的当天起算，不少于10天"
                />
                {published && (
                  <AreaField
                    form={form}
                    name="note"
                    label="更正说明"
                    required
                    wide
                    max={200}
                    hint="更正了什么、为什么更正；与更正后的内容一起公开"
                  />
                )}
              </>
            ),
          },
          {
            id: 'text',
            title: '公开内容',
            content: (
              <>
                <div ref={text} className="form-field wide">
                  <EditorField
                    form={form}
                    name="content"
                    label="公开内容"
                    hint="公开后本组织党员和扫码的群众都能看到，不要写身份证号、电话等个人信息"
                  />
                </div>
                <AttachmentField
                  form={form}
                  name="files"
                  label="附件"
                  format="common"
                  count={20}
                  kept={affair?.files ?? []}
                  hint="收支表、会议决议等，最多20个"
                />
              </>
            ),
          },
        ]}
      />
      {conflict && affair && (
        <DiffDialog
          name={affair.title}
          who={conflict.updateName}
          differences={differencesOf([start, valuesOf(conflict), form.values], LABELS, words)}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}
