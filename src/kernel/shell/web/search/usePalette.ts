import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HITS, type Hit, SEARCH_KINDS, searchAll, searchRecent } from '#overview/search/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { PagesContext } from '#platform/web/route/manifests.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useSession, useSite } from '#platform/web/session/session.ts';
import { MenuContext } from '#platform/web/shell/menu.ts';
import { setDisplayMode, useDisplayMode } from '#platform/web/show/displayMode.ts';
import type { IconName } from '#platform/web/show/icons.tsx';
import { actsOf, type Entry, type FrameAct, findEntries, pagesOf } from './entries.ts';
import { type Choice, recentChoices, rememberChoice } from './recent.ts';

/** One line of the palette. */
export interface Item {
  key: string;
  icon: IconName;
  title: string;
  mark: readonly [number, number] | null;
  detail: string;
  run: () => void;
}

export interface Section {
  title: string;
  items: readonly Item[];
  /** There are more than are shown. */
  more: boolean;
}

/** Milliseconds of rest after a key before the server is asked. */
const REST = 120;
/** How many pages stand below the recent choices before anything is typed. */
const USUAL = 6;

const ICONS: Readonly<Record<Hit['kind'], IconName>> = {
  member: 'person',
  org: 'organisation',
  unit: 'briefcase',
  notice: 'bell',
  announcement: 'bell',
  news: 'news',
  document: 'book',
  task: 'calendarCheck',
  workMeeting: 'members',
  help: 'help',
};

function pathOf({ kind, id }: Pick<Hit, 'kind' | 'id'>): string {
  switch (kind) {
    case 'member':
      return `/affairs/member/browse/${id}`;
    case 'org':
      return `/affairs/organization/browseOrganization/${id}`;
    case 'unit':
      return `/affairs/company/browseCompany/${id}`;
    case 'notice':
      return pathWithQuery('/news', { id });
    case 'announcement':
      return `/archive/announcement/view/${id}`;
    case 'task':
      return `/affairs/task/view/${id}`;
    case 'workMeeting':
      return `/affairs/meeting/viewMeetingRecord/${id}/0`;
    case 'document':
      return `/education/knowledge/knowledgeBrowse/${id}/now`;
    case 'news':
      return `/newsInformation/article/view/${id}`;
    default:
      return pathWithQuery('/help', { id });
  }
}

/**
 * What the palette shows for a text.
 * @param text as it stands in the field
 * @param composing an input method is at work: nothing is asked before it is done
 * @returns `settled`: the sections belong to the text; until then they are those of the text before
 */
export function usePalette(text: string, composing: boolean, onClose: () => void, onAct: (act: FrameAct) => void) {
  const session = useSession();
  const { kind: site } = useSite();
  const mode = useDisplayMode();
  const pages = useContext(PagesContext);
  const menu = useContext(MenuContext);
  const navigate = useNavigate();
  const [choices] = useState(() => recentChoices(session));
  const known = choices.filter((choice) => choice.kind !== 'page');
  const typed = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    if (composing || typed === asked) return;
    const timer = setTimeout(() => setAsked(typed), typed === '' ? 0 : REST);
    return () => clearTimeout(timer);
  }, [typed, asked, composing]);

  const acting = /^[>》＞]/.test(asked);
  const words = acting ? '' : asked;
  const found = useCall(searchAll, { words }, { enabled: words !== '', quiet: true, keepPrevious: true });
  const recent = useCall(searchRecent, { items: known }, { enabled: known.length > 0, quiet: true });

  const pageEntries = useMemo(() => pagesOf(session, site, pages, menu), [session, site, pages, menu]);
  const actEntries = useMemo(() => actsOf(session, site, pages, mode), [session, site, pages, mode]);

  const go = (path: string, choice: Choice) => {
    onClose();
    rememberChoice(session, choice);
    navigate(path);
  };
  const hitItem = (hit: Hit): Item => ({
    key: `${hit.kind}:${hit.id}`,
    icon: ICONS[hit.kind],
    title: hit.title,
    mark: hit.mark,
    detail: hit.detail,
    run: () => go(pathOf(hit), hit),
  });
  const entryItem = ({ title, icon, detail, does, mark }: Entry & { mark?: readonly [number, number] }): Item => ({
    key: `entry:${title}`,
    icon,
    title,
    mark: mark ?? null,
    detail,
    run: () => {
      if ('path' in does) return go(does.path, { kind: 'page', id: does.path });
      if ('act' in does) return onAct(does.act);
      setDisplayMode(does.look);
      onClose();
    },
  });

  const recentItems = choices.flatMap((choice) => {
    if (choice.kind === 'page') {
      const entry = [...pageEntries, ...actEntries].find(({ does }) => 'path' in does && does.path === choice.id);
      return entry ? [entryItem(entry)] : [];
    }
    const hit = recent.data?.find(({ kind, id }) => kind === choice.kind && id === choice.id);
    return hit ? [hitItem(hit)] : [];
  });

  function sections(): Section[] {
    const section = (title: string, items: readonly Item[], more = false) => ({ title, items, more });
    if (acting) {
      const act = asked.slice(1).trim();
      const all = act === '' ? actEntries : findEntries(actEntries, act, actEntries.length);
      return [section('动作', all.map(entryItem))];
    }
    if (words === '') {
      const shown = new Set(recentItems.map(({ key }) => key));
      const usual = pageEntries
        .filter(({ does }) => 'path' in does)
        .map(entryItem)
        .filter(({ key }) => !shown.has(key));
      return [section('最近', recentItems), section('功能', usual.slice(0, USUAL))];
    }
    // What was chosen before stands first among its like.
    const place = (hit: Hit) => {
      const at = choices.findIndex(({ kind, id }) => kind === hit.kind && id === hit.id);
      return at < 0 ? choices.length : at;
    };
    const ofKind = (kind: Hit['kind']) => {
      const group = found.isError ? undefined : found.data?.find((one) => one.kind === kind);
      const hits = [...(group?.hits ?? [])].sort((a, b) => place(a) - place(b));
      return section(SEARCH_KINDS[kind], hits.map(hitItem), group?.more ?? false);
    };
    return [
      ofKind('member'),
      ofKind('org'),
      ofKind('unit'),
      section('功能', findEntries(pageEntries, words, HITS).map(entryItem)),
      section('动作', findEntries(actEntries, words, HITS).map(entryItem)),
      ofKind('notice'),
      ofKind('announcement'),
      ofKind('task'),
      ofKind('workMeeting'),
      ofKind('news'),
      ofKind('document'),
      ofKind('help'),
    ];
  }

  const answered = words === '' || (!found.isPending && !found.isPlaceholderData);
  // Pages are found at once; they wait for the others, so that nothing moves below the hand.
  const shown = useRef<Section[]>([]);
  if (answered) shown.current = sections().filter(({ items }) => items.length > 0);
  return {
    sections: shown.current,
    asked: words,
    settled: typed === asked && answered,
    /** The recent choices are still to come. */
    waiting: words === '' && !acting && recent.isLoading,
    error: words === '' ? null : found.error,
  };
}
