import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { CODE } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { AWAY_CAUSES, addMeeting, dueVoters, MEETING_STAGES } from '../contract.meeting.ts';
import { type FileRow, listFiles } from '../contract.ts';
import { isVoted, labelForBranch, STEP_OF_STAGE } from '../rules/meetings.ts';
import { stepName } from '../rules/steps.ts';
import { PATHS } from './paths.ts';
import './recruitment.css';
import './meeting.css';

const INITIAL = {
  orgId: '',
  stage: '',
  heldOn: '',
  place: '',
  host: '',
  recorder: '',
  present: '',
  minutes: '',
};
/** What is written down of one person; the name in the form is followed by the file's id. */
const COUNTS = [
  ['yes', '赞成'],
  ['no', '反对'],
  ['abstain', '弃权'],
  ['spoilt', '废票'],
  ['writtenYes', '书面赞成'],
  ['writtenNo', '书面反对'],
] as const;
const OUTCOMES = [
  { value: 'convert', label: '按期转正' },
  { value: 'extend', label: '延长预备期' },
  { value: 'revoke', label: '取消预备党员资格' },
];
const CAUSES = optionsOf(AWAY_CAUSES);
const MOST = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const text = z.string();
const schema = z.object({
  ...Object.fromEntries(Object.keys(INITIAL).map((name) => [name, text])),
  orgId: z.string().min(1, '请选择党支部'),
  stage: z.string().min(1, '请选择会议'),
  heldOn: z.string().regex(DAY, '请填写会议日期'),
  place: z.string().trim().min(1, '请填写地点'),
  host: z.string().trim().min(1, '请填写主持人'),
  present: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, '请填写到会人数'),
  people: text.optional(),
  excluded: text.optional(),
  basis: text.optional(),
});

/** Somebody is left out whose rights are suspended: that stands in a paper. */
const suspends = (form: Form): boolean =>
  Object.keys(form.values).some(
    (name) =>
      name.startsWith('away.') && form.values[name] === true && form.text(`cause.${name.slice(5)}`) === 'suspended',
  );

/** Whom the stage is about and who is ticked; what was ticked for another stage stays aside. */
const chosenOf = (form: Form, rows: readonly FileRow[]) =>
  rows.filter(({ id }) => form.values[`in.${id}`] === true).map(({ id }) => id);

