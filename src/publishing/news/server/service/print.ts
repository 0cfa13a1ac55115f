import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper, pageAddress, pictureFiles } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { richTree } from '#platform/server/papers/rich.ts';
import { beijingTime } from '#platform/time/days.ts';
import type * as contract from '#publishing/news/contract.read.ts';
import { ADDRESSES } from '#publishing/news/rules.ts';
import { TOPIC } from './common.ts';
import { loadNews } from './news.ts';

/** One article on paper: the version that readers have, where it comes from, and a code that leads to its page. */
export async function printArticle(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.printNews>> {
  const found = await loadNews(ctx, id);
  const { nodes, files: pictures } = richTree(found.content);
  const [attached, drawn, { line }] = await Promise.all([
    uploadedFiles(ctx.db, found.files),
    pictureFiles(ctx, pictures),
    markOfDownload(ctx, `打印资讯 ${found.title}`),
  ]);
  ctx.audit({ type: TOPIC, id, name: found.title, orgCode: found.orgCode });
  const facts = [
    found.source && `来源：${found.source}`,
    found.author && `作者：${found.author}`,
    beijingTime(found.publishedAt),
    found.orgName,
  ];
  return answerPaper(ctx, {
    name: found.title,
    template: new URL('../../papers/article.typ', import.meta.url),
    data: {
      mark: line,
      title: found.title,
      facts: facts.filter(Boolean),
      correction:
        found.number > 1 && found.note ? `${beijingTime(found.correctedAt).slice(0, 10)}更正：${found.note}` : '',
      content: nodes,
      pictures: Object.fromEntries(Object.keys(drawn).map((name) => [name.slice(0, 32), name])),
      files: attached.map(({ name }) => name),
      editor: found.editor,
      qr: await qrSvg(pageAddress(ctx, ADDRESSES.read(found.kind, id))),
    },
    files: drawn,
  });
}
