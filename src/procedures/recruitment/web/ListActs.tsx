import { useState } from 'react';

import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Chosen } from '#platform/web/list/ListPage.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exportFiles, exportReview, MOST_REVIEWED } from '../contract.export.ts';
import { FILE_VIEWS, type FileRow, type FileView } from '../contract.ts';
import { LISTS, type ListName, PATHS } from './paths.ts';

/** What workers do from a list: the ledger as a workbook, and registering somebody of its stage. */
export function ListActs({ name, state }: { name: ListName; state: ListState }) {
  const session = useSession();
  const [open, setOpen] = useState(false);
  const start = useAct(exportFiles, { quiet: true });
  const { orgId, view } = state.values;
  const isView = view !== undefined && view in FILE_VIEWS;
  if (!may(session, 'recruit:write')) return null;
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出台账
      </Button>
      {may(session, 'member:write') && (
        <ButtonLink look="primary" to={PATHS.add(name, orgId ?? session.user.workOrgId)}>
          登记{LISTS[name].title}
        </ButtonLink>
      )}
      {open && (
        <StartDialog
          title="导出发展党员台账"
          example="季度发展党员情况汇总"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({
              ...(orgId ? { orgId } : {}),
              ...(isView ? { view: view as FileView } : {}),
              stage: LISTS[name].stage,
              purpose,
            })
          }
          onClose={() => setOpen(false)}
        >
          在后台导出{LISTS[name].title}
          {isView && `（${FILE_VIEWS[view as FileView]}）`}
          ，每人一行，列出二十五步的日期，不含身份证号；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}

/** 迎审包 of the chosen files: what an inspection asks for, in one archive. */
export function ReviewAct({ chosen }: { chosen: Chosen<FileRow> }) {
  const session = useSession();
  const [open, setOpen] = useState(false);
  const start = useAct(exportReview, { quiet: true });
  if (!may(session, 'recruit:write')) return null;
  const { rows, all, count } = chosen;
  const tooMany = rows.length > MOST_REVIEWED || (all && count > rows.length);
  return (
    <>
      <Button
        size="compact"
        icon="export"
        disabled={tooMany}
        title={tooMany ? `一次最多${MOST_REVIEWED}份，请逐页选择` : undefined}
        onClick={() => setOpen(true)}
      >
        迎审包
      </Button>
      {open && (
        <StartDialog
          title="导出迎审包"
          example="县委组织部发展党员专项检查"
          onStart={({ purpose = '' }) => start.mutateAsync({ ids: rows.map(({ id }) => id), purpose })}
          onClose={() => setOpen(false)}
        >
          {rows.length}
          份发展档案的材料原件按人、按步骤排好，连同目录、缺项和倒签核对，合成一个压缩文件。目录带您的姓名、时间和用途的水印；材料原件里可能有身份证号，请妥善保管。
        </StartDialog>
      )}
    </>
  );
}
