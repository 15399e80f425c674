import type { ListFilter } from '#web/toolkit/list/list-types.ts';
import { AreaInput } from './AreaInput.tsx';

/** The region filter of a list, sent as `name` with the region's code (S0 §9 "Default labels"). */
export function areaFilter(name: string, label = '行政区划'): ListFilter {
  return {
    kind: 'custom',
    name,
    label,
    render: ({ id, value, onChange }) => (
      <AreaInput id={id} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
    ),
  };
}
