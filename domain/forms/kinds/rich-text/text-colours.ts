/** Colours that a text may have, with enough contrast on white; they are stored with the text. */
export const textColours = {
  '#b42318': '红色',
  '#1557b0': '蓝色',
  '#1b6e3c': '绿色',
  '#5c6470': '灰色',
} as const;
