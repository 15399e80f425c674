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
 * Name of the attribute `style` in a cleaned text: the content policy refuses `style`, so that code sets it
 * (`RichText`).
 */
export const styleName = 'data-style';
/** A tag up to its attribute `style`. */
const beforeStyle = /(<[a-z][^<>]*?[\s"'/])style(?=\s*=)/gi;

/** A purifier of its own: hooks that another part adds to the shared one do not apply here. */
const purifier = DOMPurify(window);

purifier.addHook('uponSanitizeAttribute', (node, attribute) => {
  const { attrName, attrValue } = attribute;
  const own = richTextAttributes[node.nodeName.toLowerCase()] ?? [];
  const value = attrValue.trim();
  if (attrName === styleName) {
    const style = cleanStyle(attrValue);
    // What is kept by force is kept as it stands on the element.
    node.setAttribute(styleName, style);
    attribute.keepAttr = style !== '';
  } else if (attrName === 'href') attribute.keepAttr = own.includes('href') && isAllowedLink(value);
  else if (attrName === 'src') attribute.keepAttr = own.includes('src') && isOwnImage(value);
  else attribute.keepAttr = own.includes(attrName);
  // The library has views of its own on addresses, which are stricter for none that our list lets through.
  attribute.forceKeepAttr = attribute.keepAttr;
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'IMG' && !node.hasAttribute('src')) {
    const words = node.ownerDocument.createElement('span');
    words.textContent = hiddenImageText;
    node.replaceWith(words);
  }
  if (node.nodeName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer');
    node.setAttribute('target', '_blank');
  }
});

/** A rich text as it may be shown, whatever was stored: by the list that the server stores by. */
export function cleanRichText(html: string): string {
  // Renamed before it is read: a parser asks the policy, too.
  return purifier.sanitize(html.replaceAll(beforeStyle, `$1${styleName}`), {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: [...new Set(Object.values(richTextAttributes).flat()), 'rel', 'target', styleName],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
