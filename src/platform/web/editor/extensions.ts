import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { ALIGNS, MAX_WIDTH, TEXT_COLOURS, TEXT_SIZES } from '../../text/richTextRules.ts';
import { fileKeyOf, showMedia } from './media.ts';

/** Alignment and first-line indent of paragraphs and headings, as classes of the profile. */
const ParagraphLooks = Extension.create({
  name: 'paragraphLooks',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          align: {
            default: null,
            parseHTML: (element) => ALIGNS.find((align) => element.classList.contains(`rt-${align}`)) ?? null,
            renderHTML: ({ align }) => (align ? { class: `rt-${align}` } : {}),
          },
          indent: {
            default: false,
            parseHTML: (element) => element.classList.contains('rt-indent'),
            renderHTML: ({ indent }) => (indent ? { class: 'rt-indent' } : {}),
          },
        },
      },
    ];
  },
});

/** A mark that is one class of a few on a span. */
const classMark = (name: string, values: readonly string[], prefix: string) =>
  Mark.create({
    name,
    addAttributes: () => ({ value: { default: null, rendered: false } }),
    parseHTML: () => [
      {
        tag: '[class*="rt-"]',
        // The same element may say size and colour.
        consuming: false,
        getAttrs: (element) => {
          const value = values.find((one) => element.classList.contains(prefix + one));
          return value ? { value } : false;
        },
      },
    ],
    renderHTML: ({ mark }) => ['span', { class: prefix + mark.attrs.value }, 0],
  });

const Size = classMark('size', TEXT_SIZES.map(String), 'rt-size-');
const Colour = classMark('colour', Object.keys(TEXT_COLOURS), 'rt-');

/** A picture or video that was uploaded; shown by its bytes, kept by its address. */
const media = (tag: 'img' | 'video', name: string) =>
  Node.create({
    name,
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    addAttributes: () => ({
      src: { default: null },
      width: { default: null },
      ...(tag === 'img' && { alt: { default: '' } }),
    }),
    parseHTML: () => [{ tag, getAttrs: (element) => (fileKeyOf(element.getAttribute('src')) === null ? false : null) }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes, tag === 'video' ? { controls: '' } : {})],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement(tag);
        const stop = new AbortController();
        if (dom instanceof HTMLVideoElement) dom.controls = true;
        else dom.alt = node.attrs.alt || '图片';
        if (node.attrs.width) dom.width = Math.min(Number(node.attrs.width), MAX_WIDTH);
        const key = fileKeyOf(node.attrs.src);
        if (key) void showMedia(dom, key, stop.signal);
        return { dom, destroy: () => stop.abort() };
      },
  });

/**
 * A field as one sign of the text: its name in braces, which is what is kept (`fieldText.ts`). Deleted and moved as a whole.
 */
const Chip = Node.create({
  name: 'chip',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({ name: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'span[data-chip]', getAttrs: (element) => ({ name: element.getAttribute('data-chip') }) }],
  renderHTML: ({ node }) => ['span', { class: 'editor-chip', 'data-chip': node.attrs.name }, `{${node.attrs.name}}`],
  renderText: ({ node }) => `{${node.attrs.name}}`,
});

/** HTML whose known fields stand as chips. */
export const withChips = (html: string, chips: readonly string[]): string =>
  html.replace(/\{([^{}<>\s]{1,20})\}/g, (whole, name: string) =>
    chips.includes(name) ? `<span data-chip="${name}">${whole}</span>` : whole,
  );

/** Everything that a text may hold; what the profile does not know cannot be typed. */
export const editorExtensions = (placeholder: string, chips: readonly string[]) => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
  }),
  TableKit.configure({ table: { resizable: false } }),
  ParagraphLooks,
  Size,
  Colour,
  media('img', 'image'),
  media('video', 'video'),
  ...(chips.length > 0 ? [Chip] : []),
  Placeholder.configure({ placeholder }),
];
