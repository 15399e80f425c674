type Change = readonly [theirs: string, ours: string];

/** English words that libraries speak to a screen reader, which no locale of them changes, with what takes their place. */
const changes: ReadonlyMap<RegExp, readonly Change[]> = new Map([
  [
    /[\\/]@rc-component[\\/]input-number[\\/]es[\\/]StepHandler\.js$/,
    [
      ["'Increase Value'", "'增加'"],
      ["'Decrease Value'", "'减少'"],
    ],
  ],
  [
    /[\\/]@rc-component[\\/]input[\\/]es[\\/]BaseInput\.js$/,
    [['type: "button",\n        onClick', 'type: "button",\n        "aria-label": "清除",\n        onClick']],
  ],
  [
    /[\\/]antd[\\/]es[\\/]input[\\/]Search\.js$/,
    [
      [
        'key: "enterButton",\n      onMouseDown: onMouseDown,',
        'key: "enterButton",\n      "aria-label": typeof enterButton === "boolean" ? "搜索" : undefined,\n      onMouseDown: onMouseDown,',
      ],
    ],
  ],
  [/[\\/]@rc-component[\\/]select[\\/]es[\\/]hooks[\\/]useAllowClear\.js$/, [["'Clear'", "'清除'"]]],
  [
    // The list that a screen reader walks holds the codes of the options as texts. A label that is words is the name
    // already, and any other one is drawn there.
    /[\\/]@rc-component[\\/]select[\\/]es[\\/]OptionList\.js$/,
    [['}), value) : null;', "}), typeof mergedLabel === 'string' ? null : (mergedLabel ?? value)) : null;"]],
  ],
  [
    /[\\/]@rc-component[\\/]tabs[\\/]es[\\/]TabNavList[\\/]OperationNode\.js$/,
    [
      ["'expanded dropdown'", "'更多'"],
      ['"aria-haspopup": "listbox",', '"aria-haspopup": "listbox",\n    "aria-label": "更多",'],
    ],
  ],
  [
    // An icon stands beside its word or in a control that has a name: unless it is given one itself, it is silent.
    /[\\/]@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js$/,
    [
      [
        '    role: "img",\n    "aria-label": icon.name\n',
        "    ...(restProps['aria-label'] ? { role: 'img' } : { 'aria-hidden': true })\n",
      ],
    ],
  ],
]);

export const filesWithTexts = [...changes.keys()];

/** Returns the file with its changes made; throws where a text to be changed is no longer there. */
export function inOurTexts(file: string, code: string): string {
  const [, own = []] = [...changes].find(([pattern]) => pattern.test(file)) ?? [];
  let changed = code;
  for (const [theirs, ours] of own) {
    if (!changed.includes(theirs)) throw new Error(`${file} no longer says ${theirs}`);
    changed = changed.replaceAll(theirs, ours);
  }
  return changed;
}
