import { ROLE } from '#kernel/session/contract.ts';
import { wordsScanned } from '#people/groups/server/index.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { findWords, matcherOf, type WordMatcher } from '#platform/text/textWords.ts';
import { textsOf } from '../queries/fileTexts.ts';
import * as queries from '../queries/wordScan.ts';
import { openModeratorTodo, reportSubject } from './circleTodos.ts';
import { deskPath, MODULE, wordSubject } from './common.ts';
import { partsOfFiles } from './fileTexts.ts';

/** New words that one search takes together. */
const WORDS = 500;
/** Texts and posts of one step. */
const TEXTS = 200;
const POSTS = 5000;

async function searchTexts(db: Db, match: WordMatcher): Promise<void> {
  for (let after = '0'; ; ) {
    const texts = await queries.standing(db, after, TEXTS);
    for (const text of texts) {
      const parts = [
        { label: '标题', text: text.title },
        { label: '摘要', text: text.summary },
        { label: '正文', text: text.words },
        { label: '更正说明', text: text.note },
        ...partsOfFiles(await textsOf(db, text.files)),
      ];
      const { stops, reminds } = findWords(parts, match);
      const [firstFinding] = [...stops, ...reminds];
      if (!firstFinding) continue;
      await openTodo(db, {
        roleId: ROLE.worker,
        orgId: text.orgId,
        orgCode: text.orgCode,
        accountId: null,
        module: MODULE,
        title: `核对用词：${text.title}`,
        detail: `词库有变化，已发布的内容${firstFinding}；请更正或撤下`,
        act: '核对',
        jumpUrl: deskPath(text),
        dueOn: null,
        subject: wordSubject(text.id),
      });
    }
    const last = texts.at(-1);
    if (!last || texts.length < TEXTS) return;
    after = last.id;
  }
}

async function searchPosts(db: Db, words: readonly queries.NewWord[]): Promise<void> {
  const forbidden = words.filter(({ kind }) => kind === 1);
  if (forbidden.length === 0) return;
  const match = matcherOf(forbidden);
  const folded = forbidden.map((word) => word.folded);
  for (let after: string | null = '0'; after !== null; ) {
    const step: Awaited<ReturnType<typeof queries.postsWith>> = await queries.postsWith(db, folded, after, POSTS);
    for (const post of step.found) {
      const [firstFinding] = findWords([{ label: '内容', text: post.content }], match).stops;
      if (!firstFinding) continue;
      await openModeratorTodo(
        db,
        { id: post.orgId, code: post.orgCode },
        {
          subject: reportSubject(post.id),
          postId: post.id,
          title: `处理${post.name}所发动态的用词`,
          detail: `词库有变化，${firstFinding.replace('，请删除或改写', '')}`,
          act: '处理',
        },
      );
    }
    after = step.last;
  }
}

/** Searches what readers have before them for words that came since, and tells whoever answers for it. */
export async function searchNewWords({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (trx) => {
      const words = await queries.newWords(trx, WORDS);
      if (words.length === 0) return false;
      await searchTexts(trx, matcherOf(words));
      await searchPosts(trx, words);
      await wordsScanned(trx, words);
      return words.length === WORDS;
    });
  }
}
