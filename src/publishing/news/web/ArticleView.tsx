import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ORG_TYPES } from '#people/org/contract.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { Film } from '#platform/web/film/Film.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { PersonalNumbers } from '#platform/web/show/PersonalNumbers.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { approvalTrail, listVersions } from '../contract.desk.ts';
import { type ArticleDetail, getArticle } from '../contract.ts';
import { NOTICE_AUDIENCES, NOTICE_TYPES, type NoticeAudience, type NoticeType } from '../rules.notice.ts';
import { AUDIENCES, type Audience, findPersonalNumbers, KINDS, summaryOf } from '../rules.ts';
import { ArticleActs } from './ArticleActs.tsx';
import { Cover, StateTags } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './archive.css';

/** 文章详情, 视频详情: what is worked on, with what can be done next. */
export default function ArticleView() {
  const { id = '' } = useParams();
  const articleQuery = useCall(getArticle, { id }, { quiet: true, staleTime: 0 });
  useTitle(articleQuery.data?.title);
  return (
    <RecordLoader query={articleQuery} fresh>
      {(article) => <Article article={article} onAgain={() => void articleQuery.refetch()} />}
    </RecordLoader>
  );
}

export const NUMBERS_LEAD = '文中有个人信息，发布前请删除或遮盖；确需公开的，送审时写明原因。';

