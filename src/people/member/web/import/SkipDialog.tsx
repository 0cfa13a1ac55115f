import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { skipImportRows } from '../../contract.import.ts';

interface SkipProps {
  batchId: string;
  rowNos: readonly number[];
  /** True: the user ticked these rows; false: they are the page's, but for those that were typed in. */
  picked: boolean;
  /** Bad rows of the whole batch. */
  bad: number;
  /** Gets the row numbers, or null for all. */
  onSkipped: (rowNos: readonly number[] | null) => void;
  onClose: () => void;
}

/** Asks once before rows are given up: the ticked ones, those of the page, or all. */
export function SkipDialog({ batchId, rowNos, picked, bad, onSkipped, onClose }: SkipProps) {
  const skip = useAct(skipImportRows);
  const [all, setAll] = useState(false);
  const count = all ? bad : rowNos.length;
  return (
    <ConfirmDialog
      title={`跳过${formatNumber(count)}行`}
      icon="warning"
      act={`跳过${formatNumber(count)}行`}
      onConfirm={async () => {
        await skip.mutateAsync({ id: batchId, rowNos: all ? [] : [...rowNos], all });
        emit('notice', { kind: 'success', text: `已跳过${formatNumber(count)}行` });
        onSkipped(all ? null : rowNos);
      }}
      onClose={onClose}
    >
      <p>跳过的行不会入库，以后可以把它们改好，重新导入这个表格。需要留底请先下载错误行。</p>
      {!picked && bad > rowNos.length && (
        <fieldset className="import-skip">
          <legend className="visually-hidden">跳过哪些行</legend>
          <label>
            <input type="radio" className="tick" name="skip" checked={!all} onChange={() => setAll(false)} />
            本页{formatNumber(rowNos.length)}行
          </label>
          <label>
            <input type="radio" className="tick" name="skip" checked={all} onChange={() => setAll(true)} />
            全部待修正的{formatNumber(bad)}行
          </label>
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
