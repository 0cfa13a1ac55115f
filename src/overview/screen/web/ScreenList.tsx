import { useState } from 'react';

import { restoreRecycled } from '#kernel/system/contract.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listScreens, removeScreen, type ScreenRow } from '../contract.ts';
import { addressOf, OPEN_ACTS, PATHS, SCREEN_TYPES } from '../rules.ts';
import { ChooseDialog } from './ChooseDialog.tsx';

/** 数据大屏: the walls of the deployment, each with the button by which it opens. */
export default function ScreenList() {
  const writes = may(useSession(), 'screen:write');
  const [choosing, setChoosing] = useState<ScreenRow | null>(null);
  const removal = useRemove({
    call: removeScreen,
    restore: restoreRecycled,
    kind: 'screen',
    consequence: () => '列表中不再有这个大屏；30天内可以从回收站恢复。',
  });
  const columns: readonly Column<ScreenRow>[] = [
    { key: 'name', title: '大屏名称', width: 260, card: 'title', cell: (row) => row.name },
    { key: 'type', title: '打开方式', width: 120, card: 'tag', cell: (row) => SCREEN_TYPES[row.type] },
    {
      key: 'jumpUrl',
      title: '跳转地址',
      width: 320,
      card: 'line',
      // Where the product's own ones lie says nothing to whoever opens them by the button.
      cell: (row) => (row.builtIn ? '平台内置' : row.jumpUrl),
    },
  ];
  return (
    <div className="list-page">
      <PageHead title="数据大屏">
        {writes && (
          <ButtonLink look="primary" icon="plus" to={PATHS.form}>
            新增大屏
          </ButtonLink>
        )}
      </PageHead>
      <PlainList<ScreenRow>
        caption="数据大屏"
        endpoint={listScreens}
        columns={columns}
        search={{ name: 'keyWord', placeholder: '大屏名称' }}
        unit="个"
        actsWidth={writes ? 220 : 120}
        acts={(row) => (
          <>
            {row.type === 1 ? (
              <a className="row-act" href={addressOf(row.jumpUrl, {})} target="_blank" rel="noopener noreferrer">
                {OPEN_ACTS[1]}
                <span className="visually-hidden">{row.name}（新窗口）</span>
              </a>
            ) : (
              <Button look="row" onClick={() => setChoosing(row)}>
                {OPEN_ACTS[row.type]}
                <span className="visually-hidden">，{row.name}</span>
              </Button>
            )}
            {row.can.edit && (
              <ButtonLink look="row" to={pathWithQuery(PATHS.form, { id: row.id })}>
                编辑<span className="visually-hidden">{row.name}</span>
              </ButtonLink>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.name })}>
                删除<span className="visually-hidden">{row.name}</span>
              </Button>
            )}
          </>
        )}
        empty={{ title: '没有数据大屏', text: '管理员新增后，这里会列出名称和打开方式。' }}
      />
      {choosing && <ChooseDialog screen={choosing} onClose={() => setChoosing(null)} />}
      {removal.dialog}
    </div>
  );
}