function Article({ article, onAgain }: { article: ArticleDetail; onAgain: () => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { tab: wantedTab } = readQuery(search, ['tab']);
  const tabs = [
    { key: 'text', label: '正文' },
    { key: 'versions', label: '历次版本', count: article.versions || undefined },
    { key: 'trail', label: '审核经过' },
  ];
  const tab = tabs.find(({ key }) => key === wantedTab)?.key ?? 'text';
  return (
    <div className="archive-page">
      <PageHead title={article.title}>
        {article.announced?.isSent && (
          <ButtonLink look="primary" icon="members" to={PATHS.receipts(article.id)}>
            回执
          </ButtonLink>
        )}
        <ArticleActs article={article} onAgain={onAgain} />
      </PageHead>
      {article.opinion && article.state !== 4 && (
        <div className="banner warn" role="note">
          <span>退回意见：{article.opinion}</span>
        </div>
      )}
      {article.withdrawnFor && !article.isShown && (
        <div className="banner" role="note">
          <span>已撤下：{article.withdrawnFor}</span>
        </div>
      )}
      <PersonalNumbers
        found={[...findPersonalNumbers(article), ...article.attached.numbers]}
        lead={article.despite || NUMBERS_LEAD}
      />
      <PersonalNumbers found={article.attached.stops} lead="附件含词库禁止的词，不能发布。" />
      <div className="card archive-facts">
        <dl className="record-fields">
          <Line label="状态">
            <StateTags row={article} />
          </Line>
          {article.announced ? <NoticeLines article={article} said={article.announced} /> : <Lines article={article} />}
          <Line label="发布时间">
            {article.publishAt
              ? `${dateTime(article.publishAt)} 自动发布`
              : article.firstShown
                ? dateTime(article.firstShown)
                : '审核通过后立即发布'}
          </Line>
          <Line label="展示截止">{article.shownUntil ?? '不限'}</Line>
          <Line label="送审人">{article.submitName || noValue}</Line>
          <Line label="审核人">{article.decidedBy || noValue}</Line>
          {!article.announced && <Line label="阅读人数">{article.firstShown ? article.readers : noValue}</Line>}
          {article.publicPath && (
            <Line label="公开页">
              <a href={article.publicPath} target="_blank" rel="noreferrer">
                免登录查看
              </a>
            </Line>
          )}
          {article.places.length > 0 && (
            <Line label="撤下情况">
              {article.places.map(({ name, gone }) => (
                <span key={name} className={gone ? 'tag ok' : 'tag bad'}>
                  {name}
                  {gone ? '已撤下' : '未确认'}
                </span>
              ))}
            </Line>
          )}
          {article.labels.length > 0 && <Line label="标签">{article.labels.join('、')}</Line>}
          {article.note && <Line label="更正说明">{article.note}</Line>}
        </dl>
      </div>
      <div className="card">
        <Tabs
          label="资讯"
          tabs={tabs}
          current={tab}
          panel="archive-part"
          onPick={(key) =>
            navigate(pathWithQuery(pathname, { tab: key === 'text' ? undefined : key }), { replace: true })
          }
        />
        <div
          id="archive-part"
          role="tabpanel"
          className="archive-body"
          aria-label={tabs.find(({ key }) => key === tab)?.label ?? ''}
        >
          {tab === 'text' && <Text article={article} />}
          {tab === 'versions' && <Versions id={article.id} />}
          {tab === 'trail' && <Trail id={article.id} />}
        </div>
      </div>
    </div>
  );
}

function Lines({ article }: { article: ArticleDetail }) {
  return (
    <>
      <Line label="栏目">{article.columnName || noValue}</Line>
      <Line label="类型">{KINDS[article.kind]}</Line>
      <Line label="供稿组织">{article.orgName}</Line>
      <Line label="谁能看">
        {AUDIENCES[article.audience as Audience]}
        {article.orgs.length > 0 && `：${article.orgs.map(({ name }) => name).join('、')}`}
      </Line>
      <Line label="来源">{article.source || noValue}</Line>
      <Line label="作者">{article.author || noValue}</Line>
      <Line label="责任编辑">{article.editor || noValue}</Line>
    </>
  );
}

function NoticeLines({ article, said }: { article: ArticleDetail; said: NonNullable<ArticleDetail['announced']> }) {
  const named = [
    ...article.orgs.map(({ name }) => name),
    ...said.types.map((type) => ORG_TYPES[type as keyof typeof ORG_TYPES]),
    ...said.groups.map(({ name }) => `分组“${name}”`),
    ...said.people.map(({ name }) => name),
    ...(said.queryId ? ['符合条件的人员'] : []),
  ];
  return (
    <>
      <Line label="类型">{NOTICE_TYPES[Number(said.noticeType) as NoticeType]}</Line>
      <Line label="发布组织">{article.orgName}</Line>
      <Line label="发给">
        {NOTICE_AUDIENCES[article.audience as NoticeAudience]}
        {named.length > 0 && `：${named.join('、')}`}
      </Line>
      <Line label="阅读期限">{said.readBy ?? '不限'}</Line>
      <Line label="确认语">{said.mustConfirm || '读完即为回执，不需确认'}</Line>
    </>
  );
}

function Text({ article }: { article: ArticleDetail }) {
  const content = decodeHtml(article.content);
  return (
    <article className="archive-text">
      {article.cover && <Cover cover={article.cover} name={article.columnName} kind={article.kind} />}
      <p className="archive-summary">{summaryOf(article.summary, content.replace(/<[^<>]*>/g, ''))}</p>
      {article.video && <Film fileId={article.video} title={article.title} subtitles={article.subtitles} />}
      <RichText html={content} />
      <FileList files={article.files} />
    </article>
  );
}

function Versions({ id }: { id: string }) {
  const versionsQuery = useCall(listVersions, { id }, { quiet: true });
  const [open, setOpen] = useState<number | null>(null);
  if (!versionsQuery.data) return <Waiting query={versionsQuery} />;
  if (versionsQuery.data.length === 0)
    return <p className="muted">还没有发布过。每次发布的文本会留在这里，不能改动。</p>;
  return (
    <ol className="archive-versions">
      {versionsQuery.data.map((version) => (
        <li key={version.number}>
          <div className="archive-version-head">
            <b>第{version.number}版</b>
            {version.isShown && <span className="tag ok">正在展示</span>}
            <span className="muted">
              {dateTime(version.publishedAt)}，{version.writtenBy}送审，{version.approvedBy}审核
            </span>
            <Button
              look="link"
              size="compact"
              aria-expanded={open === version.number}
              onClick={() => setOpen(open === version.number ? null : version.number)}
            >
              {open === version.number ? '收起' : '看全文'}
            </Button>
          </div>
          {version.note && <p>更正说明：{version.note}</p>}
          {open === version.number && (
            <div className="archive-text">
              <h3>{version.title}</h3>
              <RichText html={decodeHtml(version.content)} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function Trail({ id }: { id: string }) {
  const approvalTrailQuery = useCall(approvalTrail, { id }, { quiet: true, staleTime: 0 });
  if (!approvalTrailQuery.data) return <Waiting query={approvalTrailQuery} />;
  if (approvalTrailQuery.data.length === 0) return <p className="muted">还没有记录。</p>;
  return (
    <ol className="archive-trail">
      {approvalTrailQuery.data.map((one) => (
        <li key={`${one.at} ${one.act}`}>
          <span className="muted small">{dateTime(one.at)}</span>
          <b>{one.act}</b>
          <span>{one.by}</span>
          {one.text && <p>{one.text}</p>}
        </li>
      ))}
    </ol>
  );
}
