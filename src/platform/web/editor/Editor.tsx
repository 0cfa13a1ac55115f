import { Selection } from '@tiptap/pm/state';
import { EditorContent, type EditorOptions, type Editor as TextEditor, useEditor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cleanHtml } from '../../text/richText.ts';
import { MAX_HTML } from '../../text/richTextRules.ts';
import { SiteContext } from '../session/session.ts';
import { readDocx } from './docx.ts';
import { editorExtensions, withChips } from './extensions.ts';
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
  /** Whether something that was brought in has not come to stand in the text yet. */
  onWaiting?: (waiting: boolean) => void;
  invalid?: boolean;
  /** Id of the hint or fault below. */
  describedBy?: string;
  placeholder?: string;
  /** Fields that may be put into the text, as chips; kept as their name in braces. */
  chips?: readonly string[];
  /** Whether videos are taken, which papers cannot show. */
  withVideo?: boolean;
}

const NO_CHIPS: readonly string[] = [];

/** How many signs are written; a part of its own, so that a text is counted before anything is typed. */
function Count({ editor }: { editor: TextEditor }) {
  return `${useEditorState({ editor, selector: ({ editor: at }) => at.state.doc.textContent.length })}字`;
}

const isMedia = ({ type }: File) => /^(image|video)\//.test(type);
const isDocument = ({ name }: File) => /\.docx?$/i.test(name);
/** Tab goes round within a box. */
function stayIn(event: KeyboardEvent<HTMLElement>): void {
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled, select, [contenteditable="true"]'),
  ].filter((one) => one.tabIndex >= 0);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (event.target !== from) return;
  event.preventDefault();
  to?.focus();
}

const OTHER_FILES = '这里只能放入图片、MP4视频和Word文档，其他文件请作为附件上传';

const quoted = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/**
 * The rich-text editor: 400 pixels high, whole window on request. Pasted and dropped content is cleaned by the profile; its pictures
 * are uploaded one after another, with a count.
 */
export default function Editor({
  label,
  value,
  onChange,
  onBlur,
  onWaiting,
  invalid,
  describedBy,
  placeholder = '',
  chips = NO_CHIPS,
  withVideo = true,
}: EditorProps) {
  const [full, setFull] = useState(false);
  const [linking, setLinking] = useState(false);
  const { sendAll, note, setNote, banner } = usePictures();
  const noteId = useId();
  const emitted = useRef(value);
  const live = useRef<TextEditor | null>(null);
  // The editor may be gone by the time the pictures are there.
  const insert = (html: string) => {
    if (live.current && !live.current.isDestroyed) live.current.chain().focus().insertContent(html).run();
  };
  const waits = useRef(0);
  const hearer = useRef(onWaiting);
  hearer.current = onWaiting;
  useEffect(() => () => hearer.current?.(false), []);
  /** A text that is saved meanwhile would lack what is still on its way. */
  const track = async (work: Promise<void>) => {
    waits.current += 1;
    hearer.current?.(true);
    await work.finally(() => {
      waits.current -= 1;
      if (waits.current === 0) hearer.current?.(false);
    });
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
  const paste = (html: string, rtf: string) => track(bringIn(readPasted(html, rtf)));
  /** Files of any kind, pasted or dropped: what a text may hold comes in, of all else is said that it may not. */
  const take = (files: readonly File[]) => {
    const [media, documents] = [files.filter(isMedia), files.filter(isDocument)];
    if (media.length > 0) void track(addFiles(media));
    for (const file of documents) void track(addDocument(file));
    if (media.length + documents.length < files.length) setNote(OTHER_FILES);
  };

  // Not every place of the editor lies within the frame that knows the site.
  const plugin = useContext(SiteContext)?.pastePlugin ?? null;
  const byPlugin = usePastePlugin(plugin, { onHtml: (html) => void paste(html, ''), onNote: setNote });

  const bring = useRef({ take, paste });
  bring.current = { take, paste };
  // The same at every drawing: options that differ are set anew, under the hands of whoever types.
  const [start] = useState(() => ({
    content: withChips(value, chips),
    extensions: editorExtensions(placeholder, chips),
  }));
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
        const files = html === '' ? [...(clipboardData?.files ?? [])] : [];
        if (files.length > 0) {
          bring.current.take(files);
          return true;
        }
        if (!/<img|mso-list/i.test(html)) return false;
        void bring.current.paste(html, clipboardData?.getData('text/rtf') ?? '');
        return true;
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (moved || files.length === 0) return false;
        // Where it was let go, not where the text was typed last; a file left to the browser would open in the page's place.
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))));
        bring.current.take(files);
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
    editor.commands.setContent(withChips(value, chips), { emitUpdate: false });
  }, [editor, value, chips]);
  if (!editor) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink to its box
    <div
      role="group"
      aria-label={`${label}编辑器`}
      className={['editor', full ? 'full' : '', invalid ? 'wrong' : ''].filter(Boolean).join(' ')}
      onKeyDown={(event) => {
        // A dialog that was opened from here has keys of its own.
        if (!event.currentTarget.contains(event.target as Node)) return;
        if (event.altKey && event.key === 'F10')
          event.currentTarget.querySelector<HTMLElement>('.editor-bar [tabindex="0"]')?.focus();
        // The page lies unseen behind the whole window: the keyboard stays here. What the text takes of Tab is prevented already.
        if (full && event.key === 'Tab' && !event.defaultPrevented) stayIn(event);
        if (event.key !== 'Escape' || !full) return;
        event.stopPropagation();
        setFull(false);
      }}
    >
      <Toolbar
        withVideo={withVideo}
        editor={editor}
        full={full}
        onFull={() => setFull(!full)}
        onFiles={take}
        onDocument={(file) => void track(addDocument(file))}
        onLink={() => setLinking(true)}
        onPlugin={plugin && byPlugin.paste}
        chips={chips}
      />
      <EditorContent editor={editor} className="editor-scroll" />
      {banner}
      {byPlugin.banner}
      <p className="editor-foot">
        <span role="status">{note}</span>
        <span>
          <Count editor={editor} />
          {value.length > MAX_HTML * 0.9 && `，内容快满了（${MAX_HTML / 10_000}万字以内，含格式）`}
        </span>
        <span id={noteId} className="visually-hidden">
          按 Alt 和 F10 到编辑工具
        </span>
      </p>
      {byPlugin.dialog}
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}
