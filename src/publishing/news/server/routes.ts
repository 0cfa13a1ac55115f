import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as circle from '#publishing/news/contract.circle.ts';
import * as columns from '#publishing/news/contract.columns.ts';
import * as desk from '#publishing/news/contract.desk.ts';
import * as notice from '#publishing/news/contract.notice.ts';
import * as reading from '#publishing/news/contract.read.ts';
import * as statistic from '#publishing/news/contract.statistics.ts';
import * as contract from '#publishing/news/contract.ts';
import { HELP_STATES } from '#publishing/news/rules.circle.ts';
import { NOTICE_AUDIENCES, RECEIPTS } from '#publishing/news/rules.notice.ts';
import { AUDIENCES, COLUMN_KINDS, COMMENTS, GENRES, STATES } from '#publishing/news/rules.ts';
import { newsRights } from '../rules.rights.ts';
import { archivePointSources } from './queries/points.ts';
import { archiveStates } from './queries/waits.ts';
import { recycledArticles } from './recycle.ts';
import * as announce from './service/announce.ts';
import * as carousel from './service/carousel.ts';
import * as post from './service/circle.ts';
import * as care from './service/circleCare.ts';
import * as cleanup from './service/cleanup.ts';
import * as column from './service/columns.ts';
import { announceFiles } from './service/common.ts';
import { announceHandover } from './service/handover.ts';
import { labelArticles } from './service/labels.ts';
import * as news from './service/news.ts';
import { printArticle } from './service/print.ts';
import * as read from './service/read.ts';
import * as receipts from './service/receipts.ts';
import * as statistics from './service/statistics.ts';
import * as steps from './service/steps.ts';
import { searchNewWords } from './service/wordScan.ts';
import { createArticle, removeDraft, updateArticle } from './service/write.ts';
import { newsTables } from './tables.ts';

