import type { CompiledField } from './compiled-form.ts';

/**
 * Sorts each field after those that its linkage reads, so that one pass evaluates the form; a cycle is an
 * error of the model.
 */
export function orderFields(
  fields: readonly CompiledField[],
  report: (field: string, message: string) => void,
): CompiledField[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const finished = new Set<CompiledField>();
  const visiting = new Set<CompiledField>();
  const order: CompiledField[] = [];

  const visit = (field: CompiledField): void => {
    if (finished.has(field)) return;
    if (visiting.has(field)) {
      const path = [...visiting];
      const titles = [...path.slice(path.indexOf(field)), field].map(({ title }) => title);
      report(field.path, `联动形成循环：${titles.join(' → ')}`);
      return;
    }
    visiting.add(field);
    for (const { when } of field.linkage) {
      for (const id of when.reads) {
        const source = byId.get(id);
        if (source) visit(source);
      }
    }
    visiting.delete(field);
    finished.add(field);
    order.push(field);
  };
  for (const field of fields) visit(field);
  return order;
}
