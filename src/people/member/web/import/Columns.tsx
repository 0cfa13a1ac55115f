import { useId, useState } from 'react';
import type { InputOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type ImportBatch, startImport } from '../../contract.import.ts';
import { IMPORT_FIELDS, ORG_COLUMN, REQUIRED_COLUMNS } from '../../rules/importColumns.ts';
import { ERROR_LABELS, REWRITTEN } from '../../rules/importRules.ts';
import { labelOf } from './gridColumns.ts';
import './columns.css';

type Mapping = InputOf<typeof startImport>['mapping'];

/** Why a matching cannot start, or the empty text. */
function missingOf(mapping: Mapping): string {
  const missing = REQUIRED_COLUMNS.filter((field) => !mapping.some((column) => column.field === field));
  return missing.length > 0
    ? `还没有哪一列对应${missing.map((field) => `“${labelOf(field)}”`).join('和')}，匹配后才能开始`
    : '';
}

/** What will be missing in every row, so that nobody learns it from as many errors. */
function warningOf(mapping: Mapping): string {
  const lacks = (field: string) => !mapping.some((column) => column.field === field);
  if (lacks(ORG_COLUMN)) return '没有“所在党支部”列：上传时选的组织是党支部时归入该支部，否则每行都要补填。';
  if (lacks('personCategory')) return '没有“人员类别”列：填了转正日期的按正式党员入库，其余的行要补填。';
  return '';
}

/** Which column of the sheet is which field; starts the check. */
export function MatchColumns({ batch, onStarted }: { batch: ImportBatch; onStarted: () => void }) {
  const [mapping, setMapping] = useState<Mapping>(() => batch.mapping.map(({ head, field }) => ({ head, field })));
  const [rewrite, setRewrite] = useState<NonNullable<InputOf<typeof startImport>['rewrite']>>(() =>
    REWRITTEN.filter((code) => batch.rewrite.includes(code)),
  );
  const start = useAct(startImport);
  const id = useId();
  const missing = missingOf(mapping);
  const warning = warningOf(mapping);
  const matched = mapping.filter(({ field }) => field !== null).length;
  const begin = async () => {
    try {
      await start.mutateAsync({ id: batch.id, mapping, rewrite });
      onStarted();
    } catch {
      // The client has shown why; the matching stays.
    }
  };
  return (
    <section className="card import-match">
      <div className="card-head">
        <h2>匹配列</h2>
        <span className="card-extra">
          已匹配{matched} / {mapping.length}，上行是表头，下行是字段
        </span>
      </div>
      <ul className="import-columns">
        {mapping.map(({ head, field }, at) => (
          // Two columns may have the same head; their order is fixed.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at} className={field === null ? 'out' : undefined}>
            <label className="ellipsis" htmlFor={`${id}-${at}`} title={head}>
              {head || `第${at + 1}列（无表头）`}
            </label>
            <span className="field-box">
              <Icon name={field === null ? 'close' : 'check'} size={14} />
              <select
                id={`${id}-${at}`}
                value={field ?? ''}
                onChange={(event) =>
                  setMapping(
                    mapping.map((c, index) => (index === at ? { head, field: event.target.value || null } : c)),
                  )
                }
              >
                <option value="">不导入</option>
                {IMPORT_FIELDS.map((known) => (
                  <option
                    key={known.field}
                    value={known.field}
                    disabled={known.field !== field && mapping.some((column) => column.field === known.field)}
                  >
                    {known.label}
                  </option>
                ))}
              </select>
              <Icon name="down" size={14} />
            </span>
          </li>
        ))}
      </ul>
      <fieldset className="import-rewrite">
        <legend>校验时直接改写</legend>
        {REWRITTEN.map((code) => (
          <label key={code} className="filter-option">
            <input
              type="checkbox"
              className="tick"
              checked={rewrite.includes(code)}
              onChange={(event) =>
                setRewrite(event.target.checked ? [...rewrite, code] : rewrite.filter((other) => other !== code))
              }
            />
            {ERROR_LABELS[code]}
          </label>
        ))}
        <span className="muted small">用过一键改正的会记住，下次导入自动勾选</span>
      </fieldset>
      <div className="import-foot">
        {missing ? (
          <span className="field-fault" role="alert">
            <Icon name="warning" />
            {missing}
          </span>
        ) : (
          <span className="muted">{warning || '身份证号已在册且内容一致的人不会重复导入'}</span>
        )}
        <Button look="primary" disabled={missing !== '' || start.isPending} onClick={begin}>
          校验并导入{formatNumber(batch.total)}行
        </Button>
      </div>
    </section>
  );
}

/** How many columns the strip shows; the rest stands in the dialog. */
const IN_STRIP = 8;

/** The matching as it was started: the first columns in a line, all of them in a dialog. */
export function MatchedColumns({ mapping }: { mapping: ImportBatch['mapping'] }) {
  const [open, setOpen] = useState(false);
  const matched = mapping.filter(({ field }) => field !== null).length;
  const columns = mapping.map((column, at) => (
    // Two columns may have the same head; their order is fixed.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <li key={at} className={column.field === null ? 'out' : undefined}>
      <small className="ellipsis" title={column.head}>
        {column.head || `第${at + 1}列`}
      </small>
      <span className="ellipsis">
        <Icon name={column.field === null ? 'close' : 'check'} size={13} />
        {column.label}
      </span>
    </li>
  ));
  return (
    <section className="card import-matched" aria-label="列的匹配">
      <div>
        <h2>
          列已匹配{matched} / {mapping.length}
        </h2>
        <p>上行是表头，下行是字段</p>
      </div>
      <ul>{columns.slice(0, IN_STRIP)}</ul>
      <Button look="word" onClick={() => setOpen(true)}>
        全部{mapping.length}列
      </Button>
      {open && (
        <Dialog title="列的匹配" icon="columns" width={700} onClose={() => setOpen(false)}>
          <ul className="import-all-columns">{columns}</ul>
        </Dialog>
      )}
    </section>
  );
}
