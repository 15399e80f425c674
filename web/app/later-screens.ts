import type { ComponentType } from 'react';

const files = import.meta.glob<Record<string, ComponentType>>('../features/**/*Screen.tsx');

/** Returns the code of any screen of one capability. */
export async function loadScreenFile(file: string): Promise<Record<string, ComponentType>> {
  const load = files[`../features/${file}.tsx`];
  if (load === undefined) throw new Error(`${file}.tsx is missing`);
  return load();
}
