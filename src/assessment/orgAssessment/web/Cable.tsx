import { useState } from 'react';
import { z } from 'zod';
import type { InputOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { PlanRow } from '../contract.plan.ts';
import { cableFields, LEVELS, printCable } from '../contract.report.ts';
import { choicesFromWords, ReportTabs, usePlan, WithPlan } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/form/form.css';

const schema = z.object(cableFields);

/** 电报报表: the results on one page, as a 明传电报. */
export default function Cable() {
  const use = usePlan(PATHS.cable);
  const { plan, picker } = use;
  return (
    <div className="integral-page">
      <PageHead title="电报报表">{picker}</PageHead>
      {plan && <ReportTabs here={PATHS.cable} plan={plan.id} />}
      <WithPlan use={use}>{(one) => <Editor key={one.id} plan={one} />}</WithPlan>
    </div>
  );
}

function Editor({ plan }: { plan: PlanRow }) {
  const form = useForm({
    schema,
    isNew: true,
    initial: {
      level: '平急',
      number: `组电〔${plan.year}〕1号`,
      to: '各被考核党组织',
      title: `关于${plan.year}年${plan.name}情况的通报`,
      text: `现将${plan.year}年${plan.name}情况通报如下。请各党组织对照失分项目，认真分析原因，逐项整改。`,
      rows: '20',
    },
  });
  const [openDialog, setOpenDialog] = useState<InputOf<typeof printCable> | null>(null);
  return (
    <section className="card">
      <div className="card-head">
        <h2>明传电报</h2>
        <Button
          look="primary"
          icon="print"
          onClick={() => {
            if (form.validate()) setOpenDialog({ id: plan.id, ...form.input() });
          }}
        >
          生成电报
        </Button>
      </div>
      <form ref={form.box} className="integral-cable" noValidate onSubmit={(event) => event.preventDefault()}>
        <SelectField form={form} name="level" label="等级" required options={choicesFromWords(LEVELS)} />
        <TextField form={form} name="number" label="编号" required max={30} />
        <TextField form={form} name="to" label="发往" required max={200} />
        <TextField form={form} name="title" label="标题" required max={60} />
        <AreaField form={form} name="text" label="正文" required max={2000} rows={5} />
        <TextField form={form} name="rows" label="表格列出前几名" max={2} inputMode="numeric" hint="1至50" />
      </form>
      {openDialog && (
        <PaperDialog
          title="明传电报"
          ask={(signal) => call(printCable, openDialog, { signal, quiet: true })}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </section>
  );
}
