import type { HtmlTagDescriptor } from 'vite';
import { tokens } from '../toolkit/styles/tokens.ts';

/** Message to a browser that cannot run the portal (S2 §8); `public/old-browser.js` has the same text. */
const text = '该设备不支持通过ie浏览器工作，请使用chrome/360等浏览器';

/**
 * Edge 16 to 18 supports modules, but not their syntax: none of our scripts runs there, and only those
 * versions apply this rule. It must not contain anything newer than they are.
 */
export const styleForOldBrowsers = `@supports not (inset: 0) {
  body::before {
    content: "${text}";
    position: fixed;
    top: 24px;
    left: 0;
    right: 0;
    width: 440px;
    margin: 0 auto;
    padding: 12px 16px;
    border: 1px solid ${tokens.error};
    color: ${tokens.text};
    font: 14px/22px sans-serif;
    text-align: center;
    animation: banjian-old-browser 0.1s 5s forwards;
  }
  @keyframes banjian-old-browser {
    to {
      visibility: hidden;
    }
  }
}`;

/**
 * Adds a script to every page of the portal for browsers without modules; for the others the style shows the
 * message.
 */
export function tagsForOldBrowsers(): HtmlTagDescriptor[] {
  return [
    { tag: 'script', attrs: { nomodule: true, defer: true, src: '/old-browser.js' }, injectTo: 'body' },
  ];
}
