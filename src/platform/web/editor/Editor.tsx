import { EditorContent, type EditorOptions, type Editor as TextEditor, useEditor, useEditorState } from '@tiptap/react';
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cleanHtml } from '../../richText.ts';
import { MAX_HTML } from '../../richTextRules.ts';
import { SiteContext } from '../session.ts';
import { readDocx } from './docx.ts';
import { extensions } from './extensions.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { addressOf } from './media.ts';
import { MAX_PICTURES, type Pasted, readPasted, TOO_MANY } from './paste.ts';
import { Toolbar } from './Toolbar.tsx';
import { usePastePlugin } from './usePastePlugin.tsx';
import { usePictures } from './usePictures.tsx';
import './editor.css';
import './richText.css';

export interface EditorProps {
  label: string;
  /** HTML of the profile. */
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  invalid?: boolean;
  /** Id of the hint or fault below. */
  describedBy?: string;
  placeholder?: string;
}

/** How many signs are written; a part of its own, so that a text is counted before anything is typed. */
function Count({ editor }: { editor: TextEditor }) {
  return `${useEditorState({ editor, selector: ({ editor: at }) => at.state.doc.textContent.length })}字`;
}

/** The pictures and videos among what was pasted or dropped. */
const mediaOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => /^(image|video)\//.test(type));

const quoted = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/**
 * The rich-text editor: 400 pixels high, whole window on request. What is pasted or dropped is cleaned by the profile;
 * its pictures are uploaded one after the other, with their count told.
 */
export default function Editor({
  label,
  value,
  onChange,
  onBlur,
  invalid,
  describedBy,
  placeholder = '',
}: EditorProps) {
  const [full, setFull] = useState(false);
  const [linking, setLinking] = useState(false);
  const { sendAll, note, setNote, strip } = usePictures();
  const noteId = useId();
  const emitted = useRef(value);
  const live = useRef<TextEditor | null>(null);
  // The editor may be gone by the time the pictures are there.
  const insert = (html: string) => {
    if (live.current && !live.current.isDestroyed) live.current.chain().focus().insertContent(html).run();
  };
  const addFiles = async (files: readonly File[]) => {
    if (files.length === 0) return;
    if (files.length > MAX_PICTURES) return setNote(TOO_MANY);
    const keys = await sendAll(files);
    const html = keys.map((key, index) => {
      if (!key) return '';
      const file = files[index];
      return file?.type.startsWith('video/')
        ? `<video src="${addressOf(key)}" controls></video>`
        : `<img src="${addressOf(key)}" alt="${quoted(file?.name ?? '')}">`;
    });
    insert(html.join(''));
  };
  const addDocument = async (file: File) => {
    setNote('正在读取文档');
    try {
      const read = await readDocx(file);
      setNote(read.pictures.length === 0 ? '文档已导入' : '');
      await bringIn(read);
    } catch (error) {
      setNote((error as Error).message);
    }
  };
  const bringIn = async (pasted: Pasted) => {
    if (pasted.pictures.length > MAX_PICTURES) return setNote(TOO_MANY);
    const keys = pasted.pictures.length > 0 ? await sendAll(pasted.pictures) : [];
    insert(pasted.html(keys));
  };
  const paste = (html: string, rtf: string) => bringIn(readPasted(html, rtf));

  // Not every place of the editor lies within the frame that knows the site.
  const plugin = useContext(SiteContext)?.pastePlugin ?? null;
  const byPlugin = usePastePlugin(plugin, { onHtml: (html) => void paste(html, ''), onNote: setNote });

  const bring = useRef({ addFiles, paste });
  bring.current = { addFiles, paste };
  // The same at every drawing: options that differ are set anew, under the hands of whoever types.
  const [start] = useState(() => ({ content: value, extensions: extensions(placeholder) }));
  const editorProps = useMemo<EditorOptions['editorProps']>(
    () => ({
      attributes: {
        class: 'rich-text editor-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-invalid': String(invalid === true),
        'aria-describedby': [describedBy, noteId].filter(Boolean).join(' '),
      },
      transformPastedHTML: cleanHtml,
      handlePaste: (_view, event) => {
        const { clipboardData } = event;
        const html = clipboardData?.getData('text/html') ?? '';
        // Word puts a picture of the whole beside its HTML; the HTML says more.
        const files = html === '' ? mediaOf(clipboardData) : [];
        if (files.length > 0) {
          void bring.current.addFiles(files);
          return true;
        }
        if (!/<img|mso-list/i.test(html)) return false;
        void bring.current.paste(html, clipboardData?.getData('text/rtf') ?? '');
        return true;
      },
      handleDrop: (_view, event, _slice, moved) => {
        const files = mediaOf(event.dataTransfer);
        if (moved || files.length === 0) return false;
        void bring.current.addFiles(files);
        return true;
      },
    }),
    [label, invalid, describedBy, noteId],
  );
  const editor = useEditor({
    ...start,
    editorProps,
    // Its style element is not allowed by the page's policy; editor.css says the same.
    injectCSS: false,
    // One made while rendering is destroyed again where the rendering takes longer than a moment.
    immediatelyRender: false,
    onUpdate: ({ editor: at }) => {
      emitted.current = at.isEmpty ? '' : at.getHTML();
      onChange(emitted.current);
    },
    onBlur: () => onBlur?.(),
  });
  live.current = editor;
  useEffect(() => {
    if (!editor || value === emitted.current) return;
    // A draft was taken back, or somebody else's text came in.
    emitted.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  if (!editor) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink to its box
    <div
      role="group"
      aria-label={`${label}编辑器`}
      className={['editor', full ? 'full' : '', invalid ? 'wrong' : ''].filter(Boolean).join(' ')}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'F10')
          event.currentTarget.querySelector<HTMLElement>('.editor-bar button:enabled, .editor-bar select')?.focus();
        if (event.key !== 'Escape' || !full) return;
        event.stopPropagation();
        setFull(false);
      }}
    >
      <Toolbar
        editor={editor}
        full={full}
        onFull={() => setFull(!full)}
        onFiles={(files) => void addFiles(files)}
        onDocument={(file) => void addDocument(file)}
        onLink={() => setLinking(true)}
        onPlugin={plugin && byPlugin.paste}
      />
      <EditorContent editor={editor} className="editor-scroll" />
      {strip}
      {byPlugin.strip}
      <p className="editor-foot">
        <span role="status">{note}</span>
        <span>
          <Count editor={editor} />
          {value.length > MAX_HTML * 0.9 && `，内容快满了（${MAX_HTML / 10_000}万字以内，含格式）`}
        </span>
        <span id={noteId} className="unseen">
          按 Alt 和 F10 到编辑工具
        </span>
      </p>
      {byPlugin.dialog}
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}
