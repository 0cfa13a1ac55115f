import { useState } from 'react';
import { type OrgTreeNode, orgTree } from '#modules/org/contract.ts';
import { TreeField } from '#platform/web/form/TreeField.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Tree, type TreeNode } from '#platform/web/tree/Tree.tsx';

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

/** A form's field for an organisation; `shown` is the name of the one that the form starts with. */
export function PlaceField({
  form,
  name,
  label,
  shown,
  hint,
}: {
  form: Form;
  name: string;
  label: string;
  shown: string;
  hint?: string;
}) {
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(null);
  const id = form.text(name);
  return (
    <TreeField
      form={form}
      name={name}
      label={label}
      required
      hint={hint}
      shown={picked?.id === id ? picked.name : id ? shown : ''}
    >
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
