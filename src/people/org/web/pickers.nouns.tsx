import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Form } from '#platform/web/form/useForm.ts';
import { ListPage, type ListPageProps } from '#platform/web/list/ListPage.tsx';
import type { ListRow } from '#platform/web/list/ListTable.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import type { NounWebHouse } from '#platform/web/noun/nounWeb.ts';
import { orgTree } from '../contract.ts';
import { OrgField, OrgSideTree, useOrg } from './pickers.tsx';

/** The tree beside a list of what lies in organisations; null where the session's scope is one organisation. */
export function useOrgSide() {
  // The tree's own first question: it is asked once.
  const { data } = useCall(orgTree, {}, { quiet: true });
  const isAlone = data?.length === 1 && data[0]?.isLeaf;
  return isAlone ? null : ORG_SIDE;
}

/** The tree of the organisations beside a list. */
export const ORG_SIDE = {
  label: () => '选择组织',
  content: (state: ListState) => <OrgSideTree state={state} count="organisations" />,
};

/** A list of what lies in organisations, with the tree beside it. */
export function OrgListPage<Row extends ListRow>(props: Omit<ListPageProps<Row>, 'side'>) {
  const side = useOrgSide();
  return <ListPage<Row> {...props} {...(side ? { side } : {})} />;
}

const Field = (props: { form: Form; name: string; label: string; required?: boolean; hint?: string }) => (
  <OrgField {...props} count="organisations" />
);

/** What the pages of nouns get of the modules below: `nounWeb(noun, calls, nounHouse, place, looks)`. */
export const nounHouse: NounWebHouse = {
  useDict,
  OrgField: Field,
  useSide: useOrgSide,
  useOrg,
  orgHref: (id) => `/affairs/organization/browseOrganization/${id}`,
  restore: restoreRecycled,
};
