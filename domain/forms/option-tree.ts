import type { Option } from './model.ts';

/** An option at its place in a tree. */
interface PlacedOption {
  option: Option;
  /** The options from the root down to this one. */
  path: readonly Option[];
}

const placed = new WeakMap<readonly Option[], readonly PlacedOption[]>();

/** Returns all options of a tree in their order, each parent before its children; cached for each list. */
export function placedOptions(options: readonly Option[]): readonly PlacedOption[] {
  const cached = placed.get(options);
  if (cached !== undefined) return cached;
  const found: PlacedOption[] = [];
  const visit = (list: readonly Option[], above: readonly Option[]): void => {
    for (const option of list) {
      const path = [...above, option];
      found.push({ option, path });
      if (option.children) visit(option.children, path);
    }
  };
  visit(options, []);
  placed.set(options, found);
  return found;
}

const flat = new WeakMap<readonly Option[], readonly Option[]>();

/** Returns all options of a tree without their children; a list without children is returned as it is. */
export function flatOptions(options: readonly Option[]): readonly Option[] {
  if (options.every(({ children }) => children === undefined)) return options;
  const cached = flat.get(options);
  if (cached !== undefined) return cached;
  const created = placedOptions(options).map(({ option: { value, label } }) => ({ value, label }));
  flat.set(options, created);
  return created;
}

/** Returns the options on a path of values, as far as the tree has them. */
export function optionsOnPath(values: readonly string[], options: readonly Option[]): readonly Option[] {
  const path: Option[] = [];
  let list: readonly Option[] = options;
  for (const value of values) {
    const option = list.find((each) => each.value === value);
    if (option === undefined) break;
    path.push(option);
    list = option.children ?? [];
  }
  return path;
}
