import { useState } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Fact } from '#platform/web/field/Matter.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  addJob,
  fixJob,
  getJobs,
  JOB_KINDS,
  type JobRow,
  jobForm,
  leaveEmergency,
  listJobHistory,
  officeForm,
  setOffice,
} from '../contract.job.ts';
import { POSTS } from '../rules.ts';

const notify = (text: string) => emit('notice', { kind: 'success', text });

const HISTORY: readonly Column<JobRow>[] = [
  { key: 'post', title: '岗位', width: 150, card: 'title', cell: (row) => row.postName },
  { key: 'fromOn', title: '起', width: 110, card: 'line', cell: (row) => row.fromOn },
  { key: 'toOn', title: '止', width: 110, card: 'side', cell: (row) => row.toOn ?? '至今' },
  { key: 'note', title: '说明', width: 200, card: 'line', cell: (row) => row.note || noValue },
  { key: 'endNote', title: '结束原因', width: 200, card: 'line', cell: (row) => row.endNote || noValue },
];

type Open = { what: 'add' | 'office' } | { what: 'end'; job: JobRow } | null;

/** What somebody who has reported does at the place now, what they did before, and where the slip says that they work. */
export function Jobs({ id }: { id: string }) {
  const query = useCall(getJobs, { id }, { quiet: true, staleTime: 0 });
  const [open, setOpen] = useState<Open>(null);
  const end = useAct(fixJob, { quiet: true });
  const leave = useAct(leaveEmergency, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={3} />;
  const answer = query.data;
  const close = () => setOpen(null);
  return (
    <>
      <section className="card matter-gap" aria-label="岗位和应急队">
        <div className="card-head">
          <h2>岗位和应急队</h2>
          <span className="card-extra">
            {answer.can.office && (
              <Button size="compact" aria-haspopup="dialog" onClick={() => setOpen({ what: 'office' })}>
                修改工作信息
              </Button>
            )}
            {answer.can.assign && (
              <Button size="compact" icon="plus" aria-haspopup="dialog" onClick={() => setOpen({ what: 'add' })}>
                安排岗位
              </Button>
            )}
          </span>
        </div>
        <dl className="matter-facts">
          {answer.jobs.map((job) => (
            <Fact key={job.id} label={job.postName}>
              {job.fromOn}起{job.note && `，${job.note}`}{' '}
              {answer.can.assign && (
                <Button size="compact" onClick={() => setOpen({ what: 'end', job })}>
                  {job.kind === 2 ? '移出应急队' : '结束'}
                </Button>
              )}
            </Fact>
          ))}
          {answer.jobs.length === 0 && <Fact label="岗位">还没有安排</Fact>}
          {answer.wanted.length > 0 && (
            <Fact label="自选待安排">{answer.wanted.map(({ label }) => label).join('、')}</Fact>
          )}
          <Fact label="工作单位">{answer.office}</Fact>
          <Fact label="职务">{answer.officePost}</Fact>
        </dl>
      </section>
      <div className="matter-gap">
        <PlainList<JobRow>
          caption="历来的岗位"
          endpoint={listJobHistory}
          columns={HISTORY}
          unit="条"
          inputOf={(values) => ({ ...values, id })}
          empty={{ title: '还没有岗位记录', text: '社区安排岗位或编入应急队后，起止都记在这里。' }}
        />
      </div>
      {open?.what === 'add' && <AddDialog id={id} answer={answer} onClose={close} />}
      {open?.what === 'office' && <OfficeDialog id={id} answer={answer} onClose={close} />}
      {open?.what === 'end' && (
        <ReasonDialog
          title={`${open.job.kind === 2 ? '移出应急队' : '结束岗位'} ${answer.name}`}
          act={open.job.kind === 2 ? '移出' : '结束'}
          label="原因"
          max={100}
          onDone={async (reason) => {
            const { id: jobId, version, fromOn, note, kind } = open.job;
            if (kind === 2) await leave.mutateAsync({ id: jobId, version, reason });
            else {
              const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
              await end.mutateAsync({ id: jobId, version, fromOn, toOn: today, note, reason });
            }
            notify(kind === 2 ? '已移出应急队' : '岗位已结束');
          }}
          onClose={close}
        >
          留在历来的岗位里。
        </ReasonDialog>
      )}
    </>
  );
}

type Answer = ReplyOf<typeof getJobs>;

function AddDialog({ id, answer, onClose }: { id: string; answer: Answer; onClose: () => void }) {
  const posts = useDict(POSTS)[POSTS];
  const add = useAct(addJob, { quiet: true });
  const form = useForm({
    schema: jobForm,
    initial: { kind: '1', post: answer.wanted[0]?.value ?? '', fromOn: '', note: '' },
    of: `AddJob ${id}`,
    isNew: true,
  });
  const isTeam = form.text('kind') === '2';
  return (
    <FormDialog
      title={`安排岗位 ${answer.name}`}
      icon="briefcase"
      form={form}
      pending={add.isPending}
      onClose={onClose}
      onSave={async () => {
        await add.mutateAsync({
          reportId: id,
          kind: form.text('kind'),
          post: isTeam ? '' : form.text('post'),
          fromOn: form.text('fromOn'),
          note: form.text('note'),
        });
        notify('已安排，本人已收到通知');
      }}
    >
      <SelectField form={form} name="kind" label="安排" required options={optionsOf(JOB_KINDS)} />
      {!isTeam && <SelectField form={form} name="post" label="服务岗位" required options={posts} />}
      <DateField form={form} name="fromOn" label="起日" required />
      <AreaField form={form} name="note" label="说明" max={100} rows={2} wide />
    </FormDialog>
  );
}

function OfficeDialog({ id, answer, onClose }: { id: string; answer: Answer; onClose: () => void }) {
  const save = useAct(setOffice, { quiet: true });
  const form = useForm({
    schema: officeForm,
    initial: { office: answer.office, officePost: answer.officePost, skills: answer.skills },
    of: `Office ${id}`,
    isNew: false,
  });
  return (
    <FormDialog
      title={`工作信息 ${answer.name}`}
      icon="edit"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() =>
        save.mutateAsync({
          id,
          version: answer.version,
          office: form.text('office'),
          officePost: form.text('officePost'),
          skills: form.text('skills'),
        })
      }
    >
      <p className="muted">只改报到单；党员名册不变。</p>
      <TextField form={form} name="office" label="工作单位" max={60} />
      <TextField form={form} name="officePost" label="职务" max={30} />
      <TextField form={form} name="skills" label="特长" max={100} />
    </FormDialog>
  );
}