/** `meetings/add/:orgId`: one meeting about several people, of any stage; voted one by one where the general meeting decides. */
export default function MeetingPage() {
  const { orgId = '' } = useParams();
  const navigate = useNavigate();
  const { stage: wantedStage, fileId } = readQuery(useLocation().search, ['stage', 'fileId']);
  const initial: FormValues = {
    ...INITIAL,
    orgId,
    stage: wantedStage && wantedStage in MEETING_STAGES ? wantedStage : '',
    ...(fileId ? { [`in.${fileId}`]: true } : {}),
  };
  const form = useForm({ schema, initial, isNew: true });
  const add = useAct(addMeeting, { quiet: true });
  const stage = Number(form.text('stage')) || 0;
  const branch = form.text('orgId');
  const day = form.text('heldOn');
  const isDay = DAY.test(day);
  const due = useCall(
    dueVoters,
    { orgId: branch, day: isDay ? day : '2000-01-01' },
    { quiet: true, enabled: branch !== '' },
  );
  // The branch of the address: one that is not there is said at once, not when the form is filled in.
  const named = useCall(dueVoters, { orgId, day: '2000-01-01' }, { quiet: true, enabled: orgId !== '' });
  const hasCommittee = due.data?.hasCommittee ?? true;
  const voted = isVoted(stage, hasCommittee);
  const step = STEP_OF_STAGE[stage];
  const filesQuery = useCall(
    listFiles,
    { orgId: branch, searchRange: 'onlySelf', step: step ?? 1, pageSize: MOST },
    { quiet: true, enabled: step !== undefined && branch !== '' },
  );
  const chosen = chosenOf(form, (step !== undefined && filesQuery.data?.rows) || []);

  const save = async () => {
    const { orgId: at, heldOn, place, host, recorder, present, minutes } = form.values;
    const excluded = Object.keys(form.values)
      .filter((name) => name.startsWith('away.') && form.values[name] === true)
      .map((name) => name.slice(5))
      .map((id) => ({ memberId: id, reason: form.text(`why.${id}`), cause: form.text(`cause.${id}`) || 'leftOut' }));
    const people = chosen.map((id) => {
      const said = (name: string) => form.text(`${name}.${id}`);
      const proposal = stage === 9 ? said('proposal') || 'convert' : 'agree';
      return {
        fileId: id,
        proposal,
        ...(proposal === 'extend' ? { months: said('months') } : {}),
        ...Object.fromEntries(COUNTS.map(([name]) => [name, voted ? said(name) || '0' : '0'])),
        opinion: said('opinion'),
      };
    });
    await add.mutateAsync({
      ...{ orgId: at, stage, heldOn, place, host, recorder, present, minutes },
      excluded: voted ? excluded : [],
      basis: voted && suspends(form) ? form.text('basis').split(',').filter(Boolean) : [],
      people,
    } as never);
    emit('notice', { kind: 'success', text: `会议已登记，讨论了${people.length}人` });
    navigate(PATHS.meetings);
  };

  const { error } = named;
  if (error instanceof ApiError && (error.code === CODE.notFound || error.fields.orgId))
    return <Failed error={error} onRetry={() => void named.refetch()} />;
  return (
    <FormPage
      title="登记发展党员会议"
      form={form}
      act="登记会议"
      onSave={save}
      onCancel={() => navigate(PATHS.meetings)}
      sections={[
        { id: 'meeting', title: '会议', content: <Facts form={form} hasCommittee={hasCommittee} /> },
        {
          id: 'voters',
          title: '到会',
          content: (
            <>
              <TextField
                form={form}
                name="present"
                label={voted ? '实到有表决权的人数' : '到会人数'}
                required
                max={4}
                inputMode="numeric"
              />
              {voted && isDay && due.data && <Voters form={form} due={due.data} />}
              {voted && !isDay && <p className="muted">填写会议日期后，按当日名册列出应到的人。</p>}
              {!voted && stage > 0 && (
                <p className="muted">支部委员会集体讨论决定，不计票；每个人的讨论意见分别填写。</p>
              )}
            </>
          ),
        },
        {
          id: 'people',
          title: '讨论的人',
          content:
            step === undefined || branch === '' ? (
              <p className="muted">选择党支部和会议后，列出可以讨论的人。</p>
            ) : filesQuery.error && !filesQuery.data ? (
              <Failed error={filesQuery.error} onRetry={() => filesQuery.refetch()} />
            ) : filesQuery.data ? (
              <People form={form} stage={stage} voted={voted} rows={filesQuery.data.rows} chosen={chosen} />
            ) : (
              <Skeleton lines={3} />
            ),
        },
        {
          id: 'minutes',
          title: '会议记录',
          content: <AreaField form={form} name="minutes" label="会议记录" wide rows={6} max={2000} />,
        },
      ]}
    />
  );
}

function Facts({ form, hasCommittee }: { form: Form; hasCommittee: boolean }) {
  const stages = Object.entries(MEETING_STAGES)
    .filter(([stage]) => hasCommittee || stage !== '8')
    .map(([value, label]) => ({ value, label: labelForBranch(label, hasCommittee) }));
  return (
    <>
      <OrgField form={form} name="orgId" label="党支部" required count="branches" />
      <SelectField
        form={form}
        name="stage"
        label="会议"
        required
        options={stages}
        {...(hasCommittee ? {} : { hint: '支部没有支部委员会，由支部大会讨论决定' })}
      />
      <DateField form={form} name="heldOn" label="会议日期" required />
      <TextField form={form} name="place" label="地点" required max={60} />
      <TextField form={form} name="host" label="主持人" required max={20} />
      <TextField form={form} name="recorder" label="记录人" max={20} />
    </>
  );
}

type Due = {
  due: number;
  voters: { id: string; name: string }[];
  away: { id: string; name: string; reason: string }[];
};

