import DOMPurify from 'dompurify';
import {
  cleanStyle,
  hiddenImageText,
  isAllowedLink,
  isOwnImage,
  richTextAttributes,
  richTextTags,
} from '#domain/texts/rich-text.ts';

/**
 * Name of the attribute that replaces `style` in a sanitised text: the content policy refuses `style`, so
 * code sets it (`RichText`).
 */
export const styleName = 'data-style';
/** A tag up to its attribute `style`. */
const beforeStyle = /(<[a-z][^<>]*?[\s"'/])style(?=\s*=)/gi;

/** A tag up to its end. */
const tags = /<[a-z][^<>]*>/gi;
/** The beginning of an event handler inside a tag. */
const beforeHandler = /([\s"'/])on(?=[a-z]+\s*=)/gi;

/** A separate purifier: hooks that other code adds to the shared one do not apply here. */
const purifier = DOMPurify(window);

purifier.addHook('uponSanitizeAttribute', (node, attribute) => {
  const { attrName, attrValue } = attribute;
  const allowedNames = richTextAttributes[node.nodeName.toLowerCase()] ?? [];
  const value = attrValue.trim();
  if (attrName === styleName) {
    const style = cleanStyle(attrValue);
    // A forced attribute keeps the value that is on the element, so it is set there.
    node.setAttribute(styleName, style);
    attribute.keepAttr = style !== '';
  } else if (attrName === 'href') attribute.keepAttr = allowedNames.includes('href') && isAllowedLink(value);
  else if (attrName === 'src') attribute.keepAttr = allowedNames.includes('src') && isOwnImage(value);
  else attribute.keepAttr = allowedNames.includes(attrName);
  // The library has its own checks of addresses, which must not remove addresses that our list accepts.
  attribute.forceKeepAttr = attribute.keepAttr;
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'IMG' && !node.hasAttribute('src')) {
    const replacement = node.ownerDocument.createElement('span');
    replacement.textContent = hiddenImageText;
    node.replaceWith(replacement);
  }
  if (node.nodeName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer');
    node.setAttribute('target', '_blank');
  }
});

/** Returns a rich text that is safe to show, whatever was stored, by the same list as on the server. */
export function cleanRichText(html: string): string {
  // Renamed before parsing, because the parser applies the content policy, too, and reports each violation.
  const renamed = html
    .replaceAll(beforeStyle, `$1${styleName}`)
    .replaceAll(tags, (tag) => tag.replaceAll(beforeHandler, '$1data-on'));
  return purifier.sanitize(renamed, {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: [...new Set(Object.values(richTextAttributes).flat()), 'rel', 'target', styleName],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
