import { useParams } from 'react-router';
import { decodeHtml } from '#platform/richTextRules.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { Lone } from '#platform/web/shell/Lone.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Bones } from '#platform/web/states.tsx';
import { sizeWords } from '#platform/web/upload/words.ts';
import { publicAffair } from '../contract.feedback.ts';
import { KINDS, periodText } from '../rules.ts';
import './openAffairs.css';

/** `/m/open/:token`: what a resident sees who scanned the code, without signing in. */
export default function PublicPage() {
  const { token = '' } = useParams();
  const found = useCall(publicAffair, { token }, { quiet: true, staleTime: 0 });
  useTitle(found.data?.title ?? '三务公开');
  if (found.error) {
    return (
      <Lone>
        <h1>现在不能查看</h1>
        <div className="strip warn" role="alert">
          <Icon name="warning" />
          <span>{found.error.message}</span>
        </div>
        <div className="lone-acts">
          <button type="button" className="button" onClick={() => void found.refetch()}>
            再试一次
          </button>
        </div>
      </Lone>
    );
  }
  if (!found.data) {
    return (
      <Lone wide>
        <Bones lines={10} />
      </Lone>
    );
  }
  const { orgName, kind, itemName, period, title, content, shownFrom, shownUntil, note, files, pictures } = found.data;
  return (
    <Lone wide>
      <article className="open-public">
        <p className="muted">
          {orgName}
          <span className="tag">{KINDS[kind]}</span>
        </p>
        <h1>{title}</h1>
        <p className="muted small">
          {itemName}，{periodText(period)}；公开时间{shownFrom}至{shownUntil}
        </p>
        {note && (
          <div className="strip info" role="note">
            <span>更正说明：{note}</span>
          </div>
        )}
        <RichText html={decodeHtml(content)} addresses={pictures} />
        {files.length > 0 && (
          <section aria-label="附件">
            <h2 className="open-files-title">附件（{files.length}份）</h2>
            <ul className="open-files">
              {files.map((file) => (
                <li key={file.url}>
                  <a href={file.url} download={file.name}>
                    {file.name}
                  </a>
                  <span className="muted small">{sizeWords(file.size)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className="muted small">对公开内容有意见，请向{orgName}反映；党员登录后可以在线提意见并得到答复。</p>
      </article>
    </Lone>
  );
}