/** Who counts into 应到 by the roll of that day; whoever the branch formally left out is ticked with the reason. */
function Voters({ form, due }: { form: Form; due: Due }) {
  const left = due.voters.filter(({ id }) => form.values[`away.${id}`] === true);
  const fault = Object.entries(form.faults).find(([name]) => name.startsWith('excluded'))?.[1];
  return (
    <div className="fz-voters">
      <p>
        应到<b>{due.due - left.length}</b>人
        {due.away.length > 0 && (
          <span className="muted">
            ；名册上不计入：{due.away.map(({ name, reason }) => `${name}（${reason}）`).join('、')}
          </span>
        )}
      </p>
      <details>
        <summary>不计入应到的人（支部大会决定不计入，或党员权利中止）{left.length > 0 && `：${left.length}人`}</summary>
        <ul>
          {due.voters.map(({ id, name }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={form.values[`away.${id}`] === true}
                  onChange={(event) => form.set({ [`away.${id}`]: event.target.checked, [`cause.${id}`]: 'leftOut' })}
                />
                {name}
              </label>
              {form.values[`away.${id}`] === true && (
                <div className="fz-meet-form">
                  <SelectField
                    form={form}
                    name={`cause.${id}`}
                    label={`${name}不计入的情形`}
                    required
                    options={CAUSES}
                  />
                  <TextField
                    form={form}
                    name={`why.${id}`}
                    label={`${name}不计入的原因`}
                    required
                    max={60}
                    placeholder="如 长期患病，无法参会"
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </details>
      {suspends(form) && (
        <AttachmentField form={form} name="basis" label="中止党员权利的文件" format="common" count={20} required />
      )}
      {fault && (
        <p className="fz-late" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Whom this stage is about now: people of the branch who stand at its step. */
function People({
  form,
  stage,
  voted,
  rows,
  chosen,
}: {
  form: Form;
  stage: number;
  voted: boolean;
  rows: readonly FileRow[];
  chosen: readonly string[];
}) {
  return (
    <div className="fz-meet">
      {rows.length === 0 && <p className="muted">这个支部现在没有人在{stepName(STEP_OF_STAGE[stage] ?? 1)}。</p>}
      {rows.map((row) => (
        <Person
          key={row.id}
          form={form}
          row={row}
          stage={stage}
          voted={voted}
          fault={form.faults[`people.${chosen.indexOf(row.id)}`]}
        />
      ))}
      {form.faults.people && (
        <p className="fz-late" role="alert">
          {form.faults.people}
        </p>
      )}
    </div>
  );
}

function Person({
  form,
  row,
  stage,
  voted,
  fault,
}: {
  form: Form;
  row: FileRow;
  stage: number;
  voted: boolean;
  fault: string | undefined;
}) {
  const isIn = form.values[`in.${row.id}`] === true;
  return (
    <section className={isIn ? 'fz-meet-one on' : 'fz-meet-one'} aria-label={row.name}>
      <label className="fz-meet-name">
        <input
          type="checkbox"
          checked={isIn}
          onChange={(event) =>
            form.set({
              [`in.${row.id}`]: event.target.checked,
              ...(stage === 9 && !form.text(`proposal.${row.id}`) ? { [`proposal.${row.id}`]: 'convert' } : {}),
            })
          }
        />
        <b>{row.name}</b>
        <span className="muted tiny">
          {[row.categoryName, row.genderName, row.age === null ? '' : `${row.age}岁`].filter(Boolean).join('，')}
        </span>
      </label>
      {isIn && (
        <div className="fz-meet-form">
          {stage === 9 && (
            <SelectField form={form} name={`proposal.${row.id}`} label="表决事项" required options={OUTCOMES} />
          )}
          {form.text(`proposal.${row.id}`) === 'extend' && (
            <TextField
              form={form}
              name={`months.${row.id}`}
              label="延长月数"
              required
              max={2}
              inputMode="numeric"
              hint="6至12个月"
            />
          )}
          {voted && (
            <div className="fz-counts">
              {COUNTS.map(([name, label]) => (
                <TextField
                  key={name}
                  form={form}
                  name={`${name}.${row.id}`}
                  label={label}
                  max={4}
                  inputMode="numeric"
                />
              ))}
            </div>
          )}
          <AreaField form={form} name={`opinion.${row.id}`} label="讨论意见" rows={2} max={500} />
        </div>
      )}
      {fault && (
        <p className="fz-late" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
