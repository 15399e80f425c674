import { changeLibraryFile, type LibraryChanges } from './library-changes.ts';

/**
 * English texts that libraries give to screen readers and that no locale changes, with their replacements; and
 * the clear button of a day, which is not in the order of Tab, like the clear buttons of all other fields.
 */
const changes: LibraryChanges = new Map([
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
  [
    /[\\/]@rc-component[\\/]picker[\\/]es[\\/]PickerInput[\\/]Selector[\\/]ClearIcon\.js$/,
    [['type: "button",\n', 'type: "button",\n    tabIndex: -1,\n']],
  ],
  [/[\\/]@rc-component[\\/]select[\\/]es[\\/]hooks[\\/]useAllowClear\.js$/, [["'Clear'", "'清除'"]]],
  [
    // The list for screen readers contains the options' codes as texts. A label that is a text is used as the
    // name; any other label is drawn there.
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
    // Screen readers say the place of a tab themselves; in the focused tab this text would be part of its name.
    /[\\/]@rc-component[\\/]tabs[\\/]es[\\/]TabNavList[\\/]TabNode\.js$/,
    [
      [
        'focus && /*#__PURE__*/React.createElement("div", {\n    "aria-live"',
        'false && /*#__PURE__*/React.createElement("div", {\n    "aria-live"',
      ],
    ],
  ],
  [
    // Icons are next to a text or in a named control, so they are hidden from screen readers unless they have
    // their own label.
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

/** Returns the file with its texts replaced; throws if one of them is no longer there. */
export function replaceLibraryTexts(file: string, code: string): string {
  return changeLibraryFile(changes, file, code);
}
