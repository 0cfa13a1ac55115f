import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { Film } from '#platform/web/film/Film.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { getNews, type News, printNews, readNews } from '../contract.read.ts';
import { GENRES, type Genre } from '../rules.ts';
import { Comments } from './Comments.tsx';
import { dayText } from './parts.tsx';
import { kindOf, PATHS } from './paths.ts';
import { ReadAloud } from './ReadAloud.tsx';
import './archive.css';
import './reading.css';

/** 资讯详情, 视频详情: the approved version, to be read, heard or printed. */
export default function NewsView() {
  const { id = '' } = useParams();
  const newsQuery = useCall(getNews, { id }, { quiet: true, staleTime: 0 });
  useTitle(newsQuery.data?.title);
  return <RecordLoader query={newsQuery}>{(news) => <Reading key={news.id} news={news} />}</RecordLoader>;
}

/** Tells once that the end of the text was seen. */
function useRead(id: string, done: boolean) {
  const { mutate } = useAct(readNews, { quiet: true });
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (done || !element) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      mutate({ id });
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [id, done, mutate]);
  return end;
}

function Reading({ news }: { news: News }) {
  const [wasRead] = useState(news.isRead);
  const end = useRead(news.id, wasRead);
  const [printing, setPrinting] = useState(false);
  const content = decodeHtml(news.content);
  return (
    <div className="archive-reading">
      <RecordTop />
      <article className="card archive-paper">
        <h1 className="serif">{news.title}</h1>
        <p className="archive-source">
          {news.source && <span>来源：{news.source}</span>}
          {news.author && <span>作者：{news.author}</span>}
          <span>{dateTime(news.publishedAt)}</span>
          <span>{news.orgName}</span>
          {news.readers > 0 && <span>{news.readers}人已读</span>}
        </p>
        <div className="archive-tools">
          <ReadAloud title={news.title} html={content} />
          <Button size="compact" icon="print" iconSize={14} onClick={() => setPrinting(true)}>
            打印
          </Button>
          {news.publicPath && (
            <a className="button compact" href={news.publicPath} target="_blank" rel="noreferrer">
              <Icon name="link" size={14} />
              公开页
            </a>
          )}
        </div>
        {news.correction && (
          <div className="banner" role="note">
            <span>
              {dayText(news.correctedAt)} 更正：{news.correction}
            </span>
          </div>
        )}
        {news.video && <Film fileId={news.video} title={news.title} subtitles={news.subtitles} />}
        <RichText html={content} />
        <FileList files={news.files} />
        <div ref={end} className="archive-end">
          {news.editor && <span>责任编辑：{news.editor}</span>}
          {news.genre !== '' && <span>类别：{GENRES[news.genre as Genre]}</span>}
          {news.labels.map((label) => (
            <Link key={label} className="tag" to={pathWithQuery(PATHS.news, { label })}>
              {label}
            </Link>
          ))}
        </div>
      </article>
      {news.related.length > 0 && (
        <section className="card archive-related">
          <div className="card-head">
            <h2>相关资讯</h2>
          </div>
          <ul>
            {news.related.map((one) => (
              <li key={one.id}>
                <Link className="ellipsis" to={PATHS.read(kindOf(one.kind), one.id)}>
                  {one.title}
                </Link>
                <span className="muted">{dayText(one.publishedAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {printing && (
        <PaperDialog
          title={news.title}
          ask={(signal) => call(printNews, { id: news.id }, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
      {news.comments !== 'off' && <Comments id={news.id} reviewed={news.comments === 'reviewed'} />}
    </div>
  );
}
