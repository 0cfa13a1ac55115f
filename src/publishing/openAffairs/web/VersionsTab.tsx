import { useState } from 'react';
import { compareLines, linesOf } from '#kernel/help/rules.compare.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { type AffairDetail, getVersion, listVersions } from '../contract.ts';
import { Attachments } from './parts.tsx';

/** 历次版本: every approved text, one of them whole or beside the one before it. */
export function VersionsTab({ affair }: { affair: AffairDetail }) {
  const list = useCall(listVersions, { id: affair.id }, { quiet: true });
  const [chosen, setChosen] = useState<number | null>(null);
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton />;
  if (list.data.length === 0) return <Empty title="还没有公开过">送审同意后，每次公开的文本都留在这里。</Empty>;
  const number = chosen ?? list.data[0]?.number ?? 1;
  return (
    <div className="open-versions">
      <ul className="open-version-list" aria-label="历次版本">
        {list.data.map((version) => (
          <li key={version.number}>
            <Pressable
              className="open-version"
              aria-pressed={version.number === number}
              onClick={() => setChosen(version.number)}
            >
              <span>
                第{version.number}版{version.isShown && <span className="tag ok">现在</span>}
              </span>
              <span className="muted small">{dateTime(version.publishedAt)}</span>
              <span className="muted small">
                {version.writtenBy}送审，{version.approvedBy}同意
              </span>
              {version.note && <span className="small">更正：{version.note}</span>}
            </Pressable>
          </li>
        ))}
      </ul>
      <Version key={number} id={affair.id} number={number} />
    </div>
  );
}

const useVersion = (id: string, number: number) =>
  useCall(getVersion, { id, number }, { quiet: true, enabled: number > 0 });

function Version({ id, number }: { id: string; number: number }) {
  const found = useVersion(id, number);
  const before = useVersion(id, number - 1);
  const [compared, setCompared] = useState(number > 1);
  if (!found.data) return <Waiting query={found} lines={8} />;
  return (
    <section className="open-article" aria-label={`第${number}版`}>
      {number > 1 && (
        <Button aria-pressed={compared} onClick={() => setCompared(!compared)}>
          {compared ? '看全文' : `与第${number - 1}版对照`}
        </Button>
      )}
      {compared ? (
        <Beside before={before} later={found.data} />
      ) : (
        <>
          <h2 className="open-title">{found.data.title}</h2>
          <RichText html={decodeHtml(found.data.content)} />
          <Attachments files={found.data.files} />
        </>
      )}
    </section>
  );
}

/** A version beside the one before it; where that does not come, the text itself is one press away. */
function Beside({ before, later }: { before: ReturnType<typeof useVersion>; later: Text }) {
  if (before.data) return <Compared earlier={before.data} later={later} />;
  return before.error ? <Failed error={before.error} onRetry={() => before.refetch()} /> : <Skeleton lines={8} />;
}

const SIGNS = { same: '', gone: '−', new: '+' } as const;
const WORDS = { same: '', gone: '上一版有，这一版没有：', new: '这一版新加：' } as const;
type Text = { title: string; content: string; files: readonly { name: string }[] };

function Compared({ earlier, later }: { earlier: Text; later: Text }) {
  const linesIn = ({ title, content, files }: Text) => [
    title,
    ...linesOf(decodeHtml(content)),
    ...files.map(({ name }) => `〔附件：${name}〕`),
  ];
  const lines = compareLines(linesIn(earlier), linesIn(later));
  const changed = lines.filter(({ kind }) => kind !== 'same').length;
  return (
    <>
      <p className="muted small">
        {changed === 0 ? '文字与上一版相同。' : '与上一版相比，划线的去掉了，底色标出的是新加的。'}
      </p>
      <ul className="open-compared" aria-label="与上一版对照">
        {lines.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and the list does not change
          <li key={at} className={kind}>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            <span>
              {WORDS[kind] && <span className="visually-hidden">{WORDS[kind]}</span>}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
