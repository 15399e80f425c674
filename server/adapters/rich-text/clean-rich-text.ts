import sanitizeHtml from 'sanitize-html';
import { problemOfMarkup } from '#domain/forms/kinds/rich-text/rich-text.ts';
import {
  cleanStyle,
  hiddenImageText,
  isAllowedLink,
  isOwnImage,
  isRichText,
  richTextAttributes,
  richTextTags,
} from '#domain/texts/rich-text.ts';
import { isBlankRichText, pictureAt } from '#domain/texts/rich-text-content.ts';

type Attributes = Record<string, string>;

function withCleanStyle(attribs: Attributes): Attributes {
  const { style, ...others } = attribs;
  const clean = style === undefined ? '' : cleanStyle(style);
  return clean === '' ? others : { ...others, style: clean };
}

const hiddenImage: sanitizeHtml.Tag = { tagName: 'span', attribs: {}, text: hiddenImageText };

const options = {
  allowedTags: [...richTextTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextAttributes).map(([tag, names]) => [
      tag,
      tag === 'a' ? [...names, 'rel', 'target'] : [...names],
    ]),
  ),
  // Addresses are checked below, with the list that browser and server share.
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 40,
  transformTags: {
    '*': (tagName: string, attribs: Attributes) => ({ tagName, attribs: withCleanStyle(attribs) }),
    a: (tagName: string, { href, ...others }: Attributes) => ({
      tagName,
      attribs: withCleanStyle({
        ...others,
        ...(href !== undefined && isAllowedLink(href.trim())
          ? { href: href.trim(), rel: 'noopener noreferrer', target: '_blank' }
          : {}),
      }),
    }),
    img: (tagName: string, attribs: Attributes): sanitizeHtml.Tag =>
      isOwnImage(attribs.src ?? '') ? { tagName, attribs: withCleanStyle(attribs) } : hiddenImage,
  },
} satisfies sanitizeHtml.IOptions;

/** Options for a rich text of a form: of its pictures only those stay that are files. */
const formOptions: sanitizeHtml.IOptions = {
  ...options,
  allowedSchemesByTag: {},
  transformTags: {
    ...options.transformTags,
    img: (tagName: string, attribs: Attributes): sanitizeHtml.Tag =>
      pictureAt(attribs.src ?? '') === undefined
        ? hiddenImage
        : { tagName, attribs: withCleanStyle(attribs) },
  },
};

/**
 * Returns a rich text for storing: markup that is not permitted is removed, its text is kept. A text without
 * HTML is unchanged.
 */
export function cleanRichText(text: string): string {
  return isRichText(text) ? sanitizeHtml(text, options) : text;
}

/**
 * Returns a rich text of a form for storing, empty if it shows nothing. One that is too long or too deep is returned
 * unchanged: it is refused for that, and cleaning it could block the server.
 */
export function cleanFormText(text: string): string {
  if (isBlankRichText(text)) return '';
  return isRichText(text) && problemOfMarkup(text) === undefined ? sanitizeHtml(text, formOptions) : text;
}