export const newsModule: ServerModule = {
  name: 'news',
  rights: newsRights,
  tables: newsTables,
  states: archiveStates,
  routes: [
    bind(columns.listColumns, column.columns),
    bind(columns.createColumn, column.create),
    bind(columns.updateColumn, column.update),
    bind(columns.removeColumn, column.remove),
    bind(columns.mergeColumn, column.merge),
    bind(contract.listArticles, read.articles),
    bind(contract.getArticle, (ctx, { id }) => read.article(ctx, id)),
    bind(contract.createArticle, createArticle),
    bind(contract.updateArticle, updateArticle),
    bind(contract.removeArticle, removeDraft),
    bind(contract.submitArticle, steps.submit),
    bind(contract.recallArticle, (ctx, { id }) => steps.recall(ctx, id)),
    bind(contract.auditArticle, steps.audit),
    bind(contract.withdrawArticle, steps.withdraw),
    bind(contract.restoreArticle, (ctx, { id }) => steps.restore(ctx, id)),
    bind(contract.moveArticle, steps.move),
    bind(contract.topArticle, steps.top),
    bind(contract.sortArticle, steps.sort),
    bind(desk.showInCarousel, carousel.show),
    bind(desk.takeFromCarousel, (ctx, { id }) => carousel.removeFromCarousel(ctx, id)),
    bind(statistic.articleStatistics, statistics.statistics),
    bind(statistic.countedArticles, statistics.counted),
    bind(statistic.exportStatistics, statistics.startExport),
    bind(desk.writingPlaces, read.places),
    bind(desk.proposeLabels, read.proposals),
    bind(desk.approvalTrail, (ctx, { id }) => read.trail(ctx, id)),
    bind(desk.approvals, read.approvals),
    bind(desk.listVersions, (ctx, { id }) => read.versions(ctx, id)),
    bind(desk.keepArticles, cleanup.keep),
    bind(desk.labelArticles, labelArticles),
    bind(circle.morePosts, post.listOlderPosts),
    bind(circle.postsOfOrg, post.posts),
    bind(circle.homeHelp, post.openHelp),
    bind(circle.moderated, post.moderated),
    bind(circle.getPost, (ctx, { id }) => post.details(ctx, id)),
    bind(circle.checkPost, post.check),
    bind(circle.proposeTopics, post.topics),
    bind(circle.addPost, post.add),
    bind(circle.changePost, post.change),
    bind(circle.removePost, (ctx, { id }) => post.remove(ctx, id)),
    bind(circle.likePost, post.like),
    bind(circle.answerPost, post.answer),
    bind(circle.stepHelp, care.help),
    bind(circle.reportPost, care.report),
    bind(circle.decidePost, care.decide),
    bind(circle.removeAnswer, (ctx, { id }) => care.removeAnswer(ctx, id)),
    bind(circle.objectPost, care.object),
    bind(circle.circleRule, care.rule),
    bind(circle.setCircleRule, care.setRule),
    bind(reading.listNews, news.news),
    bind(reading.getNews, (ctx, { id }) => news.getNews(ctx, id)),
    bind(reading.readNews, (ctx, { id }) => news.read(ctx, id)),
    bind(reading.printNews, (ctx, { id }) => printArticle(ctx, id)),
    bind(reading.latestByColumn, news.byColumn),
    bind(reading.homeArticles, news.homeArticles),
    bind(reading.homeVideos, news.homeVideos),
    bind(reading.listComments, news.commentsOf),
    bind(reading.addComment, news.comment),
    bind(reading.removeComment, (ctx, { id }) => news.removeComment(ctx, id)),
    bind(reading.showComment, (ctx, { id }) => news.showComment(ctx, id)),
    bind(notice.listAnnouncements, receipts.mine),
    bind(notice.listSent, receipts.sent),
    bind(notice.getAnnouncement, (ctx, { id }) => receipts.read(ctx, id)),
    bind(notice.receiveAnnouncement, receipts.receive),
    bind(notice.createNotice, announce.create),
    bind(notice.updateNotice, announce.update),
    bind(notice.previewReach, announce.preview),
    bind(notice.getReceipts, receipts.receipts),
    bind(notice.listReceipts, receipts.people),
    bind(notice.urgeReading, receipts.urge),
    bind(notice.tellInPerson, receipts.notify),
    bind(notice.printReceipts, receipts.print),
    bind(notice.exportReceipts, receipts.exported),
  ],
  jobs: { [statistics.STATISTICS_EXPORT]: statistics.runExport },
  pointSources: archivePointSources,
  recurring: [
    { name: 'archive.cleanup', everySeconds: 21_600, run: cleanup.askCleanup },
    { name: 'archive.words', everySeconds: 60, run: searchNewWords },
    { name: 'circle.unanswered', everySeconds: 600, run: care.remindUnanswered },
    { name: 'archive.publish', everySeconds: 60, run: steps.publishDue },
    { name: 'archive.announce', everySeconds: 3, run: announce.sendDue },
  ],
  announce() {
    announceFiles();
    announceHandover();
    post.announcePictures();
    steps.announceArticles();
    registerRecycleKind(recycledArticles);
    describeFields('archiveArticle', {
      title: { label: '标题' },
      orgName: { label: '供稿组织' },
      keptUntil: { label: '保留到' },
      summary: { label: '摘要' },
      content: { label: '正文' },
      subtitles: { label: '字幕', yesNo: true },
      genre: { label: '类别', values: GENRES },
      files: { label: '附件数' },
      labels: { label: '标签' },
      source: { label: '来源' },
      audience: { label: '谁能看', values: { ...AUDIENCES, ...NOTICE_AUDIENCES } },
      publishAt: { label: '发布时间' },
      shownUntil: { label: '展示截止' },
      note: { label: '更正说明' },
      state: { label: '状态', values: STATES },
      shown: { label: '发布', yesNo: true },
      carousel: { label: '轮播', yesNo: true },
      despite: { label: '仍要公开的原因' },
      columnName: { label: '栏目' },
      topUntil: { label: '置顶到' },
      receipt: { label: '回执', values: RECEIPTS },
      urged: { label: '催读人数' },
      told: { label: '当面告知' },
      order: { label: '顺序', values: { up: '上移', down: '下移' } },
    });
    describeFields('archiveColumn', {
      name: { label: '栏目名称' },
      kind: { label: '类型', values: COLUMN_KINDS },
      parentId: { label: '上级栏目' },
      approval: { label: '需要审核', yesNo: true },
      comments: { label: '评论', values: COMMENTS },
      isOpen: { label: '免登录查看', yesNo: true },
      shownDays: { label: '展示天数' },
      sort: { label: '排序' },
      mergedInto: { label: '并入' },
      articles: { label: '内容（篇）' },
    });
    describeFields('circlePost', {
      content: { label: '内容' },
      reply: { label: '回应' },
      helpState: { label: '求助', values: HELP_STATES },
      reported: { label: '举报', yesNo: true },
      hidden: { label: '隐藏', yesNo: true },
      objection: { label: '异议' },
      reviewFirst: { label: '先审后发', yesNo: true },
    });
    describeFields('archiveComment', {
      content: { label: '评论' },
      state: { label: '状态', values: { waiting: '待审', shown: '显示' } },
    });
  },
};
