import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import type { InputOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, NoRight, Skeleton } from '#platform/web/show/states.tsx';
import { createTerm, getTerm, listTerms, type TermDetail, termFields, updateTerm } from '../../contract.office.ts';
import { getOrg } from '../../contract.ts';
import { APPOINTED, checkTerm, METHODS, warningOfSize } from '../../rules.office.ts';
import { ERASED, PostsField, postsOf, postsText } from './PostsField.tsx';

const PATH = '/affairs/organization/office';
const LABELS: Readonly<Record<string, string>> = {
  number: '届数',
  electedOn: '当选日期',
  method: '产生方式',
  entitled: '应到会人数',
  present: '实到会人数',
  posts: '班子成员',
  remark: '备注',
};
/** The leading members are one value of the form: a list as text, compared and kept as a draft like any other. */
const schema = termFields.extend({ posts: z.string() });

/** 登记新一届 `add/:orgId` and 编辑届次 `edit/:id`. */
export default function TermForm() {
  const { id, orgId = '' } = useParams();
  return id ? <Existing id={id} /> : <New orgId={orgId} />;
}

function New({ orgId }: { orgId: string }) {
  const org = useCall(getOrg, { orgId }, { quiet: true });
  const last = useCall(listTerms, { orgId, searchRange: 'onlySelf', pageSize: 1 }, { quiet: true });
  if (org.error && !org.data) return <Failed error={org.error} onRetry={() => org.refetch()} />;
  if (!org.data) return <Skeleton lines={10} />;
  if (!org.data.can.edit) return <NoRight title="当前角色不能登记这个组织的届次" />;
  const before = last.data?.rows[0]?.id;
  const initial: FormValues = {
    number: org.data.term ? String(org.data.term.number + 1) : '1',
    electedOn: '',
    method: '',
    entitled: '',
    present: '',
    remark: '',
    posts: '[]',
  };
  return <TermEditor term={null} org={org.data} initial={initial} {...(before ? { before } : {})} />;
}

function Existing({ id }: { id: string }) {
  const record = useCall(getTerm, { id }, { quiet: true, staleTime: 0 });
  if (record.error && !record.data) return <Failed error={record.error} onRetry={() => record.refetch()} />;
  if (!record.data || !record.isFetchedAfterMount) return <Skeleton lines={10} />;
  if (!record.data.can.edit) return <NoRight title="当前角色不能修改这一届" />;
  const { orgId, orgName } = record.data;
  return <TermEditor key={id} term={record.data} org={{ id: orgId, name: orgName }} initial={valuesOf(record.data)} />;
}

const text = (value: number | null) => (value === null ? '' : String(value));
const valuesOf = (term: TermDetail): FormValues => ({
  number: String(term.number),
  electedOn: term.electedOn,
  method: term.method,
  entitled: text(term.entitled),
  present: text(term.present),
  remark: term.remark,
  posts: postsText(
    term.posts.map(({ memberId, name, post, votes }) => ({ memberId: memberId ?? '', name, post, votes: text(votes) })),
  ),
});

const numberOf = (value: unknown) => (String(value).trim() === '' ? null : Number(value));
const today = () => new Date().toLocaleDateString('sv-SE');

/**
 * What an appointed leadership has not: whoever picks 任命 by mistake finds the numbers again, so the form keeps them and
 * they are left out where it is checked and sent.
 */
function withoutElection(values: FormValues): FormValues {
  if (values.method !== APPOINTED) return values;
  const posts = postsText(postsOf(values.posts).map((one) => ({ ...one, votes: '' })));
  return { ...values, entitled: '', present: '', posts };
}

function contradictions(typed: FormValues): Record<string, string> {
  const values = withoutElection(typed);
  const posts = postsOf(values.posts);
  if (posts.some(({ post }) => post === '')) return { posts: '请为每个人选择党内职务' };
  if (posts.some(({ votes }) => !/^\d{0,6}$/.test(votes))) return { posts: '得票应为数字' };
  return checkTerm(
    {
      electedOn: String(values.electedOn),
      method: String(values.method),
      entitled: numberOf(values.entitled),
      present: numberOf(values.present),
      posts: posts.map((one) => ({ ...one, votes: numberOf(one.votes) })),
    },
    today(),
  );
}

/** What is sent: the leading members as a list. */
const sent = ({ posts, ...values }: Record<string, unknown>) => ({
  ...values,
  ...(posts === undefined
    ? {}
    : { posts: postsOf(posts).map(({ memberId, post, votes }) => ({ memberId, post, votes })) }),
});

