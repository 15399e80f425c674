/**
 * The large-type look is the same sheets with larger numbers. So that no sheet has to think of it, and none can forget it,
 * the build lets the sizes of our own sheets follow two properties of `web/toolkit/styles/base.css`: letters and lines grow with
 * `--type-scale`, and what is as high or wide as something to press is at least `--target`.
 */
const lowestTarget = 30;
const highestTarget = 46;
const smallestBox = 16;

/** The sheet with sizes that follow the look; hairlines, distances and what is measured otherwise than in px stay. */
export function followTheLook(css: string): string {
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
