import { Link } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { endPublicity, startPublicity } from '../contract.meeting.ts';
import type { FileDetail } from '../contract.ts';
import { PATHS } from './paths.ts';

const startSchema = z.object({ startsOn: z.string(), endsOn: z.string(), heardBy: z.string(), phone: z.string() });
const endSchema = z.object({ result: z.string(), note: z.string() });
const RESULTS = [
  { value: 'none', label: '无异议' },
  { value: 'checked', label: '有反映，查实不影响入党' },
  { value: 'blocking', label: '有影响入党的问题' },
];

/** 公示 after the superior's consent: begun with its days, ended with its result. */
export function PublicityForm({ file }: { file: FileDetail }) {
  if (file.can.publicity) return <Start file={file} />;
  return file.publicity?.result === null ? <End file={file} /> : null;
}

function Start({ file }: { file: FileDetail }) {
  const form = useForm({
    schema: startSchema,
    initial: { startsOn: '', endsOn: '', heardBy: file.approver, phone: '' },
    of: `Start ${file.id}`,
    isNew: true,
  });
  const start = useAct(startPublicity, { quiet: true });
  const save = async () => {
    try {
      await start.mutateAsync({ fileId: file.id, ...form.values });
      form.sent();
      emit('notice', { kind: 'success', text: '公示已发布' });
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <form
      ref={form.box}
      noValidate
      className="fz-act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className="section-title">发布公示</h3>
      <DateField form={form} name="startsOn" label="开始日期" required />
      <DateField form={form} name="endsOn" label="结束日期" required hint="不少于五个工作日" />
      <TextField form={form} name="heardBy" label="受理单位" required max={60} />
      <TextField form={form} name="phone" label="受理电话" max={30} />
      <Button submit disabled={start.isPending}>
        发布公示
      </Button>
    </form>
  );
}

function End({ file }: { file: FileDetail }) {
  const form = useForm({ schema: endSchema, initial: { result: 'none', note: '' }, of: `End ${file.id}`, isNew: true });
  const end = useAct(endPublicity, { quiet: true });
  const save = async () => {
    const { result, note } = form.values;
    try {
      await end.mutateAsync({ fileId: file.id, result: result as 'none', note });
      form.sent();
      emit('notice', { kind: 'success', text: '公示已结束' });
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <form
      ref={form.box}
      noValidate
      className="fz-act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className="section-title">
        公示 {file.publicity?.startsOn} 至 {file.publicity?.endsOn}
      </h3>
      {file.publicity && (
        <p>
          <Link to={PATHS.publicity(file.publicity.code)} target="_blank">
            打开公示页
          </Link>
          <span className="muted tiny">（不用登录，期满自动关闭）</span>
        </p>
      )}
      <SelectField form={form} name="result" label="公示结果" required options={RESULTS} />
      <TextField form={form} name="note" label="核查情况" max={200} />
      <Button submit disabled={end.isPending}>
        结束公示
      </Button>
    </form>
  );
}
