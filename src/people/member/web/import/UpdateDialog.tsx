import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import '#platform/web/records/records.css';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { existingInImport, updateExisting } from '../../contract.import.ts';

type Mode = 'skip' | 'fill' | 'overwrite';
type Field = ReplyOf<typeof existingInImport>['fields'][number];

const MODES: readonly (readonly [Mode, string])[] = [
  ['skip', '不更新'],
  ['fill', '只填空缺'],
  ['overwrite', '覆盖'],
];

/** Nothing that is registered is replaced unless somebody asks for it. */
const safest = ({ empty }: Field): Mode => (empty > 0 ? 'fill' : 'skip');

/** Asks field by field what a sheet may change of people who are registered already, and shows how many it concerns. */
export function UpdateDialog({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const existingInImportQuery = useCall(existingInImport, { id: batchId }, { quiet: true, staleTime: 0 });
  const update = useAct(updateExisting);
  const [chosen, setChosen] = useState<Readonly<Record<string, Mode>>>({});
  const fields = existingInImportQuery.data?.fields ?? [];
  const modeOf = (field: Field) => chosen[field.field] ?? safest(field);
  // Rows may have been fixed since it was last asked.
  const people = existingInImportQuery.isFetchedAfterMount ? (existingInImportQuery.data?.people ?? 0) : 0;
  const run = async () => {
    const choices = fields.flatMap((field) => {
      const mode = modeOf(field);
      return mode === 'skip' ? [] : [{ field: field.field, mode }];
    });
    try {
      const { updated, unchanged, failed } = await update.mutateAsync({ id: batchId, choices });
      const words = [
        `已更新${formatNumber(updated)}人`,
        unchanged > 0 && `${formatNumber(unchanged)}人没有改动`,
        failed > 0 && `${formatNumber(failed)}人更新后前后矛盾，留待逐行改`,
      ];
      emit('notice', { kind: 'success', text: words.filter(Boolean).join('，') });
      onClose();
    } catch {
      // The client has shown why; the dialog stays for another try.
    }
  };
  return (
    <Dialog
      title="更新已在册人员"
      icon="edit"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={people === 0 || update.isPending} onClick={run}>
            {people > 0 ? `更新这${formatNumber(people)}人` : '更新'}
          </Button>
        </>
      }
    >
      {existingInImportQuery.error && !existingInImportQuery.data ? (
        <Failed error={existingInImportQuery.error} onRetry={() => existingInImportQuery.refetch()} />
      ) : !existingInImportQuery.data || !existingInImportQuery.isFetchedAfterMount ? (
        <Skeleton lines={5} />
      ) : people === 0 ? (
        <Empty title="没有可以更新的人员">重复的行是表内重复，或在册于别的组织，请逐行核对。</Empty>
      ) : (
        <div className="dialog-form">
          <p>
            表中有{formatNumber(people)}
            人已在册而内容不同，按身份证号找到。请逐项选择怎样更新；没有选的字段保持原样，撤销本批可以恢复。
          </p>
          <div className="record-scroll">
            <table className="table record-table import-update">
              <caption className="visually-hidden">按字段选择</caption>
              <thead>
                <tr>
                  <th scope="col">字段</th>
                  <th scope="col">在册空缺</th>
                  <th scope="col">内容不同</th>
                  <th scope="col">举例</th>
                  <th scope="col">怎样更新</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.field}>
                    <th scope="row">{field.label}</th>
                    <td data-label="在册空缺">{formatNumber(field.empty)}人</td>
                    <td data-label="内容不同">{formatNumber(field.different)}人</td>
                    <td data-label="举例">
                      <span>
                        {field.before || '空'} <span className="import-arrow">→</span> {field.after}
                      </span>
                    </td>
                    <td data-label="怎样更新">
                      <span className="field-box">
                        <select
                          aria-label={`${field.label}怎样更新`}
                          value={modeOf(field)}
                          onChange={(event) => setChosen({ ...chosen, [field.field]: event.target.value as Mode })}
                        >
                          {MODES.map(([mode, label]) => (
                            <option key={mode} value={mode}>
                              {label}
                            </option>
                          ))}
                        </select>
                        <Icon name="down" size={14} />
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="muted small">所在党支部不在这里改：换支部请在党员档案里修改，或办理组织关系转接。</p>
        </div>
      )}
    </Dialog>
  );
}
