import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { sumInCapitals } from '#platform/text/capitals.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { uploadedAlready } from '#platform/web/upload/keptFiles.ts';
import {
  getMatter,
  MATTER_CATEGORIES,
  type MatterCategory,
  matterForm,
  previewMatter,
  resubmitMatter,
  startable,
  startMatter,
} from '../contract.matter.ts';
import { getInstance } from '../contract.ts';
import { readFen, yuanText } from '../rules.money.ts';
import { PeoplePicker, type Picked } from './PeoplePicker.tsx';
import { WaySteps } from './WaySteps.tsx';

const LIST = '/affairs/approval';
const MOST_FILES = 20;
type Matter = ReplyOf<typeof getMatter>;
type Processes = ReplyOf<typeof startable>['rows'];

const { title, category, text } = matterForm.shape;
/** The form as it is typed: money as yuan, files as ids joined by commas. */
const typed = z.object({
  processId: z.string().min(1, '请选择审批流程'),
  title,
  category,
  text,
  amount: z
    .string()
    .trim()
    .refine((value) => value === '' || (readFen(value) ?? 0) > 0, '金额应大于零，如 1200 或 1200.50'),
  files: z.string(),
  /** Whom the initiator named, by node, as JSON. */
  chosen: z.string(),
  asIs: z.boolean(),
});

/** `/affairs/approval/start` and `/affairs/approval/mend/:id`: raises a matter, or fixes one that was returned. */
export default function MatterForm() {
  const { id } = useParams();
  return id ? <Returned key={id} id={id} /> : <New key="new" />;
}

function New() {
  const startableQuery = useCall(startable, {}, { quiet: true });
  if (startableQuery.error && !startableQuery.data)
    return <Unopened error={startableQuery.error} onRetry={() => startableQuery.refetch()} />;
  if (!startableQuery.data) return <Skeleton lines={8} />;
  if (startableQuery.data.rows.length === 0) {
    return (
      <>
        <PageHead />
        <Empty title="还没有可以发起的流程" act={<ButtonLink to={LIST}>返回待我审批</ButtonLink>}>
          本组织和上级组织都没有发布事项审批流程，请联系系统管理员在“审批流程”里发布。
        </Empty>
      </>
    );
  }
  return <Editor matter={null} processes={startableQuery.data.rows} />;
}

function Returned({ id }: { id: string }) {
  const matterQuery = useCall(getMatter, { id }, { quiet: true, staleTime: 0 });
  const processes = useCall(startable, {}, { quiet: true });
  const instance = useCall(getInstance, { id }, { quiet: true, enabled: matterQuery.error !== null });
  // What another module brought is fixed on its own page.
  if (instance.data?.url) return <Navigate to={instance.data.url} replace />;
  if (matterQuery.error && !matterQuery.data)
    return <Unopened error={matterQuery.error} onRetry={() => matterQuery.refetch()} />;
  if (!matterQuery.data || !matterQuery.isFetchedAfterMount || processes.isPending) return <Skeleton lines={8} />;
  return <Editor matter={matterQuery.data} processes={processes.data?.rows ?? []} />;
}

function Unopened(props: { error: Error; onRetry: () => void }) {
  return (
    <>
      <PageHead />
      <Failed {...props} />
    </>
  );
}

type Chosen = Readonly<Record<string, readonly Picked[]>>;

/** Whom the initiator has named so far, by node. */
function chosenOf({ chosenPeople }: Matter): Chosen {
  const chosen: Record<string, Picked[]> = {};
  for (const { nodeId, accountId, name } of chosenPeople) {
    chosen[nodeId] = [...(chosen[nodeId] ?? []), { accountId, name }];
  }
  return chosen;
}

const valuesOf = (matter: Matter): FormValues => ({
  processId: matter.processId,
  title: matter.title,
  category: matter.category,
  text: matter.text,
  amount: matter.amount === null ? '' : yuanText(matter.amount),
  files: matter.files.join(','),
  chosen: JSON.stringify(chosenOf(matter)),
  asIs: false,
});

