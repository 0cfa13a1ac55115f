import { useState } from 'react';
import { z } from 'zod';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listAsWeak, weakCandidates } from '../contract.weak.ts';
import { CRITERIA, type Criterion } from '../rules.weak.ts';

interface Chosen {
  orgId: string;
  name: string;
  criteria: readonly { code: string; label: string; detail: string }[];
}

/** Whom the platform finds by the criteria; any other organisation may be listed as well. */
export function WeakCandidates({ onClose }: { onClose: () => void }) {
  const weakCandidatesQuery = useCall(weakCandidates, {}, { quiet: true, staleTime: 0 });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [picking, setPicking] = useState(false);
  if (chosen) return <ListAs chosen={chosen} onClose={() => setChosen(null)} />;
  if (picking)
    return (
      <OrgDialog
        title="列入其他组织"
        multiple={false}
        chosen={[]}
        onConfirm={([org]) => {
          setPicking(false);
          if (org) setChosen({ orgId: org.id, name: org.name, criteria: [] });
        }}
        onClose={() => setPicking(false)}
      />
    );
  return (
    <Dialog
      title="排查列入"
      icon="filter"
      width={900}
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => setPicking(true)}>列入其他组织</Button>
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <p className="muted">
        平台按书记空缺、组织生活缺开、两年没有发展党员、考核靠后查到的，符合的多的在前。是否列入由党组织研究决定，不设名额。
      </p>
      {!weakCandidatesQuery.data ? (
        <Waiting query={weakCandidatesQuery} lines={6} />
      ) : weakCandidatesQuery.data.length === 0 ? (
        <p className="colour-quiet">没有查到符合条件的组织。</p>
      ) : (
        <ul className="colour-rows">
          {weakCandidatesQuery.data.map((one) => (
            <li key={one.orgId}>
              <span>
                {one.name} <span className="muted">{one.parentName}</span>
                {one.criteria.map(({ code, label, detail }) => (
                  <small key={code} className="colour-why">
                    {label}：{detail}
                  </small>
                ))}
              </span>
              <span className="end">
                <Button look="row" onClick={() => setChosen(one)}>
                  列入
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const schema = z.object({ problems: listAsWeak.input.shape.problems });

function ListAs({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const list = useAct(listAsWeak, { quiet: true });
  const [codes, setCodes] = useState<ReadonlySet<string>>(new Set(chosen.criteria.map(({ code }) => code)));
  const [lacking, setLacking] = useState(false);
  const form = useForm({
    schema,
    initial: { problems: chosen.criteria.map(({ label, detail }, at) => `${at + 1}. ${label}：${detail}`).join('\n') },
    of: `ListAs ${chosen.orgId}`,
    isNew: true,
  });
  const toggle = (code: string, on: boolean) => {
    const next = new Set(codes);
    if (on) next.add(code);
    else next.delete(code);
    setCodes(next);
    setLacking(false);
  };
  return (
    <FormDialog
      title={`列入 ${chosen.name}`}
      icon="edit"
      act="列入"
      form={form}
      pending={list.isPending}
      onClose={onClose}
      onSave={async () => {
        if (codes.size === 0) {
          setLacking(true);
          return false;
        }
        await list.mutateAsync({
          orgId: chosen.orgId,
          criteria: [...codes] as Criterion[],
          problems: form.text('problems'),
        });
        emit('notice', { kind: 'success', text: `已列入${chosen.name}` });
        onClose();
        return false;
      }}
    >
      <fieldset className="colour-criteria">
        <legend>列入原因</legend>
        {Object.entries(CRITERIA).map(([code, label]) => (
          <label key={code}>
            <input
              type="checkbox"
              className="tick"
              checked={codes.has(code)}
              onChange={(event) => toggle(code, event.target.checked)}
            />
            {label}
          </label>
        ))}
        {lacking && <p className="field-fault">请选择列入原因</p>}
      </fieldset>
      <AreaField form={form} name="problems" label="问题清单" required max={2000} rows={6} />
    </FormDialog>
  );
}
