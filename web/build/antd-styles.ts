/**
 * The part of Ant Design's ready style sheet that the portal can use. Generating the same styles at run time
 * costs a phone some 300 ms before the first list appears; the complete one has a megabyte.
 */

/**
 * Class prefixes of components whose classes differ from their folder's name; classes with their own line do
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

/** Returns the files reached from these by imports: a component is in use if its `style` is among them. */
export function listImportedFiles(
  entryFiles: readonly string[],
  importsOf: (file: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [...entryFiles];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    queue.push(...importsOf(next));
  }
  return reached;
}

/**
 * Components that every screen of the application starts with. The list decides only when styles are loaded:
 * a component that is missing here loads the rest of the style sheet.
 */
export const firstComponents: ReadonlySet<string> = new Set([
  'app',
  'button',
  // Those of the filters of a list: their styles are a quarter of the rest, which a list then loads without.
  'empty',
  'input',
  'select',
  'message',
  'modal',
  'notification',
  'popover',
  'skeleton',
  'space',
  'tooltip',
]);

/** Returns the folder of a component: `date-picker` for `DatePicker`. */
export function folderOf(component: string): string {
  return component.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

/**
 * Returns the style sheet without rules that only components outside `used` can match. Rules that belong to no
 * folder stay, so that an unknown name costs bytes but never a style.
 */
export function keepStylesOf(css: string, used: ReadonlySet<string>, folders: readonly string[]): string {
  const isOf = matcherOf(used, folders);
  return keepRules(css, isOf, true);
}

/** Returns the rules that match with all components in `used`, but not with those in `before` alone. */
export function keepStylesExcept(
  css: string,
  loadedFolders: ReadonlySet<string>,
  used: ReadonlySet<string>,
  folders: readonly string[],
): string {
  const [isOf, isLoaded] = [matcherOf(used, folders), matcherOf(loadedFolders, folders)];
  return keepRules(css, (selector) => isOf(selector) && !isLoaded(selector), false);
}

/** Returns a function that checks whether a selector can match if only these components are shown. */
function matcherOf(used: ReadonlySet<string>, folders: readonly string[]) {
  const owners = folders.flatMap((folder) =>
    (classPrefixes[folder] ?? [folder]).map((prefix) => ({ prefix, used: used.has(folder) })),
  );
  owners.sort((a, b) => b.prefix.length - a.prefix.length);
  const isUsed = (name: string) =>
    owners.find(({ prefix }) => name === prefix || name.startsWith(`${prefix}-`))?.used ?? true;
  return (selector: string) =>
    [...withoutArguments(selector).matchAll(/\.ant-([\w-]+)/g)].every(([, name = '']) => isUsed(name));
}

/**
 * Keeps the rules that may match. Animations and the like belong to no component; `withOthers` decides
 * whether to keep them.
 */
function keepRules(css: string, mayMatch: (selector: string) => boolean, withOthers: boolean): string {
  let rules = '';
  for (const { prelude, block } of splitRules(css)) {
    if (/^@(media|supports|container|layer)/.test(prelude)) {
      const inner = keepRules(block, mayMatch, withOthers);
      if (inner !== '') rules += `${prelude}{${inner}}`;
    } else if (prelude.startsWith('@')) {
      if (withOthers) rules += `${prelude}{${block}}`;
    } else {
      const selectors = splitAtCommas(prelude).filter(mayMatch);
      if (selectors.length > 0) rules += `${selectors.join(',')}{${block}}`;
    }
  }
  return rules;
}

/** Splits a style sheet into the rules of its top level; blocks are left unchanged. */
function splitRules(css: string): { prelude: string; block: string }[] {
  const rules: { prelude: string; block: string }[] = [];
  let depth = 0;
  let start = 0;
  let blockStart = 0;
  let quote = '';
  for (let index = 0; index < css.length; index++) {
    const character = css[index] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') {
      if (depth === 0) blockStart = index;
      depth += 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth > 0) continue;
      rules.push({ prelude: css.slice(start, blockStart).trim(), block: css.slice(blockStart + 1, index) });
      start = index + 1;
    }
  }
  return rules;
}

function splitAtCommas(selectors: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < selectors.length; index++) {
    const character = selectors[index];
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(selectors.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, selectors.slice(start).trim()];
}

/**
 * Returns the selector without `:not(…)`, `:is(…)` and `[…]`, whose content does not decide whether it
 * matches.
 */
function withoutArguments(selector: string): string {
  let text = selector.replaceAll(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(/\([^()]*\)/g, '');
  }
  return text;
}
