import { Node } from '@tiptap/core';
import { addressOfPicture, pictureAt } from '#domain/texts/rich-text-content.ts';
import { type LoadPicture, showPicture } from '../picture-source.ts';

const fileOf = (element: HTMLElement) => pictureAt(element.getAttribute('src') ?? '');

/**
 * Returns the node of a picture: its file, and the text for people who do not see it. The stored address is never
 * loaded, since it needs the session of the reader; `load` gets the picture.
 */
export function createPictureNode(load: LoadPicture): Node {
  return Node.create({
    name: 'picture',
    group: 'inline',
    inline: true,
    draggable: true,
    addAttributes: () => ({
      file: {
        default: null,
        parseHTML: (element) => fileOf(element) ?? null,
        renderHTML: ({ file }) => ({ src: addressOfPicture(String(file)) }),
      },
      alt: {
        default: '',
        parseHTML: (element) => element.getAttribute('alt') ?? '',
        renderHTML: ({ alt }) => ({ alt: String(alt) }),
      },
      width: {
        default: null,
        parseHTML: (element) => /^\d{1,4}$/.exec(element.getAttribute('width') ?? '')?.[0] ?? null,
        renderHTML: ({ width }) => (width ? { width: String(width) } : {}),
      },
    }),
    parseHTML: () => [
      { tag: 'img[src]', getAttrs: (element) => (fileOf(element) === undefined ? false : null) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
    addNodeView() {
      return ({ node }) => {
        const dom = document.createElement('img');
        dom.alt = String(node.attrs.alt);
        if (node.attrs.width) dom.width = Number(node.attrs.width);
        const stop = showPicture(dom, String(node.attrs.file), load);
        const { file } = node.attrs;
        return {
          dom,
          update: (next) => {
            if (next.type !== node.type || next.attrs.file !== file) return false;
            dom.alt = String(next.attrs.alt);
            return true;
          },
          destroy: stop,
        };
      };
    },
  });
}
