import { expect, type Page } from '@playwright/test';
import { ROOM_ORDER } from '../scripts/check/structure.ts';
import { hasPage } from '../src/platform/web/session/siteKind.ts';
import { webModules } from '../src/rooms/web.ts';
import { EXAMPLES, idsBy } from './support/examples.ts';
import { typingOn } from './support/formPages.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, CITY, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, test } from './support/test.ts';
import { leaveTyped, WAYS } from './support/typing.ts';

/** Who opens the pages, in turn, until one of them finds something to type into. */
const ACCOUNTS = [BRANCH_WORKER, BASE_WORKER, CITY, ADMIN, MEMBER] as const;
/** What ends the session, what is named or looked up by whoever is not signed in, and the span that a page of figures is asked for. */
const NO_WORK =
  /^\/(login|bpLogin|other|safeCenter\/retrievePwd|box\/terminal|verify\/:code\?|affairs\/relation\/balance|decisionSupport\/dataReport\/:page)$/;
/** Forms of what stands in no demo, by the journey or test that makes it; they stand on the same kit. */
const OF_JOURNEYS: Readonly<Record<string, string>> = {
  '/importWork/finishMyKeyWork': 'keyWork.spec.ts',
  '/affairs/mobilePartyMembers/moveApply': 'floating.spec.ts',
  '/affairs/task/add/:parentTaskID/:parentCircleID': 'office.spec.ts',
  '/affairs/dues/bulk-hand-in/:ids': 'dues.spec.ts',
  '/affairs/approval/mend/:id': 'workflow.spec.ts',
  '/affairs/organization/change/edit/:id': 'orgChange.spec.ts',
  '/affairs/task/edit/:id': 'office.spec.ts',
  '/affairs/task/view/:id': 'office.spec.ts',
  '/affairs/event/editDemocraticLifeMeeting/:id/:orgId': 'lifeMatters.spec.ts',
  '/affairs/event/developPartyMember/:id/:type/:meetingID': 'life.spec.ts',
  '/affairs/relation/viewRelationLetter': 'relation.spec.ts',
  '/affairs/relation/editTransferLetter/:transferOutMemberID': 'relation.spec.ts',
  '/affairs/task/form/:id': 'office.spec.ts',
  '/affairs/meeting/editeMeetingRecord/:mid/:dataid': 'workMeeting.spec.ts',
  '/affairs/variation/variationRestore/:id': 'variation.spec.ts',
  '/service/volunteer/activity/:id': 'volunteer.spec.ts',
};
/** In as many portions, each by whoever runs out of work first. */
const PORTIONS = 3;

const ROUTES = webModules.flatMap(({ name, routes }) => {
  const room = ROOM_ORDER.find((room) => room.endsWith(`/${name}`)) ?? '';
  return routes.flatMap(({ path, permission, load, places = [] }) => {
    const typing = typingOn(room, load);
    const isSeen = hasPage('city', path) && !NO_WORK.test(path) && typing !== 'none' && !(path in OF_JOURNEYS);
    if (!isSeen) return [];
    // One of several pages behind a parameter has the form: each is opened.
    return [
      { path, permission, isForm: typing === 'form' && places.length === 0 },
      ...places.map((place) => ({ path: place.path, permission: place.permission, isForm: false })),
    ];
  });
});

test.describe.configure({ mode: 'parallel' });

const mayOpen = (permission: string | undefined, keys: readonly string[]) =>
  !permission || keys.includes('*:*:*') || permission.split(',').some((key) => keys.includes(key));

/** The ids that the addresses name, by who may see them: asked once in each process. */
const known = new Map<string, ReturnType<typeof idsBy>>();

/** Turns the path of a route into an address that the account may open; null where there is nothing to open. */
async function addressesFor(page: Page, account: string): Promise<(path: string) => string | null> {
  const asking = known.get(account) ?? idsBy((path, body) => (body ? askBy(page, path, body) : ask(page, path)));
  known.set(account, asking);
  const ids = await asking;
  return (path) => {
    const example = EXAMPLES[path] ?? path.replace(/\/:\w+\?/g, '');
    // Where there is nothing to open, the form for a new one stands at the same address.
    const address = example.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'add');
    return address.includes(':') ? null : address;
  };
}

for (let portion = 0; portion < PORTIONS; portion++) {
  test(`what is typed into a page is kept or asked about, however it is left, portion ${portion + 1} of ${PORTIONS}`, async ({
    page: first,
  }) => {
    let page = first;
    let left = ROUTES.filter((_route, at) => at % PORTIONS === portion);
    // Each page is left in one way, the next one in the next.
    let turn = portion;
    for (const account of ACCOUNTS) {
      await page.goto('about:blank');
      await signIn(page, account);
      const { permissionKeys } = (await ask(page, '/api/getInfo')).data;
      const addressOf = await addressesFor(page, account);
      const done = new Set<string>();
      for (const { path, permission, isForm } of left) {
        const address = mayOpen(permission, permissionKeys) ? addressOf(path) : null;
        if (address === null) continue;
        const way = WAYS[turn % WAYS.length] ?? 'menu';
        const found = await leaveTyped(page, { address, way, account });
        page = found.page;
        expect.soft(found.lost, `${path}, left by ${way}: lost`).toBe('');
        if (found.fields > 0) turn++;
        // A page that is no form by its source has been looked at, whether there was something to type into or not.
        if (found.fields > 0 || !isForm) done.add(path);
      }
      left = left.filter(({ path }) => !done.has(path));
    }
    expect(
      left.filter(({ isForm }) => isForm).map(({ path }) => path),
      'forms that nobody could type into',
    ).toEqual([]);
  });
}
