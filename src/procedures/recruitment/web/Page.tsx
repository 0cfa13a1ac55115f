import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { ROLE } from '#kernel/session/contract.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Gone } from '#platform/web/show/states.tsx';
import { Corrections } from './Corrections.tsx';
import { Due } from './Due.tsx';
import { FileList } from './FileList.tsx';
import { Forms } from './Forms.tsx';
import { Handovers } from './Handovers.tsx';
import { Meetings } from './Meetings.tsx';
import { Overview } from './Overview.tsx';
import { OwnHome } from './own/OwnHome.tsx';
import { Plan } from './Plan.tsx';
import { Publicities } from './Publicities.tsx';
import { LISTS, type ListName } from './paths.ts';
import { Rules } from './Rules.tsx';
import { Talks } from './Talks.tsx';

/** Pages beside the lists of the stages, by their name in the address. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  corrections: Corrections,
  due: Due,
  meetings: Meetings,
  publicity: Publicities,
  handovers: Handovers,
  plan: Plan,
  rules: Rules,
  forms: Forms,
  talks: Talks,
};

/** `/affairs/recruitment/:page`: the overview, a list for each stage, and the pages about all of them. */
export default function Page() {
  const { page = '' } = useParams();
  const { roleId } = useSession().user;
  // Whoever has no office sees the own way, whichever page it is.
  if (roleId === ROLE.member || roleId === ROLE.floating) return <OwnHome />;
  if (page === 'overview') return <Overview />;
  const Own = PAGES[page];
  if (Own) return <Own />;
  if (page in LISTS) return <FileList key={page} name={page as ListName} />;
  return <Gone sentence="没有这个页面，请从“发展党员”概览进入" />;
}
