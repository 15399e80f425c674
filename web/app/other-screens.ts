import type { ComponentType } from 'react';

const files = import.meta.glob<Record<string, ComponentType>>('../features/**/*Screen.tsx');

/** Loads the code of a screen of one capability. */
export async function loadScreenFile(file: string): Promise<Record<string, ComponentType>> {
  const load = files[`../features/${file}.tsx`];
  if (load === undefined) throw new Error(`${file}.tsx is missing`);
  return load();
}
