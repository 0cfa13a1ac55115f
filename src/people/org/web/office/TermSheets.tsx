import { useId, useState } from 'react';
import type { InputOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { EXPORTED_TERMS, exportTerms } from '../../contract.office.ts';
import { EXPORT_RANGES } from '../../contract.records.ts';
import { TERM_SHEET } from '../../rules.termSheet.ts';
import { orgRecordImport } from '../records/importing.ts';
import '#platform/web/form/form.css';

type Asked = InputOf<typeof exportTerms>;
type Range = keyof typeof EXPORT_RANGES;
type Terms = keyof typeof EXPORTED_TERMS;

/**
 * Terms out to a workbook and in from one, as buttons.
 * @param asked the organisation, and what the list is filtered by
 * @param starts what the dialog begins with
 */
export function TermSheets({
  asked,
  starts,
  compact = false,
}: {
  asked: Pick<Asked, 'orgId' | 'name' | 'phase'>;
  starts: { range: Range; terms: Terms };
  compact?: boolean;
}) {
  const session = useSession();
  const [open, setOpen] = useState(false);
  const [range, setRange] = useState(starts.range);
  const [terms, setTerms] = useState(starts.terms);
  const start = useAct(exportTerms, { quiet: true });
  const dress = { size: compact ? 'compact' : undefined, iconSize: compact ? 14 : 16 } as const;
  return (
    <>
      <Button {...dress} icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {may(session, 'org:write') && (
        <ButtonLink {...dress} icon="import" to={pathWithQuery(orgRecordImport.path, { kind: TERM_SHEET.kind })}>
          导入
        </ButtonLink>
      )}
      {open && (
        <StartDialog
          title="导出届次和班子成员"
          example="换届情况汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...asked, range, terms, purpose })}
          onClose={() => setOpen(false)}
          further={
            <>
              <Choice label="导出的范围" options={EXPORT_RANGES} value={range} onChange={setRange} />
              <Choice label="导出的届次" options={EXPORTED_TERMS} value={terms} onChange={setTerms} />
            </>
          }
        >
          {asked.name || asked.phase ? '按列表当前的筛选，' : ''}
          在后台导出，每名班子成员一行，不含身份证号；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}

function Choice<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: Readonly<Record<V, string>>;
  value: V;
  onChange: (value: V) => void;
}) {
  const id = useId();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <span className="field-box">
        <select id={id} value={value} onChange={(event) => onChange(event.target.value as V)}>
          {Object.entries<string>(options).map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="down" size={14} />
      </span>
    </div>
  );
}
