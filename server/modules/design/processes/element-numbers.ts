import type { ModdleElement } from 'bpmn-moddle';

/** The number of each element among its kind, for elements without a distinguishing name. */
const elementNumbers = new WeakMap<ModdleElement, number>();
const withoutId = new WeakSet<ModdleElement>();

/**
 * Counts the elements of a process, and creates an id for each that has none, which BPMN allows: the same file
 * always gets the same ids. An element to which the file refers already has an id. Returns the number of created
 * ids.
 */
export function numberElements(elements: readonly ModdleElement[]): number {
  let created = 0;
  const counts = new Map<string, number>();
  const usedIds = new Set(elements.map((element) => element.get('id')));
  for (const element of elements) {
    const [, type = ''] = element.$type.split(':');
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    elementNumbers.set(element, count);
    if (element.get('id')) continue;
    withoutId.add(element);
    created += 1;
    let id = `${type.slice(0, 1).toLowerCase()}${type.slice(1)}-${count}`;
    while (usedIds.has(id)) id += '-';
    usedIds.add(id);
    element.set('id', id);
  }
  return created;
}

/** Returns the number of an element among its kind, from 1; undefined if it is not counted. */
export function elementNumberOf(element: ModdleElement): number | undefined {
  return elementNumbers.get(element);
}

/** Checks whether the id of the element is from the file, so that a person can search for it. */
export function hasOwnId(element: ModdleElement): boolean {
  return !withoutId.has(element);
}
