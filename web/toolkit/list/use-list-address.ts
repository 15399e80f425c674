import { type Dispatch, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ListFilter } from '../list-model/list-types.ts';
import type { ListTab } from './ListTabs.tsx';
import { type ListAction, readListAddress } from './list-state.ts';

/**
 * Applies the filters or the tab of an address, such as a figure's link to its list, also to a kept list.
 * Applied once for each navigation, so that later changes stay.
 */
export function useListAddress(
  filters: readonly ListFilter[],
  tabs: readonly ListTab[] | undefined,
  sorts: readonly string[],
  dispatch: Dispatch<ListAction>,
): void {
  const { search, key } = useLocation();
  const appliedKey = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (appliedKey.current === key) return;
    appliedKey.current = key;
    const names = (tabs ?? []).map(({ name }) => name);
    const address = readListAddress(search, { filters, tabs: names, sorts });
    if (address !== undefined) dispatch({ type: 'open', ...address });
  }, [search, key, filters, tabs, sorts, dispatch]);
}
