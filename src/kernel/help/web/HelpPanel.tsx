import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import type { listHelp } from '../contract.ts';
import { inReadingOrder } from '../rules.ts';
import HelpDocument from './HelpDocument.tsx';
import './help.css';

/** The list of all documents, as it was asked for. */
interface Titles {
  data: ReplyOf<typeof listHelp> | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/**
 * Help beside the work, which goes on under it; Esc closes it. `id`: the page's own document; null: the titles of all
 * documents, each of which opens here.
 */
export default function HelpPanel({ id, list, onClose }: { id: string | null; list: Titles; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState(id);
  const title = id === null ? '帮助' : '本页帮助';
  useEffect(() => close.current?.focus(), []);
  return createPortal(
    <aside
      className="help-panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="dialog-head">
        <Icon name="help" size={18} />
        <h2 className="dialog-title">{title}</h2>
        <IconButton icon="close" label="关闭" ref={close} className="dialog-close" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also where nothing in it can be reached by key */}
      <section className="help-panel-body" tabIndex={0} aria-label="帮助内容">
        {chosen === null ? (
          <AllTitles list={list} onChoose={setChosen} />
        ) : (
          <>
            {id === null && (
              <Button look="word" icon="back" onClick={() => setChosen(null)}>
                全部帮助
              </Button>
            )}
            <HelpDocument id={chosen} level={3} />
          </>
        )}
      </section>
      <p className="help-panel-foot">
        <Link to={chosen ? pathWithQuery('/help', { id: chosen }) : '/help'} onClick={onClose}>
          打开全部帮助
        </Link>
      </p>
    </aside>,
    document.body,
  );
}

function AllTitles({ list, onChoose }: { list: Titles; onChoose: (id: string) => void }) {
  if (!list.data) return <Waiting query={list} lines={10} />;
  const lines = inReadingOrder(list.data.rows);
  if (lines.length === 0) return <Empty title="还没有帮助文档">管理员在“帮助文档管理”中发布后，会显示在这里。</Empty>;
  return (
    <ul className="help-panel-titles">
      {lines.map(({ id, title, level }) => (
        <li key={id} style={{ paddingInlineStart: (level - 1) * 16 }}>
          <Button look="word" onClick={() => onChoose(id)}>
            {title}
          </Button>
        </li>
      ))}
    </ul>
  );
}
