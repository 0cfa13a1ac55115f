import { Link, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, ListField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { type Development, getDevelopment, voteDevelopment } from '../contract.develop.ts';
import { PATHS } from './paths.ts';
import './event.css';

const votes = z.string().regex(/^\d{1,4}$/, '请输入票数');
const schema = z.object({
  topicId: z.string().min(1, '请选择议题'),
  fileId: z.string().min(1, '请选择讨论的人'),
  stage: z.string().min(1, '请选择讨论的阶段'),
  proposal: z.string(),
  months: z.string().regex(/^\d{0,2}$/, '请输入月数'),
  yes: votes,
  no: votes,
  abstain: votes,
  spoilt: votes,
  writtenYes: votes,
  writtenNo: votes,
  opinion: z.string().max(500, '讨论意见不能超过500个字'),
});
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

/** The vote about one person at a topic 发展党员; typed once, for the minutes and for the person's step. */
export default function DevelopVote() {
  const { meetingID = '' } = useParams();
  const query = useCall(getDevelopment, { id: meetingID }, { quiet: true });
  return (
    <RecordLoader
      query={query}
      fresh
      refused={(one) =>
        one.topics.length === 0 && one.done.length === 0 ? '这次会议没有“发展党员”的议题，请先在会议里添加' : one.whyNot
      }
    >
      {(meeting) => <Vote meeting={meeting} />}
    </RecordLoader>
  );
}

function Vote({ meeting }: { meeting: Development }) {
  const { id = '0', type = '0' } = useParams();
  const navigate = useNavigate();
  const save = useAct(voteDevelopment, { quiet: true });
  const stage = meeting.stages.some(({ value }) => String(value) === type) ? type : '';
  const form = useForm({
    schema,
    initial: {
      topicId: meeting.topics.length === 1 ? (meeting.topics[0]?.id ?? '') : '',
      fileId: meeting.people.some(({ fileId }) => fileId === id) ? id : '',
      stage,
      proposal: 'convert',
      months: '',
      yes: '',
      no: '0',
      abstain: '0',
      spoilt: '0',
      writtenYes: '0',
      writtenNo: '0',
      opinion: '',
    },
    isNew: true,
  });
  const { text } = form;
  const asked = [{ value: '', label: '请选择' }];
  return (
    <FormPage
      title={`发展党员表决 ${meeting.title}`}
      form={form}
      act="登记表决"
      onSave={async () => {
        const last = text('stage') === '9';
        const { passed } = await save.mutateAsync({
          id: meeting.id,
          topicId: text('topicId'),
          fileId: text('fileId'),
          stage: text('stage'),
          proposal: last ? (text('proposal') as 'convert' | 'extend' | 'revoke') : 'agree',
          ...(last && text('proposal') === 'extend' ? { months: Number(text('months') || '0') } : {}),
          yes: Number(text('yes')),
          no: Number(text('no')),
          abstain: Number(text('abstain')),
          spoilt: Number(text('spoilt')),
          writtenYes: Number(text('writtenYes')),
          writtenNo: Number(text('writtenNo')),
          opinion: text('opinion'),
        });
        form.rebase(form.values);
        emit('notice', { kind: 'success', text: passed ? '表决通过，已写入发展档案' : '表决未通过，已写入发展档案' });
        navigate(PATHS.run(meeting.id), { replace: true });
      }}
      onCancel={() => navigate(-1)}
      sections={[
        {
          id: 'who',
          title: '讨论的人',
          content: (
            <>
              <p className="field-hint wide">
                {meeting.orgName} {meeting.heldOn}：有表决权的应到{meeting.due}人，实到{meeting.present}人，须超过
                {Math.floor(meeting.due / 2)}票赞成。一次一人，逐个表决。
                {meeting.done.map(
                  (one) => `“${one.title}”已登记（${one.stageName}，${one.passed ? '通过' : '未通过'}）。`,
                )}
              </p>
              <ListField
                form={form}
                name="topicId"
                label="议题"
                required
                options={[...asked, ...meeting.topics.map((one) => ({ value: one.id, label: one.title }))]}
                hint={
                  meeting.topics.length === 0 ? (
                    <Link to={PATHS.edit(meeting.id, meeting.orgId)}>再添加议题</Link>
                  ) : undefined
                }
              />
              <ListField
                form={form}
                name="stage"
                label="讨论的阶段"
                required
                options={[...asked, ...meeting.stages.map(({ value, label }) => ({ value: String(value), label }))]}
              />
              <ListField
                form={form}
                name="fileId"
                label="讨论的人"
                required
                options={[
                  ...asked,
                  ...meeting.people.map((one) => ({ value: one.fileId, label: `${one.name}（${one.stepName}）` })),
                ]}
              />
              {text('stage') === '9' && (
                <SelectField form={form} name="proposal" label="表决事项" required options={OUTCOMES} />
              )}
              {text('stage') === '9' && text('proposal') === 'extend' && (
                <TextField
                  form={form}
                  name="months"
                  label="延长月数"
                  required
                  max={2}
                  inputMode="numeric"
                  hint="6至12个月"
                />
              )}
            </>
          ),
        },
        {
          id: 'votes',
          title: '票数',
          content: (
            <>
              {COUNTS.map(([name, label]) => (
                <TextField key={name} form={form} name={name} label={label} required max={4} inputMode="numeric" />
              ))}
              <AreaField form={form} name="opinion" label="讨论意见" max={500} />
            </>
          ),
        },
      ]}
    />
  );
}
