import { useEffect, useRef, useState } from 'react';
import type { InterfaceUse } from '#domain/forms/field-interfaces.ts';
import { ownValue } from '#domain/forms/field-state.ts';
import { valueOfText } from '#domain/forms/interface-fill.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { innerPlaceOf } from '../field-path.ts';
import type { FormStore } from '../form-store.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { useLatestQuery } from './use-latest-query.ts';
import { useParameters } from './use-parameters.ts';

/** Places of a form whose default was asked for, so that a field that is drawn again does not ask again. */
const asked = new WeakMap<FormStore, Set<string>>();

const noUse: InterfaceUse = { id: '', title: '', reads: [], fills: [] };

/**
 * Offers the default of an interface in a field that nobody has filled in. Text that was typed before the answer
 * arrives is kept.
 */
export function useRemoteDefault({
  field,
  store,
  path,
  disabled,
}: Pick<FieldEditorProps, 'field' | 'store' | 'path' | 'disabled'>) {
  const use = field.interfaces?.default;
  const parameters = useParameters(store, path, use ?? noUse);
  const query = useLatestQuery();
  const [fault, setFault] = useState<string>();
  const isAnswered = useRef(false);
  const anchor = store.anchorOf(path);

  const ask = async () => {
    setFault(undefined);
    const before = store.view(path).value;
    const outcome = await query.ask({ path, field, use: 'default', parameters: parameters.values });
    const current = store.pathAt(anchor);
    if (outcome !== undefined) isAnswered.current = true;
    if (outcome === undefined || current === undefined) return;
    if ('fault' in outcome) return setFault(outcome.fault);
    const view = store.view(current);
    const text = outcome.fills?.[field.id];
    if (text === undefined || !view.editable || !isSame(before, view.value)) return;
    const value = valueOfText(field, view.options, text);
    if (value !== undefined) store.change(current, value);
  };
  const isReady = use !== undefined && !disabled && parameters.missing.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each place
  useEffect(() => {
    const places = asked.get(store) ?? new Set<string>();
    asked.set(store, places);
    if (!isReady || places.has(anchor) || !isUnfilled(store, path)) return;
    places.add(anchor);
    void ask();
    // A field that was removed before its answer arrived asks again when it returns.
    return () => {
      if (!isAnswered.current) places.delete(anchor);
    };
  }, [isReady, anchor]);
  return { fault, retry: () => void ask() };
}

function isUnfilled(store: FormStore, path: string): boolean {
  const place = innerPlaceOf(path);
  const field = store.fieldAt(path);
  if (!field?.kind.isEmpty(field.kind.normalise(store.view(path).value ?? null) ?? field.kind.empty))
    return false;
  if (place?.row === undefined) return ownValue(store.settings.values, path) === undefined;
  return store.rows(place.around)[place.row]?._isNew === true;
}
