import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { receiveBytes, saveFile, storeFile } from '#platform/server/files/files.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import { paintPng, SCENES } from './pictures.ts';

/** A small book: a title page, then a page for each chapter. */
const BOOK = `#import "/kit.typ": *
#show: paper.with(width: 148mm, height: 210mm)
#v(45mm)
#heading-line(data.title, size: 24pt)
#align(center, data.author)
#for chapter in data.chapters {
  pagebreak()
  heading-line(chapter.title, size: 16pt)
  set par(first-line-indent: (amount: 2em, all: true), justify: true)
  for line in chapter.lines { par(line) }
}
`;

const BOOKS = [
  {
    title: '江南街道红色故事读本',
    author: '江南街道党建办',
    publisher: '街道内部资料',
    intro: '渡口夜校、山乡筑路、抗洪护堤三个故事，供主题党日共读。',
    chapters: [
      {
        title: '渡口夜校',
        lines: [
          '渡口边的旧仓房，白天堆船篙，夜里点起两盏马灯，就成了夜校。',
          '教书的是一位小学教员。他把识字课编成顺口溜，先教“船”“工”“人”，再教“我们”。',
          '三年里，从这里走出来十一名党员。',
        ],
      },
      {
        title: '山乡筑路',
        lines: [
          '路要从半山腰凿过去。没有机械，村民用钢钎和大锤，一个冬天凿出四里。',
          '支部把最险的一段留给党员。开工那天，支书第一个系上绳子。',
        ],
      },
      {
        title: '抗洪护堤',
        lines: ['水位一夜涨了两米。堤上的马灯排成一线，隔五十步一盏，灯下都站着人。', '天亮时水退了，没有一处漏。'],
      },
    ],
  },
  {
    title: '支部工作手边书',
    author: '区委组织部',
    publisher: '区委组织部编印',
    intro: '开会、发展党员、收缴党费怎么做，一事一页。',
    chapters: [
      { title: '开好党员大会', lines: ['会前三天通知议题，会上逐项讨论，会后三天整理记录。'] },
      { title: '收缴党费', lines: ['每月按核定标准交纳，当面登记，按月公布。'] },
    ],
  },
];

/** Two books with their covers in the name of an organisation of the demo. */
export async function writeBooks(
  services: Services,
  tx: Db,
  org: { id: string; code: string; name: string },
  accountId: string,
): Promise<void> {
  for (const [at, { title, author, publisher, intro, chapters }] of BOOKS.entries()) {
    const { rows } = await sql<{ id: string }>`
      insert into box_book (org_id, org_code, title, author, publisher, intro, state, created_by, updated_by)
      values (${org.id}, ${org.code}, ${title}, ${author}, ${publisher}, ${intro}, 'published', ${org.name}, ${org.name})
      returning id`.execute(tx);
    const rowId = rows[0]?.id ?? '';
    const facts = { kind: 'noun.boxBook', rowId, orgCode: org.code, accountId, days: null };
    const { pdf } = await makePaper({ template: BOOK, data: { title, author, chapters } });
    const named = { name: `${title}.pdf`, mime: 'application/pdf' };
    const content = await storeFile(services, tx, { ...facts, ...named }, await receiveBytes(services, [pdf]));
    const paint = SCENES[(at + 1) % SCENES.length]?.paint;
    const cover = paint
      ? await saveFile(services, tx, { ...facts, name: `${title}.png`, mime: 'image/png' }, [paintPng(paint)])
      : '';
    await sql`update box_book set cover = ${cover}, content = ${content} where id = ${rowId}`.execute(tx);
  }
}
