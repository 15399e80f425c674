/** Returns the name of an entry, with its code only if another entry has the same name. */
export function distinctName(
  { id, name }: { id: string; name: string },
  all: readonly { id: string; name: string }[],
): string {
  return all.some((other) => other.id !== id && other.name === name) ? `${name}（${id}）` : name;
}
