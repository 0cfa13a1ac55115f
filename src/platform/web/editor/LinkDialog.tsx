import type { Editor } from '@tiptap/react';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Button } from '../ui/Button.tsx';

/** The address of a link; empty takes the link away. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''));
  const [fault, setFault] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands in the page's form as far as React's events go.
    event.stopPropagation();
    const href = address.trim();
    if (href && !/^(https?:\/\/|mailto:|tel:|#\/|\/[^/\\])/i.test(href)) {
      setFault('请输入以 https:// 开头的地址，或本平台以 #/ 开头的地址');
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (!href) chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <Dialog
      title="链接"
      icon="link"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={id} look="primary">
            确定
          </Button>
        </>
      }
    >
      <form id={id} className="dialog-form" noValidate onSubmit={submit}>
        <label className="field-label" htmlFor={`${id}-address`}>
          地址
        </label>
        <span className={fault ? 'field-box wrong' : 'field-box'}>
          <input
            id={`${id}-address`}
            autoComplete="off"
            placeholder="https://"
            aria-invalid={fault !== ''}
            aria-describedby={`${id}-note`}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </span>
        <p id={`${id}-note`} className={fault ? 'field-fault' : 'field-hint'}>
          {fault || '留空则去掉链接'}
        </p>
      </form>
    </Dialog>
  );
}
