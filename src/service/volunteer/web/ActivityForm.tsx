import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { OrgPlace } from '#people/org/web/pickers.place.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, Field, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { CoverField } from '#platform/web/upload/CoverField.tsx';
import { createActivity, editActivity } from '../contract.acts.ts';
import { type ActivityDetail, getActivity } from '../contract.ts';
import { AUDIENCES, KINDS, STATE, timeFaults } from '../rules.ts';
import { usePosts } from './parts.tsx';
import { isId, PATHS } from './paths.ts';

/** `addActivity`, and `volunteer/activity/:id` for one that is there. */
export default function ActivityForm() {
  const { id } = useParams();
  if (id === undefined) return <Editor activity={null} />;
  if (!isId(id)) return <Gone />;
  return <Editing key={id} id={id} />;
}

function Editing({ id }: { id: string }) {
  const query = useCall(getActivity, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader
      query={query}
      fresh
      refused={({ can }) => (can.edit ? '' : '活动已经开始或结束，或不是本组织发布的，不能修改')}
    >
      {(activity) => <Editor activity={activity} />}
    </RecordLoader>
  );
}

const START = {
  kind: '1',
  title: '',
  post: '',
  place: '',
  lng: '',
  lat: '',
  startsAt: '',
  endsAt: '',
  closesAt: '',
  quota: '20',
  hours: '',
  audience: '1',
  audited: false,
  content: '',
  contact: '',
  phone: '',
  cover: '',
};

const valuesOf = (of: ActivityDetail): typeof START => ({
  kind: String(of.kind),
  title: of.title,
  post: of.post,
  place: of.place,
  lng: of.lng === null ? '' : String(of.lng),
  lat: of.lat === null ? '' : String(of.lat),
  startsAt: of.startsAt,
  endsAt: of.endsAt,
  closesAt: of.closesAt,
  quota: String(of.quota),
  hours: String(of.hours),
  audience: String(of.audience),
  audited: of.audited,
  content: of.content,
  contact: of.contact,
  phone: of.phone,
  cover: of.cover,
});

/** What fields say of each other, once they are all there. */
const checked = ({ startsAt, endsAt, closesAt, hours }: typeof START): Record<string, string> =>
  startsAt && endsAt && closesAt && hours ? timeFaults({ startsAt, endsAt, closesAt, hours: Number(hours) }) : {};

function Editor({ activity }: { activity: ActivityDetail | null }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const posts = usePosts();
  const create = useAct(createActivity, { quiet: true });
  const edit = useAct(editActivity, { quiet: true });
  const [start] = useState(() => (activity ? valuesOf(activity) : { ...START, contact: user.userName }));
  const form = useForm({
    schema: activity ? editActivity.input : createActivity.input,
    initial: start,
    check: checked,
    isNew: activity === null,
  });
  // The organisation is shown among the fields and is none of them.
  const loose: Form = form;
  const isDraft = activity === null || activity.state === STATE.draft;
  // A draft is published by the form's own press; the tick beside it keeps it back.
  const [kept, setKept] = useState(false);
  const title = activity ? `编辑 ${activity.title}` : '发布活动';
  useTitle(title);
  const save = async () => {
    const values = { ...form.values, publish: isDraft && !kept };
    const { id } = activity
      ? await edit.mutateAsync({ ...values, id: activity.id, version: activity.version })
      : await create.mutateAsync(values);
    form.sent();
    emit('notice', { kind: 'success', text: values.publish ? '已发布，可以报名了' : '保存成功' });
    navigate(PATHS.view(id), { replace: true });
  };
  return (
    <FormPage
      title={title}
      form={form}
      act={isDraft && !kept ? '发布' : '保存'}
      onSave={save}
      onCancel={() => navigate(activity ? PATHS.view(activity.id) : PATHS.list)}
      sections={[
        {
          id: 'what',
          title: '活动',
          content: (
            <>
              <TextField form={form} name="title" label="活动名称" required max={60} />
              <SelectField form={form} name="kind" label="活动类型" required options={optionsOf(KINDS)} />
              <SelectField form={form} name="post" label="服务岗位" required options={posts} />
              <Field form={loose} name="orgId" label="发布组织">
                {({ id }) => <output id={id}>{activity?.orgName ?? user.workOrg.name}</output>}
              </Field>
              <AreaField form={form} name="content" label="活动内容" required max={2000} rows={5} wide />
              <CoverField form={form} name="cover" label="海报" />
            </>
          ),
        },
        {
          id: 'when',
          title: '时间和地点',
          content: (
            <>
              <DateTimeField form={form} name="startsAt" label="开始时间" required />
              <DateTimeField form={form} name="endsAt" label="结束时间" required />
              <DateTimeField form={form} name="closesAt" label="报名截止" required hint="不晚于开始时间" />
              <TextField
                form={form}
                name="hours"
                label="服务时长"
                required
                max={4}
                inputMode="decimal"
                hint="每人最多计入的小时，0.5为一档；实际按签到到签退计，同一时间只计一次"
              />
              <TextField form={form} name="place" label="活动地点" required max={80} />
              <OrgPlace form={form} />
            </>
          ),
        },
        {
          id: 'who',
          title: '报名',
          content: (
            <>
              <SelectField
                form={form}
                name="audience"
                label="报名范围"
                required
                options={optionsOf(AUDIENCES)}
                hint="本地和报到党员：本组织及下级党员、报到到本地的党员、结对组织的党员"
              />
              <TextField
                form={form}
                name="quota"
                label="人数上限"
                required
                max={4}
                inputMode="numeric"
                hint="满了就不能再报"
              />
              <TextField form={form} name="contact" label="联系人" required max={30} />
              <TextField
                form={form}
                name="phone"
                label="联系电话"
                required
                max={20}
                inputMode="tel"
                hint="报名的人看得到"
              />
              <TickField form={form} name="audited" label="报名要审核" hint="不勾选的，报名即通过" />
              {isDraft && (
                <p className="form-field wide">
                  <label className="filter-option">
                    <input
                      type="checkbox"
                      className="tick"
                      checked={kept}
                      onChange={({ target }) => setKept(target.checked)}
                    />
                    先存草稿，不发布
                  </label>
                </p>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
