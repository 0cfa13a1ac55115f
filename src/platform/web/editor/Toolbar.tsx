import { type Editor, useEditorState } from '@tiptap/react';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { TEXT_COLOURS, TEXT_SIZES } from '../../text/richTextRules.ts';
import { Pressable } from '../ui/Button.tsx';

const HEADINGS = [
  [2, '一级标题'],
  [3, '二级标题'],
  [4, '三级标题'],
] as const;
const PLACES = [
  [null, '左对齐'],
  ['center', '居中'],
  ['right', '右对齐'],
  ['justify', '两端对齐'],
] as const;

interface ToolbarProps {
  editor: Editor;
  full: boolean;
  onFull: () => void;
  onFiles: (files: File[]) => void;
  onDocument: (file: File) => void;
  onLink: () => void;
  /** Asks the paste plug-in of this machine; null where the site does without. */
  onPlugin: (() => void) | null;
  /** Fields that may be put in; none: there is no such choice. */
  chips: readonly string[];
  withVideo: boolean;
}

/** The editor's acts. Tab comes in once; arrows go along, as in every toolbar. */
export function Toolbar({
  editor,
  full,
  onFull,
  onFiles,
  onDocument,
  onLink,
  onPlugin,
  chips,
  withVideo,
}: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const left = useRef<EventTarget | null>(null);
  const acts = () => [...(bar.current?.querySelectorAll<HTMLElement>('button:enabled, select') ?? [])];
  /** Tab comes to the act that was left last, else to the first. */
  const rove = () => {
    const all = acts();
    const stop = all.find((one) => one === left.current) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  };
  useEffect(rove);
  const picture = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLInputElement>(null);
  const word = useRef<HTMLInputElement>(null);
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      block: String(HEADINGS.find(([level]) => at.isActive('heading', { level }))?.[0] ?? ''),
      size: String(at.getAttributes('size').value ?? ''),
      colour: String(at.getAttributes('colour').value ?? ''),
      align: at.getAttributes('heading').align ?? at.getAttributes('paragraph').align ?? '',
      indent: at.isActive('paragraph', { indent: true }),
      bold: at.isActive('bold'),
      underline: at.isActive('underline'),
      italic: at.isActive('italic'),
      bullets: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      link: at.isActive('link'),
      table: at.isActive('table'),
      undo: at.can().undo(),
      redo: at.can().redo(),
    }),
  });
  const act = () => editor.chain().focus();
  const button = (word: string, run: () => void, more: { on?: boolean; off?: boolean; sign?: ReactNode } = {}) => (
    <Pressable
      className="editor-act"
      title={word}
      aria-label={word}
      aria-pressed={more.on}
      disabled={more.off}
      // A press of the mouse leaves the cursor in the text: what is typed right after it must not go to the button.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {more.sign ?? word}
    </Pressable>
  );
  const choice = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    run: (value: string) => void,
  ) => (
    <select
      className="editor-choice"
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => run(event.target.value)}
    >
      {options.map(([of, word]) => (
        <option key={of} value={of}>
          {word}
        </option>
      ))}
    </select>
  );
  const setLook = (look: Record<string, unknown>) =>
    act().updateAttributes('paragraph', look).updateAttributes('heading', look).run();
  const mark = (name: string, value: string) =>
    value ? act().setMark(name, { value }).run() : act().unsetMark(name).run();
  const move = (event: KeyboardEvent) => {
    const all = acts();
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    // Also from a list of choices, whose own keys are up and down.
    event.preventDefault();
    all[to % all.length]?.focus();
  };
  const picked = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    event.target.value = '';
  };
  return (
    <div
      ref={bar}
      className="editor-bar"
      role="toolbar"
      aria-label="编辑工具"
      onKeyDown={move}
      onFocus={(event) => {
        left.current = event.target;
        rove();
      }}
    >
      {chips.length > 0 &&
        choice('插入字段', '', [['', '插入字段'], ...chips.map((name) => [name, name] as const)], (name) => {
          if (name) act().insertContent({ type: 'chip', attrs: { name } }).run();
        })}
      {button('撤销', () => act().undo().run(), { off: !now.undo })}
      {button('重做', () => act().redo().run(), { off: !now.redo })}
      {choice(
        '段落',
        now.block,
        [['', '正文'], ...HEADINGS.map(([level, word]) => [String(level), word] as const)],
        (v) =>
          v
            ? act()
                .setHeading({ level: Number(v) as 2 | 3 | 4 })
                .run()
            : act().setParagraph().run(),
      )}
      {choice('字号', now.size, [['', '字号'], ...TEXT_SIZES.map((size) => [String(size), `${size}`] as const)], (v) =>
        mark('size', v),
      )}
      {choice('颜色', now.colour, [['', '颜色'], ...Object.entries(TEXT_COLOURS)], (v) => mark('colour', v))}
      {button('加粗', () => act().toggleBold().run(), { on: now.bold, sign: <b>粗</b> })}
      {button('倾斜', () => act().toggleItalic().run(), { on: now.italic, sign: <i>斜</i> })}
      {button('下划线', () => act().toggleUnderline().run(), { on: now.underline, sign: <u>线</u> })}
      {choice(
        '对齐',
        now.align,
        PLACES.map(([align, word]) => [align ?? '', word] as const),
        (v) => setLook({ align: v || null }),
      )}
      {button('首行缩进', () => setLook({ indent: !now.indent }), { on: now.indent })}
      {button('项目符号', () => act().toggleBulletList().run(), { on: now.bullets, sign: '• 列表' })}
      {button('编号', () => act().toggleOrderedList().run(), { on: now.numbers, sign: '1. 列表' })}
      {button('链接', onLink, { on: now.link })}
      {button('图片', () => picture.current?.click())}
      {withVideo && button('视频', () => video.current?.click())}
      {button('导入Word文档', () => word.current?.click(), { sign: '导入Word' })}
      {onPlugin && button('用本机插件粘贴', onPlugin, { sign: '插件粘贴' })}
      {button('插入表格', () => act().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(), {
        off: now.table,
        sign: '表格',
      })}
      {now.table && (
        <>
          {button('下方加行', () => act().addRowAfter().run(), { sign: '加行' })}
          {button('右侧加列', () => act().addColumnAfter().run(), { sign: '加列' })}
          {button('删除本行', () => act().deleteRow().run(), { sign: '删行' })}
          {button('删除本列', () => act().deleteColumn().run(), { sign: '删列' })}
          {button('合并或拆分单元格', () => act().mergeOrSplit().run(), { sign: '合并' })}
          {button('删除表格', () => act().deleteTable().run(), { sign: '删表' })}
        </>
      )}
      {button('清除格式', () => {
        act().unsetAllMarks().clearNodes().run();
        setLook({ align: null, indent: false });
      })}
      {button(full ? '退出全屏' : '全屏', onFull, { on: full })}
      <input
        ref={picture}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={picked}
      />
      <input ref={video} type="file" hidden accept="video/mp4" onChange={picked} />
      <input
        ref={word}
        type="file"
        hidden
        accept=".docx"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onDocument(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}
