import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { Icon } from '#platform/web/icons.tsx';
import { pathWithQuery } from '#platform/web/navigation.ts';
import { Bones, Empty } from '#platform/web/states.tsx';
import HelpDocument from './HelpDocument.tsx';
import './help.css';

/**
 * A page's help beside the work, which goes on under it; Esc closes it. `id` null: the page has none yet; undefined: whether
 * it has one is not known yet.
 */
export default function HelpPanel({ id, onClose }: { id: string | null | undefined; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return createPortal(
    <aside
      className="help-panel"
      aria-label="本页帮助"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="dialog-head">
        <Icon name="help" size={18} />
        <h2 className="dialog-title">本页帮助</h2>
        <button ref={close} type="button" className="dialog-close" aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="help-panel-body">
        {id && <HelpDocument id={id} level={3} />}
        {id === null && <Empty title="本页还没有帮助">可以在全部帮助中查找。</Empty>}
        {id === undefined && <Bones lines={10} />}
      </div>
      <p className="help-panel-foot">
        <Link to={id ? pathWithQuery('/help', { id }) : '/help'} onClick={onClose}>
          打开全部帮助
        </Link>
      </p>
    </aside>,
    document.body,
  );
}
