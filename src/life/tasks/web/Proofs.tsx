import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { MAX_PROOFS, type Proof, partProofs } from '../contract.proof.ts';
import './form/form.css';

/** Records as a form holds them: one text. */
export const parseProofs = (text: string): Proof[] => JSON.parse(text || '[]') as Proof[];

/** 引用的记录: what a report names, each opening its source. */
export function Proofs({ proofs }: { proofs: readonly Proof[] }) {
  if (proofs.length === 0) return null;
  return (
    <section aria-label="引用的记录">
      <h3 className="field-label">引用的记录</h3>
      <ul className="office-rows">
        {proofs.map((one) => (
          <li key={one.key}>
            <Link to={one.path}>
              <span className="office-row-name">{one.title}</span>
              <span className="muted">
                {one.kindName}，{one.day}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Picks records of the own organisation for a report, instead of uploading them again. */
export function ProofField({ form }: { form: Form }) {
  const [open, setOpen] = useState(false);
  const chosen = parseProofs(form.text('proofs'));
  const put = (next: readonly Proof[]) => form.set({ proofs: JSON.stringify(next) });
  return (
    <Field
      form={form}
      name="proofs"
      label="引用本组织的记录"
      wide
      hint="会议、三务公开、奖惩已经登记过的，不用再传一遍"
    >
      {(control) => (
        <ul className="office-chips" aria-label="已引用的记录">
          {chosen.map((one) => (
            <li key={one.key} className="office-chip">
              <span className="ellipsis" title={`${one.kindName}，${one.day}`}>
                {one.title}
              </span>
              <IconButton
                icon="close"
                iconSize={12}
                label={`移除${one.title}`}
                onClick={() => put(chosen.filter(({ key }) => key !== one.key))}
              />
            </li>
          ))}
          <li>
            <Button
              id={control.id}
              size="compact"
              icon="search"
              aria-haspopup="dialog"
              aria-label="选择要引用的记录"
              aria-invalid={control['aria-invalid']}
              aria-describedby={control['aria-describedby']}
              onClick={() => setOpen(true)}
            >
              选择记录
            </Button>
          </li>
          {open && <ProofDialog chosen={chosen} onChange={put} onClose={() => setOpen(false)} />}
        </ul>
      )}
    </Field>
  );
}

function ProofDialog({
  chosen,
  onChange,
  onClose,
}: {
  chosen: readonly Proof[];
  onChange: (next: readonly Proof[]) => void;
  onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const partProofsQuery = useCall(partProofs, words ? { keyWords: words } : {}, { quiet: true, keepPrevious: true });
  const full = chosen.length >= MAX_PROOFS;
  const isChosen = (one: Proof) => chosen.some(({ key }) => key === one.key);
  return (
    <Dialog
      title="引用本组织的记录"
      icon="search"
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          完成{chosen.length > 0 && `（${chosen.length}）`}
        </Button>
      }
    >
      <input
        className="office-find"
        type="search"
        aria-label="记录名称"
        placeholder="记录名称"
        maxLength={60}
        value={words}
        onChange={(event) => setWords(event.target.value.trim())}
      />
      {!partProofsQuery.data ? (
        <Waiting query={partProofsQuery} lines={4} />
      ) : partProofsQuery.data.length === 0 ? (
        <p>{words ? '没有这样的记录。' : '本组织还没有可以引用的会议、公开事项和奖惩。'}</p>
      ) : (
        <ul className="form-list">
          {partProofsQuery.data.map((one) => (
            <li key={one.key}>
              <label className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={isChosen(one)}
                  disabled={full && !isChosen(one)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...chosen, one] : chosen.filter(({ key }) => key !== one.key))
                  }
                />
                <span>
                  {one.title}
                  <span className="muted">
                    　{one.kindName}，{one.day}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {full && <p className="muted small">最多引用{MAX_PROOFS}条。</p>}
    </Dialog>
  );
}
