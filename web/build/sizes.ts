/**
 * The theme with large type uses the same sheets with larger numbers. So that no sheet has to handle it, the
 * build makes the sizes of our own sheets depend on two properties of `web/toolkit/styles/base.css`: letters
 * and lines scale with `--type-scale`, and touch targets are at least `--target` high or wide.
 */
const lowestTarget = 30;
const highestTarget = 46;
const smallestBox = 16;

/**
 * Returns the sheet with sizes that depend on the theme; hairlines, distances and sizes in other units than
 * px stay.
 */
export function scaleSizesByTheme(css: string): string {
  return css
    .replace(
      /\bfont:\s*(\d+)px\s*\/\s*(\d+)px/g,
      (_all, size, line) => `font: ${scaled(size)} / ${scaled(line)}`,
    )
    .replace(/\b(font-size|line-height):\s*(\d+)px/g, (_all, name, size) => `${name}: ${scaled(size)}`)
    .replace(/([\s;{])((?:min-)?(?:height|width)):\s*(\d+)px(?=[\s;}])/g, (all, before, name, size) => {
      const px = Number(size);
      if (px < smallestBox || px > highestTarget) return all;
      return `${before}${name}: ${px < lowestTarget ? scaled(size) : `max(${size}px, var(--target))`}`;
    });
}

const scaled = (px: string) => `calc(${px}px*var(--type-scale))`;
