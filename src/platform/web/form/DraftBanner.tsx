import { Icon } from '../icons.tsx';
import type { Draft } from './drafts.ts';

/** An unfinished form of an earlier visit: go on with it or give it up. */
export function DraftBanner({ draft }: { draft: Draft }) {
  return (
    <div className="banner warn form-draft" role="status">
      <Icon name="warning" />
      <span className="grow">
        上次编辑到 {draft.found?.when}，内容自动保存过，保存到 {draft.found?.until} 为止
        {draft.found?.outdated && '。此后记录已被别人改过，继续填写时请核对标有“已改”的项'}
      </span>
      <button type="button" className="word" onClick={draft.restore}>
        继续填写
      </button>
      <button type="button" className="word" onClick={draft.discard}>
        放弃
      </button>
    </div>
  );
}
