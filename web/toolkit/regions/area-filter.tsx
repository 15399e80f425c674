import { lazy, Suspense } from 'react';
import { regions } from '#contract/regions.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { ListFilter } from '#web/toolkit/list-model/list-types.ts';
import { partOrNotice } from '../lazy-parts/part-or-notice.tsx';

/** Loaded when the folded filters are opened. */
const AreaInput = lazy(() => partOrNotice(async () => (await import('./AreaInput.tsx')).AreaInput));

/** Returns the region filter of a list, sent as `name` with the region's code (S0 §9 "Default labels"). */
export function areaFilter(name: string, label = '行政区划'): ListFilter {
  return {
    kind: 'custom',
    name,
    label,
    named: (code) => queryAs(queryOf(regions.area, { params: { id: code } }), ({ name }) => name),
    render: ({ id, value, onChange }) => (
      <Suspense fallback={null}>
        <AreaInput id={id} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
      </Suspense>
    ),
  };
}
