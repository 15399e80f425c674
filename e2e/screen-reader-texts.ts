import type { Page } from '@playwright/test';

/** A text that a screen reader speaks, visible or not, with its element. */
export interface SpokenText {
  text: string;
  elementHtml: string;
}

/** Names that Chinese speakers also say in Latin letters. */
const properNames = new Set(['Excel', 'Ctrl']);

/** Returns whether a text is an English word or phrase; codes, numbers, addresses and file names are not. */
export function isEnglishPhrase(text: string): boolean {
  const words = text
    .replace(/[,;:.!?…'"()]+(?=\s|$)|(?<=^|\s)['"(]+/g, '')
    .trim()
    .split(/[\s-]+/);
  if (!words.every((word) => /^([A-Za-z]+|\d+)$/.test(word))) return false;
  return words.some((word) => /[a-z]/.test(word) && word.length > 2 && !properNames.has(word));
}

/**
 * Returns the English phrases that a screen reader announces for controls, images and hidden texts of the
 * page.
 */
export async function englishTextsOn(page: Page): Promise<string[]> {
  const spokenTexts = await page.evaluate(collectSpokenTexts);
  const english = spokenTexts.filter(({ text }) => isEnglishPhrase(text));
  return [...new Set(english.map(({ text, elementHtml }) => `“${text}” of ${elementHtml}`))];
}

/** Collects names, descriptions, hints and hidden texts of the whole document; runs in the page. Texts of cells are data. */
function collectSpokenTexts(): SpokenText[] {
  const attributes = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'aria-placeholder',
    'title',
    'alt',
    'placeholder',
  ];
  const controls = [
    ...['a[href]', 'button', 'summary', 'label', 'legend', 'caption', 'figcaption', 'svg title', 'svg desc'],
    ...['button', 'link', 'tab', 'option', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'treeitem']
      .concat(['radio', 'checkbox', 'switch', 'tooltip', 'status', 'alert', 'log'])
      .map((role) => `[role="${role}"]`),
    ...['[aria-live]', 'output'],
  ].join(',');
  const silent = '[aria-hidden="true"], script, style, noscript, template, kbd, code';
  // A sentence of several parts is judged as a whole, so that a number or an account in it is not judged
  // alone.
  const spokenTextOf = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const part of copy.querySelectorAll(silent)) part.remove();
    return copy.textContent ?? '';
  };
  const isInvisible = (element: Element): boolean => {
    const { clip, clipPath, opacity, overflow, position } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const cut = overflow !== 'visible' && (width <= 1 || height <= 1);
    return position === 'absolute' && (cut || opacity === '0' || clip !== 'auto' || clipPath !== 'none');
  };
  const texts: SpokenText[] = [];
  for (const element of document.querySelectorAll('*')) {
    const from = (element.cloneNode(false) as Element).outerHTML.slice(0, 160);
    const add = (text: string | null) => {
      const spokenText = (text ?? '').replace(/\s+/g, ' ').trim();
      if (spokenText !== '') texts.push({ text: spokenText, elementHtml: from });
    };
    const isSilent = element.closest(silent) !== null;
    for (const name of attributes) {
      const value = element.getAttribute(name);
      // Titles are visible on hover even if a screen reader skips them; a title that repeats the text adds
      // nothing.
      if (value === null || (name === 'title' ? value === element.textContent : isSilent)) continue;
      add(value);
    }
    if (isSilent) continue;
    if (element.matches(controls) || isInvisible(element)) add(spokenTextOf(element));
    const referencedIds = `${element.getAttribute('aria-labelledby') ?? ''} ${element.getAttribute('aria-describedby') ?? ''}`;
    for (const id of referencedIds.split(' ').filter(Boolean)) {
      const label = document.getElementById(id);
      if (label) add(spokenTextOf(label));
    }
  }
  return texts;
}

/**
 * Returns fields and groups with poor accessible names: an asterisk read with the label, a required field not
 * marked as required, choices without a group name.
 */
export async function nameProblemsOn(page: Page): Promise<string[]> {
  return await page.evaluate(collectNameProblems);
}

/** Collects the name problems of the whole document; runs in the page. */
function collectNameProblems(): string[] {
  const problems: string[] = [];
  const report = (problem: string, element: Element) =>
    problems.push(`${problem}: ${(element.cloneNode(false) as Element).outerHTML.slice(0, 200)}`);
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const isNamed = (element: Element): boolean => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    const label = ids.map((id) => document.getElementById(id)?.textContent ?? '').join('');
    const legend = element.matches('fieldset') ? element.querySelector(':scope > legend')?.textContent : '';
    return [element.getAttribute('aria-label'), label, legend].some((name) => (name ?? '').trim() !== '');
  };
  for (const label of document.querySelectorAll('label')) {
    if (!isShown(label)) continue;
    const { content } = getComputedStyle(label, '::before');
    if (content.includes('*') && !content.includes('/')) report('the star is read with the label', label);
    const star = [...label.querySelectorAll('*')].find(({ textContent }) => textContent === '*');
    if (star && star.closest('[aria-hidden="true"]') === null)
      report('the star is read with the label', label);
    if (!content.includes('*') && !star) continue;
    const control = document.getElementById(label.htmlFor);
    // A button, a slider and a group of checkboxes cannot have the state "required".
    if (
      control?.matches(
        'input:not([type="range"]), textarea, select, [role="combobox"], [role="radiogroup"]',
      ) !== true
    )
      continue;
    if (!control.matches('[required], [aria-required="true"]'))
      report('does not say that it is required', control);
  }
  for (const group of document.querySelectorAll('[role="radiogroup"], [role="group"], fieldset')) {
    if (isShown(group) && !isNamed(group)) report('a group without a name', group);
  }
  return problems;
}
