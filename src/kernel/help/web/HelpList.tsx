import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { useRowOrder } from '#platform/web/list/rowOrder.tsx';
import { useOneAtATime } from '#platform/web/press/oneAtATime.ts';
import { useDeleted } from '#platform/web/press/undo.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type HelpItem, listHelp, removeHelp, updateHelp } from '../contract.ts';
import { inReadingOrder, type Line, MAX_DOCUMENTS, matchesWords } from '../rules.ts';
import './help.css';

const EDIT = '/contentManager/help/edit';
const HISTORY = '/contentManager/help/history';

/** `/contentManager/help`: every document in the order in which it is read, published or not. */
export default function HelpList() {
  const list = useCall(listHelp, { pageSize: MAX_DOCUMENTS, drafts: true }, { quiet: true });
  const [words, setWords] = useState('');
  const [leaving, setLeaving] = useState<HelpItem | null>(null);
  const remove = useAct(removeHelp, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'help', removeHelp);
  const all = inReadingOrder(list.data?.rows ?? []);
  const shown = words.trim() ? all.filter((line) => matchesWords(words, line)) : all;
  return (
    <div className="help-manage">
      <PageHead>
        <ButtonLink look="primary" icon="plus" to={EDIT}>
          新增文档
        </ButtonLink>
      </PageHead>
      <section className="card" aria-label="帮助文档" aria-busy={list.isFetching}>
        <div className="card-head">
          <label className="field-box help-filter">
            <Icon name="search" />
            <input
              type="search"
              maxLength={40}
              autoComplete="off"
              aria-label="查找文档"
              placeholder="标题或拼音"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          {list.data && <span className="card-extra">共{all.length}篇</span>}
        </div>
        {list.isPending && <Skeleton />}
        {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
        {list.data && shown.length === 0 && (
          <Empty title={all.length === 0 ? '还没有帮助文档' : `没有标题含“${words.trim()}”的文档`}>
            {all.length === 0 ? '点“新增文档”写第一篇。' : '换个说法，或用拼音首字母试试。'}
          </Empty>
        )}
        <ul className="help-lines">
          {shown.map((line) => (
            <Row
              key={line.id}
              line={line}
              all={all}
              readAgain={() => list.refetch({ cancelRefetch: false })}
              onRemove={() => setLeaving(line)}
            />
          ))}
        </ul>
      </section>
      {leaving && (
        <DeleteDialog
          restorable
          verb="删除文档"
          name={leaving.title}
          consequence="文档进入回收站，可以从那里恢复；满30天后可以彻底删除。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: leaving.id, deleteReason });
            deleted({ id: leaving.id, name: leaving.title });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  );
}

interface RowProps {
  line: Line<HelpItem>;
  all: readonly Line<HelpItem>[];
  readAgain: () => Promise<unknown>;
  onRemove: () => void;
}

function Row({ line, all, readAgain, onRemove }: RowProps) {
  const update = useAct(updateHelp);
  const siblings = all.filter(({ pid, level }) => pid === line.pid && level === line.level);
  // A move is taken back later, when the document has another version.
  const version = useRef(line.version);
  version.current = line.version;
  const order = useRowOrder(
    siblings.map(({ id }) => id),
    async (id, after) => {
      await update.mutateAsync({ id, version: version.current, after: after ?? '' });
      await readAgain();
    },
  );
  const one = useOneAtATime(readAgain);
  const publish = async () => {
    await update.mutateAsync({ id: line.id, version: line.version, published: !line.published });
    emit('notice', { kind: 'success', text: `${line.title}${line.published ? '已停止发布' : '已发布'}` });
  };
  const act = (word: string, run: () => void) => (
    <Button look="row" onClick={run}>
      {word}
      <span className="visually-hidden">{line.title}</span>
    </Button>
  );
  return (
    <li className={`help-line level-${Math.min(line.level, 4)}`}>
      <Link className="help-line-title" to={pathWithQuery(EDIT, { id: line.id })}>
        {line.title}
      </Link>
      <span className={line.published ? 'tag ok' : 'tag'}>
        <Icon name={line.published ? 'check' : 'eyeOff'} />
        {line.published ? '已发布' : '未发布'}
      </span>
      <span className="muted small help-line-time">{dateTime(line.updateTime ?? line.createTime)}</span>
      <span className="help-line-acts">
        {line.can.edit && (
          <>
            {order.steps(line.id, line.title)}
            {act(line.published ? '停止发布' : '发布', () => void one(publish))}
            <ButtonLink look="row" to={pathWithQuery(HISTORY, { id: line.id })}>
              历史
              <span className="visually-hidden">{line.title}</span>
            </ButtonLink>
          </>
        )}
        {line.can.remove && act('删除', onRemove)}
      </span>
    </li>
  );
}
