import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithTexts, replaceLibraryTexts } from './library-texts.ts';

const library = join(import.meta.dirname, '..', '..', 'node_modules');
const components = join(library, '@rc-component');
const stepHandler = join(components, 'input-number', 'es', 'StepHandler.js');

test.each([
  ['the arrows of a number field', stepHandler, "isUpAction ? '增加' : '减少'", /Increase|Decrease Value/],
  [
    'the clear button of a field',
    join(components, 'input', 'es', 'BaseInput.js'),
    '"aria-label": "清除",',
    /type: "button",\n\s+onClick/,
  ],
  [
    'the clear button of a day',
    join(components, 'picker', 'es', 'PickerInput', 'Selector', 'ClearIcon.js'),
    'type: "button",\n    tabIndex: -1,\n    "aria-label": locale.clear',
    /type: "button",\n\s+"aria-label"/,
  ],
  [
    'the search button',
    join(library, 'antd', 'es', 'input', 'Search.js'),
    '"aria-label": typeof enterButton === "boolean" ? "搜索" : undefined,',
    /"enterButton",\n\s+onMouseDown: onMouseDown/,
  ],
  [
    'the clear button of a select',
    join(components, 'select', 'es', 'hooks', 'useAllowClear.js'),
    "label ?? '清除'",
    /'Clear'/,
  ],
  [
    'the place of a focused tab, which is no part of its name',
    join(components, 'tabs', 'es', 'TabNavList', 'TabNode.js'),
    'false && /*#__PURE__*/React.createElement("div", {\n    "aria-live"',
    /focus && \/\*#__PURE__\*\/React\.createElement\("div", \{\n\s+"aria-live"/,
  ],
  [
    'the options of a select, by label instead of code',
    join(components, 'select', 'es', 'OptionList.js'),
    "typeof mergedLabel === 'string' ? null : (mergedLabel ?? value)",
    /\}\), value\)/,
  ],
  [
    'the button for tabs that do not fit',
    join(components, 'tabs', 'es', 'TabNavList', 'OperationNode.js'),
    '"aria-label": "更多"',
    /expanded dropdown/,
  ],
  [
    'an icon of one colour, labelled only if it has its own label',
    join(library, '@ant-design', 'icons', 'es', 'components', 'AntdIconLight.js'),
    "'aria-hidden': true",
    /icon\.name\n/,
  ],
  [
    'an icon of two colours, labelled only if it has its own label',
    join(library, '@ant-design', 'icons', 'es', 'components', 'AntdIcon.js'),
    "'aria-hidden': true",
    /icon\.name\n/,
  ],
])('replaces the library text in our build: %s', (_what, file, replacement, original) => {
  expect(filesWithTexts.some((pattern) => pattern.test(file))).toBe(true);
  const code = readFileSync(file, 'utf8');
  expect(code).toMatch(original);
  const changed = replaceLibraryTexts(file, code);
  expect(changed).toContain(replacement);
  expect(changed).not.toMatch(original);
});

test('leaves another file unchanged, and rejects a file whose expected text is missing', () => {
  expect(replaceLibraryTexts('/a/b.js', 'code')).toBe('code');
  expect(() => replaceLibraryTexts(stepHandler, 'nothing')).toThrow('no longer contains');
});
