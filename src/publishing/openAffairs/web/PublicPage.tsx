import { Link, useParams } from 'react-router';
import { CODE, type ReplyOf } from '#platform/contract.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { sizeWords } from '#platform/web/upload/words.ts';
import { publicAffair, publicBoard } from '../contract.board.ts';
import { isBoardCode, KINDS, periodText, publicPath } from '../rules.ts';
import { ResidentForm } from './ResidentForm.tsx';
import './openAffairs.css';

/** `/open/:code`: what a resident sees who scanned the code of a board or of a document, without signing in. */
export default function PublicPage() {
  const { code = '' } = useParams();
  return isBoardCode(code) ? <Board code={code} /> : <Document key={code} code={code} />;
}

/** What is not public does not become so by asking again. */
const isGone = (error: Error) => error instanceof ApiError && error.code === CODE.notFound;

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <StandalonePage>
      <h1>现在不能查看</h1>
      <div className="banner warn" role="alert">
        <Icon name="warning" />
        <span>{error.message}</span>
      </div>
      {!isGone(error) && (
        <div className="standalone-acts">
          <Button onClick={onRetry}>再试一次</Button>
        </div>
      )}
    </StandalonePage>
  );
}

function Waiting() {
  return (
    <StandalonePage wide>
      <Skeleton lines={10} />
    </StandalonePage>
  );
}

function Board({ code }: { code: string }) {
  const publicBoardQuery = useCall(publicBoard, { token: code }, { quiet: true, staleTime: 0 });
  useTitle(publicBoardQuery.data ? `${publicBoardQuery.data.orgName} 公开栏` : '公开栏');
  if (publicBoardQuery.error && (!publicBoardQuery.data || isGone(publicBoardQuery.error)))
    return <Failed error={publicBoardQuery.error} onRetry={() => void publicBoardQuery.refetch()} />;
  if (!publicBoardQuery.data) return <Waiting />;
  const { orgName, rows, hasMore } = publicBoardQuery.data;
  return (
    <StandalonePage wide>
      <div className="open-public">
        <p className="muted">{orgName}</p>
        <h1>公开栏</h1>
        {rows.length === 0 && <p className="muted">现在没有公开期内的事项。</p>}
        <ul className="open-rows" aria-label="公开期内的事项">
          {rows.map((row) => (
            <li key={row.token}>
              <Link to={publicPath(row.token)}>{row.title}</Link>
              <p className="muted small">
                {row.orgName !== orgName && `${row.orgName}，`}
                {KINDS[row.kind]}，{row.itemName}，{periodText(row.period)}；公开时间{row.shownFrom}至{row.shownUntil}
              </p>
            </li>
          ))}
        </ul>
        {hasMore && (
          <p className="muted small">
            只列出最近的{rows.length}件，更早的请向{orgName}查阅。
          </p>
        )}
      </div>
    </StandalonePage>
  );
}

function Document({ code }: { code: string }) {
  const publicAffairQuery = useCall(publicAffair, { token: code }, { quiet: true, staleTime: 0 });
  useTitle(publicAffairQuery.data?.title ?? '三务公开');
  if (publicAffairQuery.error && (!publicAffairQuery.data || isGone(publicAffairQuery.error)))
    return <Failed error={publicAffairQuery.error} onRetry={() => void publicAffairQuery.refetch()} />;
  if (!publicAffairQuery.data) return <Waiting />;
  const { orgName, kind, itemName, period, title, content, shownFrom, shownUntil, note, files, pictures } =
    publicAffairQuery.data;
  return (
    <StandalonePage wide>
      <article className="open-public">
        <p className="muted">
          <Link to={publicPath(publicAffairQuery.data.board)}>{orgName}</Link>
          <span className="tag">{KINDS[kind]}</span>
        </p>
        <h1>{title}</h1>
        <p className="muted small">
          {itemName}，{periodText(period)}；公开时间{shownFrom}至{shownUntil}
        </p>
        {note && (
          <div className="banner info" role="note">
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
        <Answered said={publicAffairQuery.data.said} orgName={orgName} />
        {publicAffairQuery.data.hears ? (
          <ResidentForm token={code} orgName={orgName} />
        ) : (
          <p className="muted small">对公开内容有意见，请向{orgName}反映；党员登录后可以在线提意见并得到答复。</p>
        )}
      </article>
    </StandalonePage>
  );
}

function Answered({ said, orgName }: { said: ReplyOf<typeof publicAffair>['said']; orgName: string }) {
  if (said.length === 0) return null;
  return (
    <section aria-label="居民意见和答复">
      <h2 className="open-files-title">居民意见和答复（{said.length}条）</h2>
      <ul className="open-said">
        {said.map((one) => (
          <li key={`${one.createDate}${one.content}`}>
            <p className="muted small">居民，{dateTime(one.createDate)}</p>
            <p className="open-words">{one.content}</p>
            <div className="open-reply">
              <p className="muted small">
                {orgName}答复，{dateTime(one.replyDate)}
              </p>
              <p className="open-words">{one.reply}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