function Editor({ matter: read, processes }: { matter: Matter | null; processes: Processes }) {
  const navigate = useNavigate();
  // The matter is read again behind an open form; what the form started from must not move under it.
  const [matter] = useState(read);
  const [start] = useState<FormValues>(() =>
    matter
      ? valuesOf(matter)
      : {
          processId: processes[0]?.id ?? '',
          title: '',
          category: '',
          text: '',
          amount: '',
          files: '',
          chosen: '{}',
          asIs: false,
        },
  );
  const form = useForm({ schema: typed, initial: start, isNew: matter === null });
  const chosen: Chosen = JSON.parse(form.text('chosen'));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const begin = useAct(startMatter, { quiet: true });
  const again = useAct(resubmitMatter, { quiet: true });
  const heading = matter ? `补正 ${matter.title}` : '发起事项审批';
  useTitle(heading);

  const found = useWay(form.text('processId'), form.text('category'), form.text('amount'), form.text('title'));
  const way = found?.data?.steps;
  const asked = (way ?? []).filter(({ choose }) => choose > 0);
  const process = processes.find(({ id }) => id === form.text('processId'));
  const fen = readFen(form.text('amount'));

  const save = async () => {
    const open = asked.filter(({ nodeId }) => (chosen[nodeId] ?? []).length === 0);
    setFaults(Object.fromEntries(open.map(({ nodeId }) => [nodeId, '请选择审批人'])));
    if (open.length > 0) return;
    const input = {
      title: form.text('title'),
      category: form.text('category') as MatterCategory,
      text: form.text('text'),
      amount: fen,
      files: form.text('files').split(',').filter(Boolean),
      chosen: Object.fromEntries(
        asked.map(({ nodeId }) => [nodeId, (chosen[nodeId] ?? []).map(({ accountId }) => accountId)]),
      ),
    };
    let id = matter?.id ?? '';
    if (matter) await again.mutateAsync({ ...input, id, version: matter.version });
    else ({ id } = await begin.mutateAsync({ ...input, processId: form.text('processId') }));
    clearKeptInput();
    emit('notice', { kind: 'success', text: '已提交审批' });
    navigate(`${LIST}/matter/${id}`, { replace: true });
  };
  const files = form.text('files').split(',').filter(Boolean).length;
  return (
    <FormPage
      title={heading}
      form={form}
      act="提交审批"
      onSave={save}
      onCancel={() => navigate(matter ? `${LIST}/matter/${matter.id}` : LIST)}
      banners={
        matter?.returnedFor && (
          <p className="banner warn">
            <Icon name="undo" />
            <span>退回原因：{matter.returnedFor}</span>
          </p>
        )
      }
      sections={[
        {
          id: 'matter',
          title: '事项',
          content: (
            <>
              {!matter && (
                <SelectField
                  form={form}
                  name="processId"
                  label="审批流程"
                  required
                  options={processes.map(({ id, name, orgName }) => ({ value: id, label: `${name}（${orgName}）` }))}
                  hint={process?.description}
                />
              )}
              <SelectField
                form={form}
                name="category"
                label="事项类别"
                required
                options={optionsOf(MATTER_CATEGORIES)}
              />
              <TextField
                form={form}
                name="amount"
                label="涉及金额（元）"
                inputMode="decimal"
                max={14}
                hint={fen ? sumInCapitals(fen) : '不涉及经费的不填'}
              />
              <TextField form={form} name="title" label="标题" required max={60} wide />
              <AreaField form={form} name="text" label="事由" required max={2000} rows={6} wide />
              <AttachmentField
                form={form}
                name="files"
                label="附件"
                format="common"
                count={MOST_FILES}
                kept={uploadedAlready(matter?.fileNames)}
                hint={files > 0 ? `已有${files}个` : undefined}
              />
              {matter && <TickField form={form} name="asIs" label="内容无须改动，原样重新提交" />}
            </>
          ),
        },
        {
          id: 'way',
          title: '审批流程',
          content: (
            <div className="form-field wide">
              {way ? (
                <WaySteps steps={way} />
              ) : found?.error ? (
                <p className="field-fault" role="alert">
                  <Icon name="warning" size={14} />
                  没有读到由谁审批：{found.error.message}
                  <Button look="word" onClick={() => void found.refetch()}>
                    重试
                  </Button>
                </p>
              ) : (
                <p className="muted">{found ? '正在查找由谁审批…' : '选好流程和类别后，这里显示由谁审批。'}</p>
              )}
              {asked.map(({ nodeId, name, choose }) => (
                <PeoplePicker
                  key={nodeId}
                  label={`${name}的审批人`}
                  required
                  most={choose}
                  picked={chosen[nodeId] ?? []}
                  refuse={({ accountId }) =>
                    (chosen[nodeId] ?? []).some((one) => one.accountId === accountId) && choose > 1
                      ? '审批人重复，请重新选择'
                      : ''
                  }
                  onChange={(picked) => form.set({ chosen: JSON.stringify({ ...chosen, [nodeId]: picked }) })}
                  fault={faults[nodeId] ?? form.faults[`chosen.${nodeId}`] ?? form.faults.chosen}
                  hint={choose > 1 ? `最多${choose}人` : undefined}
                />
              ))}
            </div>
          ),
        },
      ]}
    />
  );
}

/** The call for the way that the matter will take, asked when typing rests; null until there is enough to ask. */
function useWay(processId: string, category: string, amount: string, title: string) {
  const [asked, setAsked] = useState({ amount, title });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ amount, title }), 300);
    return () => clearTimeout(timer);
  }, [amount, title]);
  const input = {
    processId,
    category: category as MatterCategory,
    amount: readFen(asked.amount) || null,
    title: asked.title.trim().slice(0, 60),
  };
  const ready = processId !== '' && category in MATTER_CATEGORIES;
  const found = useCall(previewMatter, input, { enabled: ready, quiet: true, keepPrevious: true });
  return ready ? found : null;
}
