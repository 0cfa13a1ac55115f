import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type BallotDetail, ballotFields, createBallot, getBallot, openBallot, updateBallot } from '../contract.ts';
import { BALLOTS, enoughCandidates, KINDS, VOTERS } from '../rules.ts';
import './ballot.css';

/** 新增投票 (`new`), 编辑投票. */
export default function BallotForm() {
  const { id = 'new' } = useParams();
  return <BallotEditor id={id} />;
}

/** The same by its id, and as another module's page opens it (`pickers.tsx`): it goes back there when it is kept. */
export function BallotEditor({ id, onDone }: { id: string; onDone?: () => void }) {
  const ballotQuery = useCall(
    getBallot,
    { id: id === 'new' ? '1' : id },
    { quiet: true, staleTime: 0, enabled: id !== 'new' },
  );
  const door = onDone ? { onDone } : {};
  if (id === 'new') return <Editor ballot={null} {...door} />;
  return (
    <RecordLoader
      query={ballotQuery}
      fresh
      refused={(ballot) => (ballot.can.edit ? '' : '投票已经开始，不能修改；可以作废后另发一次')}
    >
      {(ballot) => <Editor key={ballot.id} ballot={ballot} {...door} />}
    </RecordLoader>
  );
}

const schema = z.object({ ...ballotFields, options: z.string(), memberIds: z.string() });
const linesOf = (text: unknown) =>
  String(text)
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);

const check = (values: FormValues): Record<string, string> => {
  const lines = linesOf(values.options);
  if (lines.length === 0) return { options: '请填写要表决的事项或候选人，每行一项' };
  if (lines.some((one) => one.length > 60)) return { options: '每一项不能超过60个字' };
  return {};
};

function Editor({ ballot: read, onDone }: { ballot: BallotDetail | null; onDone?: () => void }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createBallot, { quiet: true });
  const update = useAct(updateBallot, { quiet: true });
  const open = useAct(openBallot, { quiet: true });
  const [asking, setAsking] = useState(false);
  // The record is read again behind an open form; what the form started from must not move under it.
  const [ballot] = useState(read);
  const [people, setPeople] = useState<Choice[]>((ballot?.members ?? []).map((one) => ({ ...one, note: '' })));
  const form = useForm({
    schema,
    initial: {
      title: ballot?.title ?? '',
      intro: ballot?.intro ?? '',
      kind: ballot?.kind ?? 'agree',
      options: (ballot?.options ?? []).join('\n'),
      seats: String(ballot?.seats ?? 1),
      votersAre: ballot?.votersAre ?? 'branch',
      memberIds: (ballot?.members ?? []).map(({ id }) => id).join(),
      onPaper: ballot?.onPaper ?? false,
      endsAt: ballot ? toLocal(ballot.endsAt) : '',
    },
    isNew: ballot === null,
    check,
  });
  const leave = onDone ?? (() => void navigate(BALLOTS.list));
  const save = async () => {
    const input = {
      ...form.values,
      options: linesOf(form.values.options),
      memberIds: form.text('memberIds').split(',').filter(Boolean),
    };
    if (ballot) {
      await update.mutateAsync({ ...input, id: ballot.id, version: ballot.version });
      clearKeptInput();
      leave();
      return;
    }
    const { id } = await create.mutateAsync({ ...input, orgId: session.user.workOrgId });
    clearKeptInput();
    if (onDone) onDone();
    else navigate(BALLOTS.edit(id), { replace: true });
  };
  return (
    <>
      <FormPage
        title={ballot ? `编辑投票 ${ballot.title}` : '新增投票'}
        form={form}
        act="存草稿"
        onSave={save}
        onCancel={leave}
        banners={
          ballot?.can.open &&
          form.dirty.length === 0 && (
            <div className="banner" role="note">
              <span>草稿已保存。开始后投票人、选项和截止时间都不能再改。</span>
              <Button look="primary" size="compact" onClick={() => setAsking(true)}>
                开始投票
              </Button>
            </div>
          )
        }
        sections={[
          {
            id: 'what',
            title: '投票',
            content: (
              <>
                <TextField form={form} name="title" label="投票名称" required max={60} wide />
                <AreaField form={form} name="intro" label="说明" wide max={1000} />
                <SelectField form={form} name="kind" label="投票方式" required options={optionsOf(KINDS)} />
                {form.text('kind') === 'choose' && (
                  <TextField form={form} name="seats" label="应选人数" required inputMode="numeric" max={2} />
                )}
                <AreaField
                  form={form}
                  name="options"
                  label={form.text('kind') === 'choose' ? '候选人' : '表决事项'}
                  required
                  wide
                  max={3200}
                  rows={5}
                  hint={form.text('kind') === 'choose' ? '每行一人，以姓氏笔画为序' : '每行一项'}
                />
                <DateTimeField form={form} name="endsAt" label="截止时间" required hint="到时自动结束并计票" />
                <TickField form={form} name="onPaper" label="用纸质选票" hint="两名计票人分别录入票数，一致才成立" />
              </>
            ),
          },
          {
            id: 'who',
            title: '投票人',
            content: (
              <>
                <SelectField
                  form={form}
                  name="votersAre"
                  label="投票人"
                  required
                  options={optionsOf(VOTERS).filter(({ value }) => (value === 'meeting') === Boolean(ballot?.meeting))}
                  hint={ballot?.meeting ? `${ballot.meeting.title}的应到名单` : '只有正式党员、且党籍正常的人有表决权'}
                />
                {form.text('votersAre') === 'people' && (
                  <div className="wide">
                    <PeopleField
                      label="指定人员"
                      title="选择投票人"
                      multiple
                      groupType={4}
                      required
                      value={people}
                      {...(form.faults.memberIds ? { fault: form.faults.memberIds } : {})}
                      onChange={(next) => {
                        setPeople(next);
                        form.set({ memberIds: next.map(({ id }) => id).join() });
                      }}
                    />
                  </div>
                )}
              </>
            ),
          },
        ]}
      />
      {asking && ballot && (
        <ConfirmDialog
          about={{ call: openBallot, input: { id: ballot.id, version: ballot.version } }}
          title={`开始投票 ${ballot.title}`}
          act="开始投票"
          onConfirm={async () => {
            await open.mutateAsync({ id: ballot.id, version: ballot.version });
            navigate(BALLOTS.view(ballot.id));
          }}
          onClose={() => setAsking(false)}
        >
          投票人、选项和截止时间从此固定。
          {ballot.kind === 'choose' &&
            !enoughCandidates(ballot.seats, ballot.options.length) &&
            `候选人${ballot.options.length}人、应选${ballot.seats}人，差额不到应选人数的20%；除书记、副书记等按规定等额选举的以外，请先增加候选人。`}
          {ballot.onPaper ? '票数由两名计票人分别录入。' : '有账号的投票人会收到通知，凭票不记名投票。'}
        </ConfirmDialog>
      )}
    </>
  );
}
