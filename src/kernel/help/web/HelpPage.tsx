import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { useBack } from '#platform/web/route/back.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type HelpListed, listHelp } from '../contract.ts';
import { inReadingOrder, type Line, MAX_DOCUMENTS, matchesWords } from '../rules.ts';
import HelpDocument from './HelpDocument.tsx';
import './help.css';

const PATH = '/help';
const addressOf = (id: string) => pathWithQuery(PATH, { id });

/** `/help?id=…`: the tree of titles at the left, the document at the right. */
export default function HelpPage() {
  const { search } = useLocation();
  const list = useCall(listHelp, { pageSize: MAX_DOCUMENTS }, { quiet: true });
  const lines = inReadingOrder(list.data?.rows ?? []);
  const wantedId = readQuery(search, ['id']).id;
  const chosen = wantedId ? { id: wantedId } : lines[0];
  const at = lines.findIndex(({ id }) => id === chosen?.id);
  const back = useBack();
  return (
    <div className="help-page">
      <PageHead>
        <Button icon="print" onClick={() => print()}>
          打印
        </Button>
        <Button icon="back" onClick={back}>
          返回
        </Button>
      </PageHead>
      {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton />}
      {list.data && lines.length === 0 && (
        <div className="card">
          <Empty title="还没有帮助文档">管理员在“帮助文档管理”中发布后，会显示在这里。</Empty>
        </div>
      )}
      {chosen && lines.length > 0 && (
        <div className="help-work">
          <Titles lines={lines} chosen={chosen.id} />
          <section className="card help-main" aria-label="文档内容">
            <HelpDocument id={chosen.id} />
            {at >= 0 && (
              <nav className="help-neighbours" aria-label="上一篇与下一篇">
                <Neighbour line={lines[at - 1]} word="上一篇" />
                <Neighbour line={lines[at + 1]} word="下一篇" />
              </nav>
            )}
          </section>
        </div>
      )}
    </div>
  );
}

function Neighbour({ line, word }: { line: HelpListed | undefined; word: string }) {
  if (!line) return <span className="muted small">没有{word}了</span>;
  return (
    <Link to={addressOf(line.id)}>
      {word}：{line.title}
    </Link>
  );
}

/** Milliseconds without a key before the texts are searched. */
const PAUSE = 250;

/** What is found in the texts for words that are being typed, by document; titles are found without asking. */
function useTexts(words: string) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const isAsked = asked !== '' && words !== '';
  const found = useCall(listHelp, isAsked ? { title: asked, pageSize: MAX_DOCUMENTS } : null, { keepPrevious: true });
  const rows = isAsked ? (found.data?.rows ?? []) : [];
  return {
    passages: new Map(rows.map(({ id, passage }) => [id, passage])),
    isComing: words !== '' && (asked !== words || found.isFetching),
  };
}

/** The titles, each below the one above it; a search by words of title and text, by pinyin or initials shows what it finds without the tree. */
function Titles({ lines, chosen }: { lines: readonly Line<HelpListed>[]; chosen: string }) {
  const [words, setWords] = useState('');
  const { passages, isComing } = useTexts(words.trim());
  const found = words.trim() ? lines.filter((line) => matchesWords(words, line) || passages.has(line.id)) : lines;
  return (
    <nav className="card help-titles" aria-label="帮助目录">
      <label className="field-box tree-search">
        <Icon name="search" />
        <input
          type="search"
          maxLength={40}
          autoComplete="off"
          aria-label="查找帮助"
          placeholder="标题、正文或拼音"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      {found.length === 0 && !isComing && (
        <p className="help-none">没有标题或正文含“{words.trim()}”的文档，换个说法试试</p>
      )}
      <ul>
        {found.map((line) => (
          <li key={line.id}>
            <Link
              className={`help-entry level-${words.trim() ? 1 : Math.min(line.level, 4)}`}
              to={addressOf(line.id)}
              aria-current={line.id === chosen ? 'page' : undefined}
            >
              <span>{line.title}</span>
              {words.trim() && <Passage of={passages.get(line.id)} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The place of a document's text where the words stand. */
function Passage({ of }: { of: HelpListed['passage'] | undefined }) {
  if (!of) return null;
  return (
    <span className="help-passage">
      {of.before}
      <mark>{of.words}</mark>
      {of.after}
    </span>
  );
}
