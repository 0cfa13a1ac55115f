import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { DraftActs, DraftedTable, useDrafted } from '#platform/web/drafted/drafted.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getSet, listSets, publishSet, removeSet } from '../contract.set.ts';
import { CLASSES, type Class, pointsText, signedText } from '../rules.ts';
import { SetForm } from './SetForm.tsx';
import { TrialView } from './TrialView.tsx';
import './points.css';

/** 积分办法: which hold here, what they give, and drafts of the own organisation. */
export function SetList() {
  const session = useSession();
  const query = useCall(listSets, {}, { quiet: true });
  const mayWrite = may(session, 'points:rules');
  const rows = query.data?.rows ?? [];
  const { shown, show, editing, edit, done } = useDrafted(rows);
  if (editing && query.data)
    return <SetForm id={editing.id} copy={editing.copy} sources={query.data.sources} onDone={done} />;
  return (
    <div className="points-page">
      <PageHead title="积分办法">
        {mayWrite && (
          <Button look="primary" icon="plus" onClick={() => edit({ id: null, copy: false })}>
            新办法
          </Button>
        )}
      </PageHead>
      {!query.data ? (
        <Waiting query={query} />
      ) : rows.length === 0 ? (
        <div className="card">
          <Empty title="还没有积分办法">由市级或本级党组织制定并发布；发布后各支部按离自己最近的上级办法计分。</Empty>
        </div>
      ) : (
        <>
          <DraftedTable
            caption="积分办法"
            noun="办法"
            className="points-table"
            rows={rows}
            shown={shown}
            onShow={show}
            head={
              <>
                <th scope="col" className="text">
                  制定组织
                </th>
                <th scope="col">生效日期</th>
                <th scope="col">基础分</th>
                <th scope="col">项目</th>
              </>
            }
            cells={(row) => (
              <>
                <td className="text">{row.orgName}</td>
                <td>{row.fromOn}</td>
                <td>{pointsText(row.base)}</td>
                <td>{row.items}</td>
              </>
            )}
          />
          {shown && (
            <SetView
              key={shown}
              id={shown}
              mayCopy={mayWrite}
              onEdit={(copy) => edit({ id: shown, copy })}
              onGone={() => show(null)}
            />
          )}
        </>
      )}
    </div>
  );
}

function SetView({
  id,
  mayCopy,
  onEdit,
  onGone,
}: {
  id: string;
  mayCopy: boolean;
  onEdit: (copy: boolean) => void;
  onGone: () => void;
}) {
  const query = useCall(getSet, { id }, { quiet: true });
  const publish = useAct(publishSet);
  const remove = useAct(removeSet);
  const [asking, setAsking] = useState<'publish' | 'remove' | null>(null);
  const [trying, setTrying] = useState(false);
  const set = query.data;
  if (!set) return <Waiting query={query} />;
  const caps = (item: (typeof set.items)[number]) =>
    [
      item.capDay === null ? '' : `每日${pointsText(item.capDay)}`,
      item.capMonth === null ? '' : `每月${pointsText(item.capMonth)}`,
      item.capYear === null ? '' : `全年${pointsText(item.capYear)}`,
      item.once ? '只计一次' : '',
      item.floor === null ? '' : `${pointsText(item.floor)}分起计`,
      item.months === null ? '' : `有效${item.months}个月`,
      item.classes.length === 0 ? '' : `限${item.classes.map((one) => CLASSES[one as Class]).join('、')}`,
    ]
      .filter(Boolean)
      .join('，') || '不限';
  return (
    <section className="card" aria-label={set.name}>
      <div className="card-head">
        <h2>{set.name}</h2>
        <span className="secondary">
          {set.orgName}，{set.fromOn}起，基础分{pointsText(set.base)}
        </span>
      </div>
      <div className="points-table">
        <table>
          <caption className="visually-hidden">积分项目</caption>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col" className="text">
                维度
              </th>
              <th scope="col">分值</th>
              <th scope="col" className="text">
                上限
              </th>
              <th scope="col" className="text">
                来源
              </th>
              <th scope="col" className="text">
                适用
              </th>
            </tr>
          </thead>
          <tbody>
            {set.items.map((item) => (
              <tr key={item.code}>
                <th scope="row">{item.name}</th>
                <td className="text">{item.dimension}</td>
                <td>{signedText(item.minus ? -item.value : item.value)}</td>
                <td className="text">{caps(item)}</td>
                <td className="text">{item.sourceName}</td>
                <td className="text">{item.classes.map((one) => CLASSES[one as Class]).join('、') || '全部党员'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {trying && <TrialView id={set.id} />}
      <div className="points-foot">
        {mayCopy && (
          <Button aria-expanded={trying} onClick={() => setTrying(!trying)}>
            {trying ? '收起试算' : '试算'}
          </Button>
        )}
        {mayCopy && <Button onClick={() => onEdit(true)}>另立新版</Button>}
        {set.can.edit && (
          <DraftActs
            onRemove={() => setAsking('remove')}
            onEdit={() => onEdit(false)}
            onPublish={() => setAsking('publish')}
          />
        )}
      </div>
      {asking === 'publish' && (
        <ConfirmDialog
          title={`发布 ${set.name}`}
          icon="check"
          act="发布"
          onConfirm={async () => {
            await publish.mutateAsync({ id: set.id, version: set.version });
            emit('notice', { kind: 'success', text: '已发布，正在按新办法重算' });
          }}
          onClose={() => setAsking(null)}
        >
          从{set.fromOn}起执行，本组织和没有自定办法的下级都按它计分。发布后不能修改，只能另立新版。
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={`删除 ${set.name}`}
          icon="trash"
          act="删除"
          onConfirm={async () => {
            await remove.mutateAsync({ id: set.id, version: set.version });
            onGone();
          }}
          onClose={() => setAsking(null)}
        >
          草稿没有发布过，删除后不能恢复。
        </ConfirmDialog>
      )}
    </section>
  );
}
