import { type Kind, type Kinds, kindOf } from '../../expressions/kinds.ts';
import type { ProcessDefinition } from '../model/model.ts';

/**
 * Returns the names that conditions of a definition may use: variables with an initial value, forms that some
 * node names, the order, and `countersign.passed`. A variable that only a button sets is excluded: before the
 * button is pressed it has no value.
 */
export function kindsOfNames(definition: ProcessDefinition): ReadonlyMap<string, Kinds> {
  const kinds = new Map<string, Set<Kind>>();
  const add = (name: string, kind: Kind) => kinds.set(name, new Set([...(kinds.get(name) ?? []), kind]));
  const addValues = (values: Readonly<Record<string, string | number | boolean>>) => {
    for (const [name, value] of Object.entries(values)) {
      if (Object.hasOwn(definition.variables, name)) add(name, kindOf(value));
    }
  };
  add('order', 'other');
  // The results of the countersigns, empty before the first of them.
  add('countersign', 'other');
  add('countersign', 'null');
  addValues(definition.variables);
  for (const node of Object.values(definition.nodes)) {
    if ('fieldAuthority' in node) for (const form of Object.keys(node.fieldAuthority)) add(form, 'other');
    if (node.kind === 'serviceTask' && node.service.kind === 'setVariable') {
      addValues({ [node.service.name]: node.service.value });
    }
    if (node.kind === 'userTask') for (const { sets } of node.buttons) addValues(sets ?? {});
  }
  return kinds;
}
