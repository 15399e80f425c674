import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListFilter } from '../list-model/list-types.ts';
import { areaFilter } from '../regions/area-filter.tsx';
import { officeArea } from '../regions/area-source.ts';

/**
 * Returns the region filter of a list of all matters, which starts with the office's own region (S0 §7): the
 * list waits for it. A failed look-up is silent, and the filter starts empty.
 */
export function useOfficeAreaFilter(name: string, label?: string): ListFilter {
  const office = useQuery({ ...officeArea, staleTime: Number.POSITIVE_INFINITY, retry: false });
  const { data: initial, isPending: pending } = office;
  return useMemo(() => ({ ...areaFilter(name, label), initial, pending }), [name, label, initial, pending]);
}
