import sanitizeHtml from 'sanitize-html';
import {
  cleanStyle,
  hiddenImageText,
  isAllowedLink,
  isOwnImage,
  isRichText,
  richTextAttributes,
  richTextTags,
} from '#domain/texts/rich-text.ts';

type Attributes = Record<string, string>;

function withCleanStyle(attribs: Attributes): Attributes {
  const { style, ...others } = attribs;
  const clean = style === undefined ? '' : cleanStyle(style);
  return clean === '' ? others : { ...others, style: clean };
}

const options: sanitizeHtml.IOptions = {
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
    '*': (tagName, attribs) => ({ tagName, attribs: withCleanStyle(attribs) }),
    a: (tagName, { href, ...others }) => ({
      tagName,
      attribs: withCleanStyle({
        ...others,
        ...(href !== undefined && isAllowedLink(href.trim())
          ? { href: href.trim(), rel: 'noopener noreferrer', target: '_blank' }
          : {}),
      }),
    }),
    img: (tagName, attribs): sanitizeHtml.Tag =>
      isOwnImage(attribs.src ?? '')
        ? { tagName, attribs: withCleanStyle(attribs) }
        : { tagName: 'span', attribs: {}, text: hiddenImageText },
  },
};

/**
 * Returns a rich text for storing: markup that is not permitted is removed, its text is kept. A text without
 * HTML is unchanged.
 */
export function cleanRichText(text: string): string {
  return isRichText(text) ? sanitizeHtml(text, options) : text;
}
