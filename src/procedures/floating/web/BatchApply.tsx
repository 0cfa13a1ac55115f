import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { applyBatch, MOST_AT_ONCE } from '../contract.acts.ts';
import { BLANK } from './OutflowForm.tsx';
import { LeavingFields } from './parts.tsx';
import { PATHS } from './paths.ts';

const schema = applyBatch.input.extend({ ids: z.string().min(1, '请选择外出党员') });
type Done = ReplyOf<typeof applyBatch>;

/** `batchApply`: the same absence for several members; each has its own outcome. */
export default function BatchApply() {
  const navigate = useNavigate();
  const add = useAct(applyBatch, { quiet: true });
  const [people, setPeople] = useState<Choice[]>([]);
  const [done, setDone] = useState<Done | null>(null);
  const form = useForm({ schema, initial: { ...BLANK, ids: '' }, isNew: true });
  if (done) return <Outcome done={done} />;
  return (
    <FormPage
      title="批量申请"
      form={form}
      act="登记"
      onSave={async () => {
        const { ids, ...rest } = form.values;
        setDone(await add.mutateAsync({ ...rest, ids: ids.split(',') }));
        clearKeptInput();
      }}
      onCancel={() => navigate(PATHS.list)}
      sections={[
        {
          id: 'who',
          title: '谁外出',
          content: (
            <PeopleField
              label="外出党员"
              required
              multiple
              max={MOST_AT_ONCE}
              value={people}
              fault={form.faults.ids}
              onChange={(chosen) => {
                setPeople(chosen);
                form.set({ ids: chosen.map(({ id }) => id).join(',') });
              }}
            />
          ),
        },
        { id: 'where', title: '去哪里', content: <LeavingFields form={form} /> },
      ]}
    />
  );
}

function Outcome({ done }: { done: Done }) {
  return (
    <>
      <PageHead title="批量申请结果">
        <ButtonLink look="primary" to={PATHS.list}>
          返回名单
        </ButtonLink>
      </PageHead>
      <section className="card">
        <div className="card-head">
          <h2>
            已登记{done.done}人，{done.rows.length - done.done}人没有登记
          </h2>
        </div>
        <table className="table">
          <thead>
            <tr>
              <th>姓名</th>
              <th>结果</th>
            </tr>
          </thead>
          <tbody>
            {done.rows.map((row) => (
              <tr key={row.memberId}>
                <td>{row.id ? <Link to={PATHS.detail('out', row.id)}>{row.name}</Link> : row.name}</td>
                <td>{row.note || '已登记'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
