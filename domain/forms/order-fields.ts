import type { CompiledField } from './compiled-form.ts';
import { haveComputed, idsBefore, readByComputed } from './computed/computed.ts';

/**
 * Sorts each field after those that its linkage and its expression read, so that one pass evaluates the form; a
 * cycle is an error of the model.
 */
export function orderFields(
  fields: readonly CompiledField[],
  report: (field: string, message: string) => void,
): CompiledField[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const computedSources = readByComputed(fields);
  const finished = new Set<CompiledField>();
  const visiting = new Set<CompiledField>();
  const order: CompiledField[] = [];

  const visit = (field: CompiledField): void => {
    if (finished.has(field)) return;
    if (visiting.has(field)) {
      const path = [...visiting];
      const circle = [...path.slice(path.indexOf(field)), field];
      const titles = circle.map(({ title }) => title).join(' → ');
      report(field.path, `${haveComputed(circle) ? '计算或联动' : '联动'}形成循环：${titles}`);
      return;
    }
    visiting.add(field);
    for (const id of idsBefore(field, computedSources)) {
      const source = byId.get(id);
      if (source) visit(source);
    }
    visiting.delete(field);
    finished.add(field);
    order.push(field);
  };
  for (const field of fields) visit(field);
  return order;
}
