import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../call/request.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogField } from './DialogField.tsx';
import { useStands } from './useStands.ts';

interface Line {
  name: string;
  label: string;
  type?: 'text' | 'datetime-local';
  placeholder?: string;
  maxLength?: number;
  start: string;
}

const PURPOSE: Line = { name: 'purpose', label: '用途', maxLength: 60, start: '' };

/**
 * Asks for the purpose (it is in the watermark) and further lines, starts an export as a job, and goes to the list of jobs.
 * @param example an example of a purpose
 * @param further further choices, between the sentence and the lines; `lacking` names what must still be chosen
 */
export function StartDialog({
  title,
  width,
  example,
  lines = [],
  further,
  lacking = '',
  onStart,
  onClose,
  children,
}: {
  title: string;
  width?: 470 | 700;
  example: string;
  lines?: readonly Line[];
  further?: ReactNode;
  lacking?: string;
  onStart: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const formId = useId();
  const all = [...lines, { ...PURPOSE, placeholder: `例如：${example}` }];
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(all.map(({ name, start }) => [name, start])),
  );
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [pending, setPending] = useState(false);
  const { stands, tell } = useStands();

  useEffect(() => document.getElementById(`${formId}-${PURPOSE.name}`)?.focus(), [formId]);
  const point = (faultTexts: Readonly<Record<string, string>>) => {
    setFaults(faultTexts);
    const first = all.find(({ name }) => faultTexts[name]);
    if (first) document.getElementById(`${formId}-${first.name}`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const empty = all.filter(({ name }) => !values[name]?.trim());
    const faultTexts = Object.fromEntries(empty.map(({ name, label }) => [name, `请输入${label}`]));
    point(lacking ? { ...faultTexts, purpose: lacking } : faultTexts);
    if (lacking || empty.length > 0) return;
    setPending(true);
    try {
      await onStart(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
    } catch (error) {
      if (tell(error)) return;
      setPending(false);
      if (error instanceof ApiError) point(error.code === 600 ? error.fields : { purpose: error.message });
      return;
    }
    // Who closed the dialog meanwhile is at something else; the news of the job reaches them there.
    if (!stands.current) return;
    onClose();
    navigate('/dataManage/exportList');
  };
  return (
    <Dialog
      title={title}
      icon="export"
      width={width}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={formId} look="primary" disabled={pending}>
            开始导出
          </Button>
        </>
      }
    >
      <form id={formId} className="dialog-form" noValidate onSubmit={submit}>
        <p>{children}</p>
        {further}
        {all.map(({ name, start: _start, ...line }) => (
          <DialogField
            key={name}
            id={`${formId}-${name}`}
            {...line}
            value={values[name] ?? ''}
            fault={faults[name]}
            onChange={(value) => {
              setValues({ ...values, [name]: value });
              setFaults({});
            }}
          />
        ))}
      </form>
    </Dialog>
  );
}
