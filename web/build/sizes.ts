/**
 * The theme with large type uses the same style sheets with larger numbers. So that no style sheet has to
 * handle it, the build makes the sizes of our own style sheets depend on two properties of
 * `web/toolkit/styles/base.css`: letters and lines scale with `--type-scale`, and touch targets are at least
 * `--target` high or wide.
 */
const minTargetPixels = 30;
const maxTargetPixels = 46;
const minBoxPixels = 16;

/**
 * Returns the style sheet with sizes that depend on the theme; hairlines, distances and sizes in other units
 * than px stay.
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
      if (px < minBoxPixels || px > maxTargetPixels) return all;
      return `${before}${name}: ${px < minTargetPixels ? scaled(size) : `max(${size}px, var(--target))`}`;
    });
}

const scaled = (px: string) => `calc(${px}px*var(--type-scale))`;
