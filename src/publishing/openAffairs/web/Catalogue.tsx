import { useState } from 'react';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { createItem, itemForm, listItems, type OpenItem, updateItem } from '../contract.catalogue.ts';
import { KIND_NAMES, KINDS, RHYTHM_NAMES, RHYTHMS } from '../rules.ts';
import { KIND_OPTIONS } from './parts.tsx';
import './openAffairs.css';
import '#platform/web/records/records.css';

/** 公开目录: what is to be published and how often, for the whole deployment. */
export default function Catalogue() {
  const list = useCall(listItems, { all: true }, { quiet: true });
  const [edited, setEdited] = useState<OpenItem | 'new' | null>(null);
  const update = useAct(updateItem);
  const offerBack = useUndo(updateItem, updateItem);
  const turn = (item: OpenItem) =>
    update.mutate(
      { id: item.id, version: item.version, active: !item.active },
      {
        onSuccess: ({ version }) =>
          offerBack(`${item.name}已${item.active ? '停用' : '启用'}`, { id: item.id, version, active: item.active }),
      },
    );
  return (
    <div className="open-catalogue">
      <PageHead title="公开目录">
        <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
          新增项目
        </Button>
      </PageHead>
      {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton lines={10} />}
      {KIND_NAMES.map((kind) => {
        const items = list.data?.filter((item) => item.kind === kind) ?? [];
        if (items.length === 0) return null;
        return (
          <section key={kind} className="card open-kind" aria-label={KINDS[kind]}>
            <div className="card-head">
              <h2>{KINDS[kind]}</h2>
              <span className="card-extra">{items.filter(({ active }) => active).length}项启用</span>
            </div>
            <div className="record-scroll">
              <table className="table record-table">
                <caption className="visually-hidden">{KINDS[kind]}的项目</caption>
                <thead>
                  <tr>
                    <th scope="col">项目</th>
                    <th scope="col">公开频次</th>
                    <th scope="col">期满后期限</th>
                    <th scope="col">起始日期</th>
                    <th scope="col">状态</th>
                    <th scope="col">操作</th>
                  </tr>
                </thead>
                {items.map((item) => (
                  <tbody key={item.id}>
                    <tr>
                      <td data-label="项目">{item.name}</td>
                      <td data-label="公开频次">{RHYTHMS[item.rhythm]}</td>
                      <td data-label="期满后期限">{item.rhythm === 'once' ? '不定期' : `${item.dueDays}天内`}</td>
                      <td data-label="起始日期">{item.startsOn}</td>
                      <td data-label="状态">
                        <span>
                          {item.active ? <span className="tag ok">启用</span> : <span className="tag">停用</span>}
                        </span>
                      </td>
                      <td data-label="操作">
                        <span>
                          <Button
                            look="link"
                            size="compact"
                            aria-label={`编辑 ${item.name}`}
                            onClick={() => setEdited(item)}
                          >
                            编辑
                          </Button>
                          <Button
                            look="link"
                            size="compact"
                            aria-label={`${item.active ? '停用' : '启用'} ${item.name}`}
                            disabled={update.isPending}
                            onClick={() => turn(item)}
                          >
                            {item.active ? '停用' : '启用'}
                          </Button>
                        </span>
                      </td>
                    </tr>
                  </tbody>
                ))}
              </table>
            </div>
          </section>
        );
      })}
      {edited && <ItemDialog item={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

const schema = itemForm.extend({ kind: z.string().min(1, '请选择公开类别') });

function ItemDialog({ item, onClose }: { item: OpenItem | null; onClose: () => void }) {
  const create = useAct(createItem, { quiet: true });
  const update = useAct(updateItem, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      kind: item?.kind ?? '',
      name: item?.name ?? '',
      rhythm: item?.rhythm ?? '',
      dueDays: String(item?.dueDays ?? 10),
      startsOn: item?.startsOn ?? new Date().toLocaleDateString('sv-SE'),
    },
    of: `ItemDialog ${item?.id ?? ''}`,
    isNew: item === null,
  });
  const save = () =>
    item
      ? update.mutateAsync({ ...form.changes(), id: item.id, version: item.version } as never)
      : create.mutateAsync(form.changes() as never);
  return (
    <FormDialog
      icon="layers"
      title={item ? `编辑项目 ${item.name}` : '新增公开项目'}
      form={form}
      pending={create.isPending || update.isPending}
      onSave={save}
      onClose={onClose}
    >
      {!item && <SelectField form={form} name="kind" label="公开类别" required options={KIND_OPTIONS} />}
      <TextField form={form} name="name" label="项目名称" required max={40} />
      <SelectField
        form={form}
        name="rhythm"
        label="公开频次"
        required
        options={RHYTHM_NAMES.map((value) => ({ value, label: RHYTHMS[value] }))}
      />
      {form.text('rhythm') !== 'once' && (
        <>
          <TextField
            form={form}
            name="dueDays"
            label="期满后期限（天）"
            required
            max={3}
            inputMode="numeric"
            hint="月、季、年结束后多少天内公开，过了算逾期"
          />
          <DateField form={form} name="startsOn" label="起始日期" required hint="在这一天以前结束的期次不要求公开" />
        </>
      )}
    </FormDialog>
  );
}
