import { inputText } from '../../../texts/input-texts.ts';
import { optionsOnPath } from '../../option-tree.ts';
import type { FieldKind } from '../kind.ts';
import { maxOptionLevels } from '../tree-select/tree-select.ts';

/** A way through a tree of options from its first level to the last, chosen level by level. */
export const cascaderSelect: FieldKind<readonly string[]> = {
  component: 'cascader-select',
  empty: [],
  holdsValue: true,
  wide: false,
  takesOptions: true,
  optionLevels: maxOptionLevels,
  choosesPath: true,
  holdsFiles: false,
  searchable: false,
  usableInCondition: true,
  textual: false,
  maskable: false,
  // A condition asks whether an option is on the way.
  takesSeveral: () => true,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw) || raw.length > maxOptionLevels) return undefined;
    return raw.every((step) => typeof step === 'string') ? [...raw] : undefined;
  },
  isEmpty: (value) => value.length === 0,
  validate(value, { options }) {
    const path = optionsOnPath(value, options);
    if (path.length < value.length) return [inputText.choose];
    return path.at(-1)?.children?.length ? ['请选择到最后一级'] : [];
  },
  text(value, { options }) {
    const path = optionsOnPath(value, options);
    return value.map((step, level) => path[level]?.label ?? step).join(' / ');
  },
};
