import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { type DeskVideo, manageVideos, publishVideos, removeVideo, withdrawVideos } from '../contract.ts';
import { writableUnits } from '../contract.unit.ts';
import { VIDEO_STATES, videoTimeText } from '../rules.ts';
import { publishedColumns, stateColumn } from './deskColumns.tsx';
import { publishedText } from './parts.tsx';
import { PATHS } from './paths.ts';
import { useDeskActs } from './useDeskActs.tsx';

const KEPT = ['tab'];

/** 视频管理: what the scope has in every state, with what can be done about it. */
export function ManageList() {
  const publish = useAct(publishVideos);
  const withdraw = useAct(withdrawVideos, { quiet: true });
  const units = useCall(writableUnits, {}, { quiet: true });
  const removal = useRemove({
    call: removeVideo,
    restore: restoreRecycled,
    kind: 'video',
    consequence: () => '还没有发布过，删除后进入回收站。',
  });
  const { bulk, acts, dialog } = useDeskActs<DeskVideo>({
    noun: '个视频',
    consequence: '下架后立即停止播放，已看的记录和学时保留；可以重新上架。',
    publishing: publish.isPending,
    publish: async (ids) => publishedText(await publish.mutateAsync({ ids })),
    withdraw: async (ids, reason) => (await withdraw.mutateAsync({ ids, reason })).count,
    edit: (row) => ({ to: PATHS.edit(row.id), words: row.can.edit ? '编辑' : '查看' }),
    remove: (row) => removal.ask({ id: row.id, name: row.title }),
  });
  const columns: readonly Column<DeskVideo>[] = [
    {
      key: 'title',
      title: '标题',
      width: 200,
      card: 'title',
      cell: (row) => (
        <Link to={row.state === 1 ? PATHS.view(row.id) : PATHS.edit(row.id)} title={row.speaker || undefined}>
          {row.title}
        </Link>
      ),
    },
    stateColumn<DeskVideo>(VIDEO_STATES),
    {
      key: 'unit',
      title: '单元',
      width: 170,
      card: 'line',
      cell: (row) => `${row.unitName}（${row.isRequired ? '必修' : '选修'}）`,
      filter: {
        kind: 'choice',
        name: 'unitId',
        options: (units.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
    },
    {
      key: 'length',
      title: '时长',
      width: 120,
      card: 'line',
      cell: (row) => `${videoTimeText(row.seconds)}${row.countsHours ? '，计学时' : ''}`,
    },
    { key: 'viewers', title: '看过', width: 60, align: 'right', cell: (row) => `${row.viewers}人` },
    { key: 'learned', title: '学完', width: 60, align: 'right', card: 'line', cell: (row) => `${row.learned}人` },
    ...publishedColumns<DeskVideo>(),
  ];
  return (
    <>
      <PlainList<DeskVideo>
        caption="视频管理"
        endpoint={manageVideos}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '标题、主讲人或简介' }}
        keep={KEPT}
        unit="个"
        inputOf={({ tab: _tab, ...values }) => values}
        label={(row) => row.title}
        bulk={bulk}
        actsWidth={140}
        acts={acts}
        empty={{ title: '还没有视频', text: '先建一个视频单元，再点“新增视频”上传。' }}
      />
      {removal.dialog}
      {dialog}
    </>
  );
}
