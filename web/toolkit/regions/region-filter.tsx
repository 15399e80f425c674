import { lazy, Suspense } from 'react';
import { regions } from '#contract/regions.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { ListFilter } from '#web/toolkit/list-model/list-types.ts';
import { retryablePart } from '../lazy-parts/retryable-part.tsx';

/** Loaded when the folded filters are opened. */
const RegionCodeInput = lazy(() =>
  retryablePart(async () => (await import('./RegionCodeInput.tsx')).RegionCodeInput),
);

/** Returns the region filter of a list, sent as `name` with the region's code (S0 §9 "Default labels"). */
export function regionFilter(name: string, label = '行政区划'): ListFilter {
  return {
    kind: 'custom',
    name,
    label,
    nameQuery: (code) => queryAs(queryOf(regions.area, { params: { id: code } }), ({ name }) => name),
    render: ({ id, value, onChange }) => (
      <Suspense fallback={null}>
        <RegionCodeInput id={id} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
      </Suspense>
    ),
  };
}
