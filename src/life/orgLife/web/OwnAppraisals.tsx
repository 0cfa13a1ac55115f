import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type OwnAppraisal, ownAppraisals, receiveAppraisal, selfText, writeSelf } from '../contract.appraisal.ts';
import { MutualDialog } from './MutualDialog.tsx';

/** The own 民主评议: what one wrote of oneself, and the result with its receipt; nothing where one takes part in none. */
export function OwnAppraisals() {
  const { data = [] } = useCall(ownAppraisals, {}, { quiet: true });
  const [writing, setWriting] = useState<OwnAppraisal | null>(null);
  const [mutual, setMutual] = useState<OwnAppraisal | null>(null);
  const receive = useAct(receiveAppraisal);
  if (data.length === 0) return null;
  return (
    <section className="card" aria-label="民主评议">
      <div className="card-head">
        <h2>民主评议</h2>
      </div>
      <ul className="life-people">
        {data.map((one) => (
          <li key={one.id}>
            <span className="grow">
              {one.year}年度民主评议
              <small className="muted">
                {one.orgName}
                {one.reason && `；${one.reason}`}
              </small>
              {one.selfText && (
                <details>
                  <summary>我的自评</summary>
                  <p className="life-minutes">{one.selfText}</p>
                </details>
              )}
            </span>
            {one.can.write ? (
              <>
                <span className={`life-state ${one.selfAt ? 'ok' : 'due'}`}>{one.selfAt ? '已自评' : '待自评'}</span>
                <Button onClick={() => setWriting(one)}>{one.selfAt ? '修改自评' : '写自评'}</Button>
                {one.mates > 0 && (
                  <Button onClick={() => setMutual(one)}>
                    互评 {one.matesDone}/{one.mates}
                  </Button>
                )}
              </>
            ) : (
              <span className="tag">{one.gradeName || (one.graded ? '未评定' : '预备党员，不评定等次')}</span>
            )}
            {one.can.receive && (
              <Button
                disabled={receive.isPending}
                onClick={async () => {
                  await receive.mutateAsync({ id: one.id });
                  emit('notice', { kind: 'success', text: '已确认' });
                }}
              >
                确认已知晓
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mutual && <MutualDialog one={mutual} onClose={() => setMutual(null)} />}
      {writing && <Write one={writing} onClose={() => setWriting(null)} />}
    </section>
  );
}

function Write({ one, onClose }: { one: OwnAppraisal; onClose: () => void }) {
  const save = useAct(writeSelf, { quiet: true });
  const form = useForm({
    schema: z.object({ text: selfText }),
    initial: { text: one.selfText },
    of: `Write ${one.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`${one.year}年度自评`}
      icon="edit"
      width={700}
      form={form}
      pending={save.isPending}
      onSave={() => save.mutateAsync({ id: one.id, text: form.text('text') })}
      onClose={onClose}
    >
      <AreaField
        form={form}
        name="text"
        label="自我评价"
        required
        max={2000}
        rows={8}
        hint="学习、履行义务、发挥作用、遵守纪律和不足，评议完成前可以改"
      />
    </FormDialog>
  );
}
