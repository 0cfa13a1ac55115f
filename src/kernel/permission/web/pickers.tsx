import { type ReactNode, useState } from 'react';
import { getOrg, type OrgTreeNode, orgTree } from '#people/org/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { TreeField } from '#platform/web/form/TreeField.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Tree, type TreeNode } from '#platform/web/tree/Tree.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

const read = (reply: unknown) =>
  (reply as (OrgTreeNode & { path?: string })[]).map(
    ({ id, name, parentId, isLeaf, path }): TreeNode => ({ id, name, parentId, isLeaf, path }),
  );

/** The tree of the organisations within the session's scope; this module lies below the one that knows them. */
export function PlaceTree({
  selectedId,
  onSelect,
}: {
  selectedId: string | null;
  onSelect: (org: { id: string; name: string }) => void;
}) {
  return (
    <Tree
      label="组织"
      endpoint={orgTree}
      read={read}
      placeholder="名称、拼音首字母"
      selectedId={selectedId}
      onSelect={onSelect}
    />
  );
}

/** Below a field of what the session may give: its hint, or that it is not there yet, or could not be had. */
export function GiveHint({
  give,
  children,
}: {
  give: { data: unknown; error: Error | null; refetch: () => unknown };
  children: ReactNode;
}) {
  if (give.data) return children;
  if (!give.error) return '正在读取可以授予的内容';
  return (
    <span role="alert">
      可以授予的内容没有读到：{give.error.message}
      <Button look="word" onClick={() => give.refetch()}>
        重试
      </Button>
    </span>
  );
}

/** The name of an organisation: of one that the page knows or the own one, else asked for; empty until it is there. */
export function usePlaceName(
  id: string,
  ...known: readonly ({ id: string; name: string } | null | undefined)[]
): string {
  const { user } = useSession();
  const found = [...known, { id: user.workOrgId, name: user.workOrg.name }].find((org) => org?.id === id);
  const orgQuery = useCall(getOrg, { orgId: id }, { quiet: true, enabled: id !== '' && !found });
  return found?.name ?? orgQuery.data?.name ?? '';
}

/** A form's field for an organisation; `known` is one whose name the page knows beside the own one; any other's is asked for. */
export function PlaceField({
  form,
  name,
  label,
  known,
  hint,
}: {
  form: Form;
  name: string;
  label: string;
  known?: { id: string; name: string } | null;
  hint?: string;
}) {
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(null);
  const id = form.text(name);
  const shown = usePlaceName(id, picked, known);
  return (
    <TreeField form={form} name={name} label={label} required hint={hint} shown={shown}>
      {(close) => (
        <PlaceTree
          selectedId={id || null}
          onSelect={(node) => {
            setPicked(node);
            form.set({ [name]: node.id });
            close();
          }}
        />
      )}
    </TreeField>
  );
}
