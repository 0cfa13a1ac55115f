import { Suspense, useMemo, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { TreeField } from '#platform/web/form/TreeField.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import type { ListState } from '#platform/web/list/useListState.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { Tree, type TreeNode } from '#platform/web/tree/Tree.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getOrg, type OrgTreeNode, orgTree } from '../contract.ts';
import { BRANCH_TYPES } from '../rules.ts';
import type { OrgDialogProps } from './OrgDialog.tsx';

interface OrgTreeProps {
  selectedId: string | null;
  onSelect: (org: { id: string; name: string }) => void;
  /** What the figure at the right counts; with `branches`, members, and only a branch can be chosen. */
  count: 'members' | 'organisations' | 'branches';
  /** Organisations to show opened, top first. */
  openIds?: readonly string[];
}

const nodesOf = (count: OrgTreeProps['count']) => (reply: unknown) =>
  (reply as (OrgTreeNode & { path?: string })[]).map(
    (node): TreeNode => ({
      id: node.id,
      name: node.name,
      parentId: node.parentId,
      isLeaf: node.isLeaf,
      count: count === 'organisations' ? node.childCount || undefined : node.memberCount,
      selectable: count !== 'branches' || BRANCH_TYPES.includes(node.type),
      path: node.path,
    }),
  );
const readers = { members: nodesOf('members'), organisations: nodesOf('organisations'), branches: nodesOf('branches') };

/** The tree of the organisations within the session's scope, found by name, pinyin or initials. */
export function OrgTree({ selectedId, onSelect, count, openIds }: OrgTreeProps) {
  return (
    <Tree
      label="组织"
      endpoint={orgTree}
      read={readers[count]}
      placeholder="名称、拼音首字母"
      selectedId={selectedId}
      onSelect={onSelect}
      openIds={openIds}
    />
  );
}

// Loaded when somebody opens it.
const LazyDialog = lazyPart(() => import('./OrgDialog.tsx'));

/** 选择组织, 900 pixels; confirming hands back the whole list. */
export function OrgDialog(props: OrgDialogProps) {
  return (
    <Suspense fallback={null}>
      <LazyDialog
        {...props}
        tree={(selectedId, onSelect) => <OrgTree count="organisations" selectedId={selectedId} onSelect={onSelect} />}
      />
    </Suspense>
  );
}

/**
 * An organisation's name and those above it by its id, for links that hold the id alone; the session's own without one.
 * `failed`: it cannot be read.
 */
export function useOrg(orgId: string | undefined) {
  const { user } = useSession();
  const id = orgId ?? user.workOrgId;
  const { data, error, refetch } = useCall(getOrg, { orgId: id }, { quiet: true, enabled: orgId !== undefined });
  const failed = error && !data ? { error, refetch } : null;
  return { id, name: data?.name ?? (orgId ? '' : user.workOrg.name), path: data?.path ?? [], failed };
}

/** The tree beside a list, opened to the organisation that the list is of. @param selectedId left out: that one, else the session's own */
export function OrgSideTree({
  state,
  count,
  selectedId,
}: {
  state: ListState;
  count: OrgTreeProps['count'];
  selectedId?: string | null;
}) {
  const org = useOrg(state.values.orgId);
  const openIds = useMemo(() => org.path.slice(0, -1).map(({ id }) => id), [org.path]);
  return (
    <OrgTree
      count={count}
      selectedId={selectedId === undefined ? org.id : selectedId}
      openIds={openIds}
      onSelect={(node) => state.change({ orgId: node.id })}
    />
  );
}

/** A form's field for an organisation within the scope: shows its name, opens the tree, and from there the dialog. */
export function OrgField({
  form,
  name,
  label,
  required,
  hint,
  count = 'members',
}: {
  form: Form;
  name: string;
  label: string;
  required?: boolean;
  hint?: string;
  count?: 'members' | 'organisations' | 'branches';
}) {
  const [asking, setAsking] = useState(false);
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(null);
  const id = form.text(name);
  const org = useOrg(id || undefined);
  const known = picked?.id === id ? picked.name : id ? org.name : '';
  // Of the topmost one of the scope the path is its own name, which stands in the field.
  const above = org.path.length > 1 && org.path.map((o) => o.name).join(' > ');
  // Something is chosen, also while its name is not there.
  const shown = known || (id && (org.failed ? '已选的组织（名称没有读到）' : '正在读取…'));
  const pick = (node: { id: string; name: string }) => {
    setPicked(node);
    form.set({ [name]: node.id });
  };
  return (
    <>
      <TreeField
        form={form}
        name={name}
        label={label}
        required={required}
        hint={hint ?? (id ? above : count === 'branches' && '请选到党支部')}
        shown={shown}
      >
        {(close) => (
          <>
            <OrgTree
              count={count}
              selectedId={id || null}
              openIds={org.path.map((o) => o.id)}
              onSelect={(node) => {
                pick(node);
                close();
              }}
            />
            <div className="tree-foot">
              <Button
                look="link"
                size="compact"
                onClick={() => {
                  close();
                  setAsking(true);
                }}
              >
                按条件查找…
              </Button>
            </div>
          </>
        )}
      </TreeField>
      {asking && (
        <OrgDialog
          title={`选择${label}`}
          multiple={false}
          chosen={id && known ? [{ id, name: known, note: org.path.at(-2)?.name ?? '' }] : []}
          refuse={({ type }) => (count === 'branches' && !BRANCH_TYPES.includes(type) ? '请选党支部' : '')}
          onConfirm={([chosen]) => pick(chosen ?? { id: '', name: '' })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
