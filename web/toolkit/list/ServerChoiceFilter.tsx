import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import { LookupInput } from './LookupInput.tsx';
import { TreeInput } from './TreeInput.tsx';

/** Shows a filter whose choices come from the server: a plain list, or a tree. */
export function ServerChoiceFilter({
  filter,
  values,
  ...control
}: {
  id: string;
  filter: Extract<ListFilter, { kind: 'lookup' | 'tree' }>;
  values: FilterValues;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  return filter.kind === 'lookup' ? (
    <LookupInput
      {...control}
      source={(request) => filter.source(request, values)}
      dependencyKey={JSON.stringify(values)}
    />
  ) : (
    <TreeInput {...control} label={filter.label} source={(name) => filter.source(name, values)} />
  );
}
