import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { GivenSection, OverBanner, PartsTable } from '#house/web/given/parts.tsx';
import { GivenOrgs } from '#people/org/web/pickers.given.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { useForm } from '#platform/web/form/useForm.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { listParts } from '../contract.read.ts';
import { setFiles, setOrgs } from '../contract.ts';
import { MAX_ORGS } from '../rules.ts';
import type { Item } from './ItemActs.tsx';
import { Owed, Percent, StandingTag } from './parts.tsx';
import { PATHS } from './paths.ts';

/** Who is responsible, with how each stands once it is issued, and what is attached. */
export function ItemBelow({ item }: { item: Item }) {
  return (
    <>
      <OverBanner words={item.state === 'withdrawn' ? '已撤销' : '已结束'} reason={item.reason} />
      <GivenOrgs
        row={item}
        noun="责任单位"
        call={setOrgs}
        max={MAX_ORGS}
        refuse={(id) => (id === item.orgId ? '布置的组织' : '')}
        empty="还没有选。选好责任单位才能下达。"
      >
        <Parts item={item} />
      </GivenOrgs>
      <Files item={item} />
    </>
  );
}

function Parts({ item }: { item: Item }) {
  const partsQuery = useCall(listParts, { itemId: item.id, pageSize: 200 }, { quiet: true });
  if (!partsQuery.data) return <Waiting query={partsQuery} lines={4} />;
  return (
    <PartsTable label="各责任单位的情况" heads={['责任单位', '情况', '进度', '下一步', '报送完成', '操作']}>
      {partsQuery.data.rows.map((part) => (
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
          <td>{part.state === 'done' || part.state === 'asked' ? part.finishedOn : noValue}</td>
          <td>
            <ButtonLink look="row" to={part.state === 'asked' ? PATHS.finishViewOf(part.id) : PATHS.partOf(part.id)}>
              {part.can.decide ? '验收' : '查看'}
            </ButtonLink>
          </td>
        </tr>
      ))}
    </PartsTable>
  );
}

const fileSchema = z.object({ files: z.string() });

function Files({ item }: { item: Item }) {
  /** As it was when the dialog opened: whoever saved since then is told of, and not written over. */
  const [edited, setEdited] = useState<Item | null>(null);
  if (item.files.length === 0 && !item.own.set) return null;
  return (
    <GivenSection
      id="key-files"
      title={`附件（${item.files.length}份）`}
      act={
        item.own.set && (
          <Button size="compact" icon="document" aria-haspopup="dialog" onClick={() => setEdited(item)}>
            {item.files.length > 0 ? '更换附件' : '添加附件'}
          </Button>
        )
      }
    >
      <FileList files={item.files} />
      {edited && <FilesDialog item={edited} onClose={() => setEdited(null)} />}
    </GivenSection>
  );
}

function FilesDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const save = useAct(setFiles, { quiet: true });
  const form = useForm({
    schema: fileSchema,
    initial: { files: item.files.map(({ id }) => id).join() },
    of: `FilesDialog ${item.id}`,
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
