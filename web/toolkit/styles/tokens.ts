/**
 * All colours of the portal and its only font, by name: the theme of Ant Design reads them here, and the
 * build writes them as custom properties (`var(--primary)`) for the style sheets. Colours are defined nowhere
 * else. Text has a contrast of at least 4.5:1 on the card and on the page, borders of controls 3:1.
 */
export const tokens = {
  primary: '#1557b0',
  'primary-dark': '#104588',
  /** The main button while it waits for an answer. */
  'primary-busy': '#6c90c4',
  'primary-border': '#c3d6f0',
  'primary-background': '#eef4fc',
  /** The ring around the focused element, outside its border. */
  'focus-ring': 'rgb(21 87 176 / 16%)',
  /** Emblem line, red heads of documents; never for errors. */
  'official-red': '#b8232a',
  'official-red-light': '#ff8d86',

  success: '#1b7a3a',
  'success-border': '#bcdcc6',
  'success-background': '#f1f8f3',
  warning: '#8f5400',
  'warning-border': '#ecd6ac',
  'warning-background': '#fff8eb',
  /** Next to the text it may be lighter than text. */
  'warning-light': '#d98a00',
  error: '#c22a2a',
  'error-dark': '#a82222',
  'error-border': '#efc4c4',
  'error-background': '#fdf4f4',
  info: '#0e6e8c',
  'info-border': '#b9dce6',
  'info-background': '#e8f4f8',
  /** Background of search matches. */
  'found-background': '#fff3c4',

  text: '#1f2329',
  'text-second': '#4e5969',
  placeholder: '#667080',
  /** Icons that cannot be pressed now; never important text. */
  disabled: '#a9b1bd',
  'disabled-border': '#c3c8d1',
  'control-border': '#868e9c',
  'neutral-border': '#d5dae2',
  divider: '#e5e8ee',

  page: '#f5f7fa',
  card: '#ffffff',
  'row-hover': '#f5f8fd',
  selected: '#eaf1fb',
  'selected-strong': '#dce8f8',
  /** The empty part of a progress bar. */
  track: '#eef1f5',
  /** Colour of the skeleton blocks that are shown until text has loaded. */
  skeleton: '#e9edf3',
  canvas: '#fbfcfe',
  /** Text and lines of a printed document. */
  ink: '#000000',
  /** Watermarks over internal content; text below stays readable. */
  watermark: 'rgb(31 35 41 / 11%)',
  backdrop: 'rgb(16 24 40 / 45%)',
  'shadow-popup': 'rgb(16 32 64 / 14%)',
  'shadow-dialog': 'rgb(16 32 64 / 24%)',

  'header-background': '#123f7f',
  'on-dark': '#ffffff',
  'on-dark-second': '#d5e3f7',
  'on-dark-border': '#86a9d8',
  'on-dark-line': 'rgb(255 255 255 / 35%)',
  'on-dark-tint': 'rgb(255 255 255 / 8%)',
  'on-dark-tint-strong': 'rgb(255 255 255 / 12%)',

  /** Lines of small drawings on a light background. */
  drawing: '#9db5d6',
  'drawing-faint': '#d5dfec',
  /** Colours of the login page's picture. */
  'picture-top': '#17549f',
  'picture-bottom': '#0e3266',
  'picture-background': '#134283',
  'picture-line': '#bcd3f2',
  'picture-near': '#e6effb',
  'picture-second': '#8fb3e0',
  'picture-faint': '#5f8cc6',

  font: '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif',
} as const;

/**
 * Stronger colours of the large-type theme (长辈版): contrast of text at least 7:1 on white and on the page, of
 * borders 4.5:1.
 */
export const elderTokens: Partial<Record<keyof typeof tokens, string>> = {
  primary: '#104588',
  'primary-dark': '#0b3266',
  text: '#101316',
  'text-second': '#30373f',
  placeholder: '#424b57',
  'control-border': '#5b6472',
  success: '#125a2a',
  warning: '#6b3f00',
  error: '#9c1c1c',
  info: '#0a5068',
};

/** Returns the tokens as a style sheet. */
export function tokensStyleSheet(): string {
  return `${ruleOf(':root', tokens)}${ruleOf(":root[data-theme='elder']", elderTokens)}`;
}

function ruleOf(selector: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `  --${name}: ${value};\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}
