/**
 * Removes folders and control characters (including those that change the reading direction) from a name;
 * shortens it to 200 characters, but keeps its extension.
 */
export function cleanName(name: string): string {
  const base = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  const characters = [...(base === '' ? '未命名' : base)];
  if (characters.length <= 200) return characters.join('');
  const ending = /\.[^.]{1,10}$/.exec(base)?.[0] ?? '';
  return characters.slice(0, 200 - ending.length).join('') + ending;
}
