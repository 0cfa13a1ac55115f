import { Icon } from '#platform/web/show/icons.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import './archive.css';

const TONES: Readonly<Record<number, string>> = {
  0: 'tag',
  1: 'tag warn',
  2: 'tag bad',
  3: 'tag gold',
  4: 'tag ok',
  5: 'tag',
};

/** How an article stands, in words and colour; a correction says that the version before it is still shown. */
export function StateTags({
  row,
}: {
  row: { state: number; stateName: string; isShown: boolean; isTop: boolean; isOver: boolean };
}) {
  return (
    <span className="archive-tags">
      <span className={row.isOver ? 'tag' : (TONES[row.state] ?? 'tag')}>{row.stateName}</span>
      {row.isShown && row.state !== 4 && <span className="tag">更正中，原文在展示</span>}
      {row.isTop && <span className="tag red">置顶</span>}
    </span>
  );
}

/** The picture of an article, 16 by 9; its column's name on plain paper where it has none. */
export function Cover({ cover, name, kind }: { cover: string; name: string; kind: string }) {
  return (
    <span className="archive-cover" aria-hidden="true">
      {cover ? <StoredImage fileKey={`${cover}-t`} alt="" /> : <span className="serif">{name.slice(0, 4)}</span>}
      {kind === 'video' && (
        <span className="archive-play">
          <Icon name="screen" size={18} />
        </span>
      )}
    </span>
  );
}

/** The HTML that shows an uploaded video, for the rich text's own player. */
export const videoHtml = (fileId: string) => `<video src="/api/common/download?fileName=${fileId}" controls></video>`;

export const dayText = (iso: string | null) =>
  iso === null ? '' : new Date(iso).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
