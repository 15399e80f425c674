/**
 * The part of Ant Design's ready style sheet that the portal can meet. Made at run time the same styles cost a phone some
 * 300 ms before the first list shows; whole, the sheet is a megabyte.
 */

/**
 * Class prefixes of the components whose classes differ from their folder's name; classes with a line of their own do
 * not belong to the folder's component.
 */
const classPrefixes: Readonly<Record<string, readonly string[]>> = {
  badge: ['badge', 'scroll-number', 'ribbon'],
  button: ['btn'],
  calendar: ['picker-calendar'],
  'date-picker': ['picker'],
  'float-button': ['float-btn'],
  grid: ['row', 'col'],
  input: ['input', 'otp'],
  'qr-code': ['qrcode', 'qr-code'],
  'tree-select': ['tree-select', 'select-tree'],
};

/** The files that are reached from these by imports: a component is in use when its `style` is among them. */
export function listReached(
  starts: readonly string[],
  importsOf: (file: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...importsOf(next));
  }
  return reached;
}

/**
 * Components that every screen of the application begins with. Which styles come when hangs on it, never whether: a component that is
 * missing here brings the rest of the sheet along.
 */
export const componentsOfFirst: ReadonlySet<string> = new Set([
  'app',
  'button',
  'message',
  'modal',
  'notification',
  'popover',
  'skeleton',
  'space',
  'tooltip',
]);

/** `DatePicker` → `date-picker`. */
export function folderOf(component: string): string {
  return component.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

/**
 * Returns the rules of the sheet without those that only a component outside `used` can match. Rules that belong to no
 * folder stay, so that an unknown name costs bytes and never a style.
 */
export function keepStylesOf(css: string, used: ReadonlySet<string>, folders: readonly string[]): string {
  const isOf = matcherOf(used, folders);
  return keepRules(css, isOf, true);
}

/** Returns the rules that are met with all components in `used`, but not yet with those in `before` alone. */
export function keepStylesBeyond(
  css: string,
  before: ReadonlySet<string>,
  used: ReadonlySet<string>,
  folders: readonly string[],
): string {
  const [isOf, isBefore] = [matcherOf(used, folders), matcherOf(before, folders)];
  return keepRules(css, (selector) => isOf(selector) && !isBefore(selector), false);
}

/** Returns what says whether a selector can be met while no component is shown but these. */
function matcherOf(used: ReadonlySet<string>, folders: readonly string[]) {
  const owners = folders.flatMap((folder) =>
    (classPrefixes[folder] ?? [folder]).map((prefix) => ({ prefix, used: used.has(folder) })),
  );
  owners.sort((a, b) => b.prefix.length - a.prefix.length);
  const isMet = (name: string) =>
    owners.find(({ prefix }) => name === prefix || name.startsWith(`${prefix}-`))?.used ?? true;
  return (selector: string) =>
    [...withoutArguments(selector).matchAll(/\.ant-([\w-]+)/g)].every(([, name = '']) => isMet(name));
}

/** Motions and the like belong to no component; `withOthers` says whether they are kept. */
function keepRules(css: string, mayMatch: (selector: string) => boolean, withOthers: boolean): string {
  let kept = '';
  for (const { prelude, block } of splitRules(css)) {
    if (/^@(media|supports|container|layer)/.test(prelude)) {
      const inner = keepRules(block, mayMatch, withOthers);
      if (inner !== '') kept += `${prelude}{${inner}}`;
    } else if (prelude.startsWith('@')) {
      if (withOthers) kept += `${prelude}{${block}}`;
    } else {
      const selectors = splitAtCommas(prelude).filter(mayMatch);
      if (selectors.length > 0) kept += `${selectors.join(',')}{${block}}`;
    }
  }
  return kept;
}

/** The rules of one level; blocks are left as they are. */
function splitRules(css: string): { prelude: string; block: string }[] {
  const rules: { prelude: string; block: string }[] = [];
  let depth = 0;
  let start = 0;
  let opened = 0;
  let quote = '';
  for (let at = 0; at < css.length; at++) {
    const sign = css[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') {
      if (depth === 0) opened = at;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth > 0) continue;
      rules.push({ prelude: css.slice(start, opened).trim(), block: css.slice(opened + 1, at) });
      start = at + 1;
    }
  }
  return rules;
}

function splitAtCommas(selectors: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < selectors.length; at++) {
    const sign = selectors[at];
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      found.push(selectors.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...found, selectors.slice(start).trim()];
}

/**
 * Returns the selector without `:not(…)`, `:is(…)` and `[…]`, whose content does not decide that the selector is met.
 */
function withoutArguments(selector: string): string {
  let text = selector.replaceAll(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(/\([^()]*\)/g, '');
  }
  return text;
}
