import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { applyAuthority, FieldAccess } from '#domain/forms/authority.ts';
import type { InterfaceUse } from '#domain/forms/field-interfaces.ts';
import { missingParameters, parametersOf } from '#domain/forms/interface-parameters.ts';
import { innerPlaceOf } from '../field-path.ts';
import type { FormStore } from '../form-store.ts';

/** The parameters of an interface as the form has them now. */
export interface CurrentParameters {
  /** The same text for the same parameters. */
  key: string;
  values: Readonly<Record<string, string>>;
  /** Titles of the fields that must be filled in first. */
  missing: readonly string[];
}

/** Returns the path of a field that the interface of another field names: in its own row first, then in the form. */
export function pathBeside(store: FormStore, path: string, id: string): string {
  const place = innerPlaceOf(path);
  const isColumn = place && store.fieldAt(place.around)?.columns.some((column) => column.id === id);
  return isColumn ? path.slice(0, -place.id.length) + id : id;
}

/** Returns the parameters of the interface of a field; renders again when one of them changes. */
export function useParameters(store: FormStore, path: string, use: InterfaceUse): CurrentParameters {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribers = use.reads.map((id) => store.subscribe(pathBeside(store, path, id), listener));
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    [store, path, use],
  );
  const access = useMemo(() => applyAuthority(store.form, store.settings.authority), [store]);
  const snapshot = useSyncExternalStore(subscribe, () => {
    const find = (id: string) => {
      const readPath = pathBeside(store, path, id);
      const field = store.fieldAt(readPath);
      // Only a field with a view reports its changes.
      store.view(readPath);
      return field && { field, value: store.read(readPath) };
    };
    // The server has the value of a field that the person does not see.
    const findSeen = (id: string) => {
      const found = find(id);
      return found && access[found.field.path] !== FieldAccess.hidden ? found : undefined;
    };
    return JSON.stringify([parametersOf(use, find), missingParameters(use, findSeen)]);
  });
  return useMemo(() => {
    const [values, missing] = JSON.parse(snapshot) as [Record<string, string>, string[]];
    return { key: snapshot, values, missing };
  }, [snapshot]);
}
