import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { OrgDialog } from '#modules/org/web/pickers.tsx';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { Waiting } from '#platform/web/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { listParts } from '../contract.read.ts';
import { setFiles, setOrgs } from '../contract.ts';
import { MAX_ORGS } from '../rules.ts';
import type { Item } from './ItemActs.tsx';
import { none, Owed, Percent, StandingTag } from './parts.tsx';
import { PATHS } from './paths.ts';

/** Who is responsible, with how each stands once it is issued, and what is attached. */
export function ItemBelow({ item }: { item: Item }) {
  return (
    <>
      {item.reason && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>
            {item.state === 'withdrawn' ? '已撤销' : '已结束'}：{item.reason}
          </span>
        </div>
      )}
      <Orgs item={item} />
      <Files item={item} />
    </>
  );
}

function Orgs({ item }: { item: Item }) {
  const [open, setOpen] = useState(false);
  const save = useAct(setOrgs);
  const isDraft = item.state === 'draft';
  const send = (chosen: readonly Choice[]) => {
    const orgIds = chosen.map(({ id }) => id);
    save
      .mutateAsync({ id: item.id, version: item.version, orgIds })
      .then(({ added }) =>
        emit('notice', {
          kind: 'success',
          text: isDraft ? `已选${orgIds.length}个责任单位` : `已增加${added}个责任单位`,
        }),
      )
      // The client has shown why.
      .catch(() => {});
  };
  const chosen = isDraft ? item.orgs.map((org) => ({ ...org, note: '' })) : [];
  return (
    <section className="key-section" aria-labelledby="key-orgs">
      <div className="record-section">
        <h2 id="key-orgs" className="section-title">
          责任单位（{item.parts}个）
        </h2>
        {item.own.set && (
          <button
            type="button"
            className={isDraft && item.parts === 0 ? 'button primary compact' : 'button compact'}
            aria-haspopup="dialog"
            disabled={save.isPending}
            onClick={() => setOpen(true)}
          >
            <Icon name="organisation" />
            {isDraft ? '选择责任单位' : '增加责任单位'}
          </button>
        )}
      </div>
      {isDraft ? <Chosen item={item} /> : <Parts item={item} />}
      {open && (
        <OrgDialog
          title={isDraft ? '选择责任单位' : '增加责任单位'}
          multiple
          max={MAX_ORGS}
          chosen={chosen}
          refuse={({ id }) =>
            id === item.orgId
              ? '布置的组织'
              : !isDraft && item.orgs.some((org) => org.id === id)
                ? '已经是责任单位'
                : ''
          }
          onConfirm={send}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function Chosen({ item }: { item: Item }) {
  if (item.orgs.length === 0) return <p className="muted">还没有选。选好责任单位才能下达。</p>;
  return (
    <ul className="key-orgs">
      {item.orgs.map(({ id, name }) => (
        <li key={id} className="tag">
          {name}
        </li>
      ))}
    </ul>
  );
}

function Parts({ item }: { item: Item }) {
  const found = useCall(listParts, { itemId: item.id, pageSize: 200 }, { quiet: true });
  if (!found.data) return <Waiting query={found} lines={4} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="key-scroll" tabIndex={0} aria-label="各责任单位的情况">
      <table className="key-table">
        <thead>
          <tr>
            <th scope="col">责任单位</th>
            <th scope="col">情况</th>
            <th scope="col">进度</th>
            <th scope="col">下一步</th>
            <th scope="col">报送完成</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {found.data.rows.map((part) => (
            <tr key={part.id}>
              <th scope="row">
                <Link to={PATHS.partOf(part.id)}>{part.orgName}</Link>
              </th>
              <td>
                <StandingTag part={part} />
              </td>
              <td>
                <Percent percent={part.percent} />
              </td>
              <td>
                <Owed part={part} />
              </td>
              <td>{part.state === 'done' || part.state === 'asked' ? part.finishedOn : none}</td>
              <td>
                <Link
                  className="row-act"
                  to={part.state === 'asked' ? PATHS.finishViewOf(part.id) : PATHS.partOf(part.id)}
                >
                  {part.can.decide ? '验收' : '查看'}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const fileSchema = z.object({ files: z.string() });

function Files({ item }: { item: Item }) {
  const [open, setOpen] = useState(false);
  if (item.files.length === 0 && !item.own.set) return null;
  return (
    <section className="key-section" aria-labelledby="key-files">
      <div className="record-section">
        <h2 id="key-files" className="section-title">
          附件（{item.files.length}份）
        </h2>
        {item.own.set && (
          <button type="button" className="button compact" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Icon name="document" />
            {item.files.length > 0 ? '更换附件' : '添加附件'}
          </button>
        )}
      </div>
      <FileList files={item.files} />
      {open && <FilesDialog item={item} onClose={() => setOpen(false)} />}
    </section>
  );
}

function FilesDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const save = useAct(setFiles, { quiet: true });
  const form = useForm({
    schema: fileSchema,
    initial: { files: item.files.map(({ id }) => id).join() },
    isNew: false,
  });
  return (
    <FormDialog
      title={`附件 ${item.title}`}
      icon="document"
      width={700}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() =>
        save.mutateAsync({ id: item.id, version: item.version, files: form.text('files').split(',').filter(Boolean) })
      }
    >
      <AttachmentField form={form} name="files" label="附件" format="common" count={20} kept={item.files} />
    </FormDialog>
  );
}