/** What is unusual in the size of the leadership, beside the form while it is filled in. */
function Unusual({ orgId, posts }: { orgId: string; posts: readonly { post: string }[] }) {
  const { data: org } = useCall(getOrg, { orgId }, { quiet: true });
  const warning = org ? warningOfSize(org.type, org.partyNumber - org.readyPartyNumber, posts) : '';
  if (!warning) return null;
  return (
    <p className="banner warn form-field wide" role="status">
      <Icon name="warning" />
      <span>{warning}</span>
    </p>
  );
}

function TermEditor({
  term,
  org,
  initial,
  before,
}: {
  term: TermDetail | null;
  org: { id: string; name: string };
  initial: FormValues;
  /** The term whose leading members may be taken over. */
  before?: string;
}) {
  const navigate = useNavigate();
  const create = useAct(createTerm, { quiet: true });
  const update = useAct(updateTerm, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(initial);
  const form = useForm({ schema, initial: start, isNew: term === null, check: contradictions });
  const saver = useRecordSave({
    record: term,
    form,
    valuesOf,
    get: getTerm,
    input: (id) => ({ id }),
    // Texts as typed; the contract's own schema reads them on both sides.
    update: (input) => {
      const { entitled, present, posts } = withoutElection(form.values);
      const appointed = input.method === APPOINTED ? { entitled, present, posts } : {};
      return update.mutateAsync(sent({ ...input, ...appointed }) as InputOf<typeof updateTerm>);
    },
    onSaved: (id) => done(id),
  });
  const { conflict } = saver;
  const title = term ? `编辑 ${org.name}第${term.number}届` : `登记新一届 ${org.name}`;
  useTitle(title);
  const appointed = form.text('method') === APPOINTED;

  const done = (id: string) => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(`${PATH}/browse/${id}`, { replace: true });
  };
  const save = async () => {
    if (term) return saver.save(term.id);
    const made = await create.mutateAsync({ ...sent(withoutElection(form.values)), orgId: org.id } as InputOf<
      typeof createTerm
    >);
    done(made.id);
  };
  const words = (field: string, value: unknown) =>
    field === 'posts'
      ? postsOf(value)
          .map(({ post, name, votes }) => `${post} ${name || ERASED}${votes && `（${votes}票）`}`)
          .join('、')
      : String(value ?? '');

  return (
    <>
      <FormPage
        title={title}
        form={form}
        onSave={save}
        onCancel={() =>
          navigate(
            term
              ? `${PATH}/browse/${term.id}`
              : pathWithQuery(`/affairs/organization/browseOrganization/${org.id}`, { tab: 'office' }),
          )
        }
        sections={[
          {
            id: 'election',
            title: '选举情况',
            content: (
              <>
                <TextField form={form} name="number" label="届数" required max={2} inputMode="numeric" />
                <DateField
                  form={form}
                  name="electedOn"
                  label="当选日期"
                  required
                  hint="任期从这一天起算，补选不重新起算；下次换届日期由系统按规定计算"
                />
                <SelectField
                  form={form}
                  name="method"
                  label="产生方式"
                  required
                  options={METHODS.map((method) => ({ value: method, label: method }))}
                />
                {!appointed && (
                  <>
                    <TextField
                      form={form}
                      name="entitled"
                      label="应到会人数"
                      max={6}
                      inputMode="numeric"
                      hint="有选举权的正式党员（代表）"
                    />
                    <TextField
                      form={form}
                      name="present"
                      label="实到会人数"
                      max={6}
                      inputMode="numeric"
                      hint="不少于应到会人数的五分之四，选举有效"
                    />
                  </>
                )}
              </>
            ),
          },
          {
            id: 'team',
            title: '班子成员',
            content: (
              <>
                <PostsField form={form} orgId={org.id} appointed={appointed} {...(before ? { before } : {})} />
                <Unusual orgId={org.id} posts={postsOf(form.values.posts)} />
              </>
            ),
          },
          {
            id: 'more',
            title: '备注',
            content: <AreaField form={form} name="remark" label="备注" wide max={500} />,
          },
        ]}
      />
      {conflict && term && (
        <DiffDialog
          name={`${org.name}第${term.number}届`}
          who={conflict.updateName}
          differences={differencesOf([start, valuesOf(conflict), form.values], LABELS, words)}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}
