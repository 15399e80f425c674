import { flatOptions } from '../../option-tree.ts';
import type { FieldKind, KindContext } from '../kind.ts';
import { select } from '../select/select.ts';

/** Levels that a tree of options may have. */
export const maxOptionLevels = 5;

const inList = (context: KindContext): KindContext => ({ ...context, options: flatOptions(context.options) });

/** One option of a tree, on any level, or several with `x-props.multiple`. */
export const treeSelect: FieldKind<string | readonly string[]> = {
  ...select,
  component: 'tree-select',
  optionLevels: maxOptionLevels,
  validate: (value, context) => select.validate(value, inList(context)),
  text: (value, context) => select.text(value, inList(context)),
};
